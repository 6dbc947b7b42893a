/** When a test shop is visited next. Polling follows its user: a shop that somebody writes against answers within seconds. */

/** Times are milliseconds since 1970; undefined for a simulator that waits for nothing. */
type Visited = {
  now: Date;
  /** When somebody last called. */
  active_at: Date;
  planned: readonly (number | undefined)[];
  /** Why the visit failed, if it did. */
  failure?: { retryAfterSeconds: number | undefined } | undefined;
};

const watchedMs = 10 * 60_000;
const watchedPollMs = 6_000;
const pollMs = 20_000;
const shortestMs = 1_000;
const failedMs = 15_000;
const failedMostMs = 60 * 60_000;

function failureMs({ retryAfterSeconds = 0 }: NonNullable<Visited['failure']>): number {
  return Math.min(Math.max(failedMs, retryAfterSeconds * 1_000), failedMostMs);
}

/** The daily limit of a connection (docs/api/limits.md#rate-limits) is enough for these polls and the website's orders. */
export function nextVisitAt({ now, active_at, planned, failure }: Visited): Date {
  const nowMs = now.getTime();
  if (failure) return new Date(nowMs + failureMs(failure));
  const isWatched = nowMs - active_at.getTime() < watchedMs;
  const times = [nowMs + (isWatched ? watchedPollMs : pollMs), ...planned.filter((at) => at !== undefined)];
  return new Date(Math.max(nowMs + shortestMs, Math.min(...times)));
}
