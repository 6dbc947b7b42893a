/** The waits between attempts (docs/api/events.md#retries), in minutes when the base is 60 seconds. */
const waits = [1, 2, 4, 8, 16, 32];

/** The first attempt and six retries. */
export const attemptsMax = waits.length + 1;

/** The seconds to wait after the failure of attempt number `attempts` (the first is 1). Null after the last attempt. */
export function retryAfterSeconds(attempts: number, baseSeconds: number): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : wait * baseSeconds;
}

/** The seconds to wait after each attempt. */
export const waitsAfterFailure = (baseSeconds: number) => waits.map((wait) => wait * baseSeconds);

/**
 * The seconds within which an event has its attempts: the waits between them, and for each attempt its own time limit, after
 * that of an attempt that was under way when the event became due.
 */
export const scheduleSeconds = (baseSeconds: number, timeoutSeconds: number) =>
  waitsAfterFailure(baseSeconds).reduce((sum, wait) => sum + wait, 0) + 2 * attemptsMax * timeoutSeconds;

/** After this many attempts whose worker died, the schedule applies. */
const immediateRetriesMax = 3;

/**
 * The seconds to wait after each attempt whose worker died: none at first, then those of the schedule. Otherwise a process
 * that is killed again and again would use up all attempts of an event within a minute.
 */
export const waitsAfterDeath = (baseSeconds: number) =>
  waits.map((wait, index) => (index < immediateRetriesMax ? 0 : wait * baseSeconds));
