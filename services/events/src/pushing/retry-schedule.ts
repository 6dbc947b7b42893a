/** The waits between attempts (docs/api/events.md#retries), in minutes when the base is 60 seconds. */
const waits = [1, 2, 4, 8, 16, 32];

/** The first attempt and six retries. */
export const attemptsMax = waits.length + 1;

/** Seconds to wait after failed attempt number `attempts` (the first is 1); null when that was the last one. */
export function retryAfterSeconds(attempts: number, baseSeconds: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : wait * baseSeconds;
}
