/** The waits between attempts (docs/api/events.md#retries), in minutes when the base is 60 seconds. */
const waits = [1, 2, 4, 8, 16, 32];

/** The first attempt and six retries. */
export const attemptsMax = waits.length + 1;

/** Seconds to wait after failed attempt number `attempts` (the first is 1); null when that was the last one. */
export function retryAfterSeconds(attempts: number, baseSeconds: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : wait * baseSeconds;
}

/** So many attempts whose worker died are made again at once. */
const deathsAtOnce = 3;

/**
 * Seconds to wait after each attempt whose worker died. After some the schedule holds, so that a process which is killed
 * again and again does not use up the attempts of an event in a minute.
 */
export const waitsAfterDeath = (baseSeconds: number) =>
  waits.map((wait, index) => (index < deathsAtOnce ? 0 : wait * baseSeconds));
