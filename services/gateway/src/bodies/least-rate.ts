/** How slow a client may send or read (docs/api/limits.md#slow-requests). */

/** `stallMs`: how far a client may fall behind the rate. So it may also pause for as long. */
export type LeastRate = { bytesPerSecond: number; stallMs: number };

const checksPerStall = 10;

type Transfer = {
  /** The bytes that have moved so far. */
  moved(): number;
  /** Whether the client owes nothing at the moment. */
  isIdle?(): boolean;
};

/**
 * Calls `late` once when a transfer falls behind the rate. Every byte moves the deadline on, but never further than `stallMs`
 * from now: a fast beginning does not pay for a slow rest. Returns a function that ends the watch.
 */
export function watchRate({ moved, isIdle }: Transfer, { bytesPerSecond, stallMs }: LeastRate, late: () => void) {
  const intervalMs = stallMs / checksPerStall;
  let movedBefore = moved();
  let checkedMs = performance.now();
  let deadlineMs = checkedMs + stallMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const movedNow = moved();
    const earnedMs = ((movedNow - movedBefore) / bytesPerSecond) * 1000;
    // When this process itself was too busy to read or write, that is not the client's fault.
    const lagMs = Math.max(0, nowMs - checkedMs - 2 * intervalMs);
    deadlineMs = isIdle?.() ? nowMs + stallMs : Math.min(nowMs + stallMs, deadlineMs + earnedMs + lagMs);
    [movedBefore, checkedMs] = [movedNow, nowMs];
    if (nowMs < deadlineMs) return;
    clearInterval(timer);
    late();
  }, intervalMs).unref();
  return () => clearInterval(timer);
}
