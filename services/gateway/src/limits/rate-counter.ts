/**
 * Counting requests in windows that start at the round minute, hour and day in UTC (contract, "Limits"). A request counts
 * in all of its windows or, when one of them is full, in none.
 */

/** A limit: at most `limit` requests in each window of `seconds`. Its name tells it apart from others of the same length. */
export type RateWindow = { name: string; seconds: number; limit: number };

/** `used`: what each window holds now, in the order given. */
export type Taken = { isGranted: boolean; used: number[] };

/** Where the counts are kept. Exact however many requests come at once; at once when it need not wait. */
export type RateCounter = {
  take(key: string, windows: readonly RateWindow[], nowMs: number): Taken | Promise<Taken>;
};

/** A counter that never waits, and tells what is used without counting. */
export type InProcessCounter = {
  take(key: string, windows: readonly RateWindow[], nowMs: number): Taken;
  used(key: string, window: RateWindow, nowMs: number): number;
};

/** Seconds until the window that `nowMs` lies in is over, from 1 up. */
export const secondsLeft = ({ seconds }: RateWindow, nowMs: number) => seconds - Math.floor((nowMs / 1000) % seconds);

type Tally = { start: number; counts: Map<string, number> };

/** Counts in this process: each gateway grants the limits anew. A window's counts are forgotten when the next one begins. */
export function inProcessCounter(): InProcessCounter {
  const tallies = new Map<string, Tally>();

  function countsOf({ name, seconds }: RateWindow, nowMs: number): Map<string, number> {
    const start = Math.floor(nowMs / 1000 / seconds);
    const known = tallies.get(name);
    // A clock that was set back goes on with the window it had.
    if (known && known.start >= start) return known.counts;
    const counts = new Map<string, number>();
    tallies.set(name, { start, counts });
    return counts;
  }

  const used = (key: string, window: RateWindow, nowMs: number) => countsOf(window, nowMs).get(key) ?? 0;

  return {
    used,
    take(key, windows, nowMs) {
      const before = windows.map((window) => used(key, window, nowMs));
      const isFull = windows.some(({ limit }, index) => (before[index] ?? 0) >= limit);
      if (isFull) return { isGranted: false, used: before };
      const after = before.map((count) => count + 1);
      windows.forEach((window, index) => countsOf(window, nowMs).set(key, after[index] ?? 1));
      return { isGranted: true, used: after };
    },
  };
}
