/**
 * Counts requests in windows that start at the round minute, hour and day in UTC (docs/api/limits.md#rate-limits). A request
 * counts in all of its windows or, if one of them is full, in none.
 * Hot: runs for every request of the API. Benchmark: `npm run bench -- gateway`.
 */

/** A limit: at most `limit` requests in each window of `seconds`. Its name is unique. */
export type RateWindow = { name: string; seconds: number; limit: number };

/** `used`: the count of each window, in the order of the given windows. */
export type TakeResult = { isGranted: boolean; used: number[] };

/** The port of a counter. Counts exactly, even for concurrent requests. */
export type RateCounter = {
  take(key: string, windows: readonly RateWindow[], nowMs: number): TakeResult | Promise<TakeResult>;
};

/** A counter that can be read without counting. `used` is what this process knows of. */
export type ReadableCounter = RateCounter & { used(key: string, window: RateWindow, nowMs: number): number };

/** A counter that answers without a promise. */
export type InProcessCounter = Pick<ReadableCounter, 'used'> & {
  take(key: string, windows: readonly RateWindow[], nowMs: number): TakeResult;
  /** Counts on from what another counter has, where that is more. Ignores windows that have ended. */
  raise(key: string, windows: readonly RateWindow[], to: { used: readonly number[]; nowMs: number }): void;
};

/** Whether one of the windows has no room left. */
export const isFull = (windows: readonly RateWindow[], used: readonly number[]) =>
  windows.some(({ limit }, index) => (used[index] ?? 0) >= limit);

/** Seconds until the window around `nowMs` ends, from 1 up. */
export const secondsLeft = ({ seconds }: RateWindow, nowMs: number) => seconds - Math.floor((nowMs / 1000) % seconds);

/** The number of windows from 1970 to the one around `nowMs`. */
export const startOf = ({ seconds }: RateWindow, nowMs: number) => Math.floor(nowMs / 1000 / seconds);

type CurrentWindow = { start: number; counts: Map<string, number> };

/** Counts in this process, so every gateway grants the full limits. Drops the counts of a window when the next one begins. */
export function inProcessCounter(): InProcessCounter {
  const current = new Map<string, CurrentWindow>();

  function countsOf(of: RateWindow, nowMs: number): Map<string, number> {
    const start = startOf(of, nowMs);
    const window = current.get(of.name);
    // If the clock is set back, the current window goes on: otherwise it would grant new requests.
    if (window && window.start >= start) return window.counts;
    const counts = new Map<string, number>();
    current.set(of.name, { start, counts });
    return counts;
  }

  const used = (key: string, window: RateWindow, nowMs: number) => countsOf(window, nowMs).get(key) ?? 0;

  return {
    used,
    take(key, windows, nowMs) {
      const before = windows.map((window) => used(key, window, nowMs));
      if (isFull(windows, before)) return { isGranted: false, used: before };
      const after = before.map((count) => count + 1);
      windows.forEach((window, index) => countsOf(window, nowMs).set(key, after[index] ?? 1));
      return { isGranted: true, used: after };
    },
    raise(key, windows, { used: known, nowMs }) {
      for (const [index, window] of windows.entries()) {
        const counts = countsOf(window, nowMs);
        const hasEnded = current.get(window.name)?.start !== startOf(window, nowMs);
        if (!hasEnded) counts.set(key, Math.max(counts.get(key) ?? 0, known[index] ?? 0));
      }
    },
  };
}
