/** How long `hub listen` waits, in seconds: before the next attempt, the next try of a hub that is away, and the next poll. */

const retryMax = 60;
const outageMax = 30;
const pollMax = 10;

/** Before the next attempt to forward an event: 1, 2, 4 … A developer mends the receiver meanwhile, so it never gives up. */
export const retrySeconds = (attempts: number) => Math.min(2 ** (attempts - 1), retryMax);

/** Before the hub is asked again after it did not answer. */
export const outageSeconds = (failures: number) => Math.min(2 ** (failures - 1), outageMax);

/** A window of a rate limit: how many requests are left of how many, and the seconds until it ends. */
export type RateWindow = { left: number; quota: number; seconds: number };

const valuesOf = (header: string | null, value: string) =>
  new Map(
    [...(header ?? '').matchAll(/"([\w-]+)"([^,]*)/g)].map(([, name = '', rest = '']) => [
      name,
      parseInt(new RegExp(`;${value}=(\\d+)`).exec(rest)?.[1] ?? ''),
    ]),
  );

/** The windows that an answer names (docs/api/limits.md#rate-limit-headers). */
export function rateWindows(headers: Headers): RateWindow[] {
  const quotas = valuesOf(headers.get('ratelimit-policy'), 'q');
  const ends = valuesOf(headers.get('ratelimit'), 't');
  return [...valuesOf(headers.get('ratelimit'), 'r')].flatMap(([name, left]) => {
    const window = { left, quota: quotas.get(name) ?? NaN, seconds: ends.get(name) ?? NaN };
    return Object.values(window).some(Number.isNaN) ? [] : [window];
  });
}

/** Of a window of which half is used, polls leave half of the rest to the application itself. */
const shareSeconds = ({ left, quota, seconds }: RateWindow) =>
  left * 2 >= quota ? 0 : Math.min((2 * seconds) / Math.max(left, 1), 60);

/** Before the next poll, after so many that found nothing. */
export const pollSeconds = (idlePolls: number, windows: readonly RateWindow[]) =>
  Math.max(Math.min(1.5 ** idlePolls, pollMax), ...windows.map(shareSeconds));
