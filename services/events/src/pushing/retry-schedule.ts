/** The ladder (contract: Acknowledgement, retries, signature): 1, 2, 4, 8, 16, 32 minutes, and then no more. */
const LADDER = [1, 2, 4, 8, 16, 32];

/** The first attempt and six retries. */
export const attemptsMax = LADDER.length + 1;

/** Seconds to wait after failed attempt number `attempts` (1 is the first); null when that was the last one. */
export function retryAfterSeconds(attempts: number, baseSeconds: number): number | null {
  const step = LADDER[attempts - 1];
  return step === undefined ? null : step * baseSeconds;
}
