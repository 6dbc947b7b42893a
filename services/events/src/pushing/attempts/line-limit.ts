/** How many lines a log gets about what may fail a thousand times a second. */

/** `perKey` and `total`: lines in each window. */
type LineLimit = { perKey: number; total: number; windowMs: number };

/**
 * Says for each line whether to write it: undefined for one that is left out; otherwise how many were left out since the last
 * one that was written.
 */
export function lineLimit({ perKey, total, windowMs }: LineLimit): (key: string, nowMs: number) => number | undefined {
  const linesOf = new Map<string, number>();
  let windowEndsMs = -Infinity;
  let lines = 0;
  let leftOut = 0;
  return (key, nowMs) => {
    if (nowMs >= windowEndsMs) {
      windowEndsMs = nowMs + windowMs;
      lines = 0;
      linesOf.clear();
    }
    const own = linesOf.get(key) ?? 0;
    if (own >= perKey || lines >= total) {
      leftOut += 1;
      return undefined;
    }
    linesOf.set(key, own + 1);
    lines += 1;
    const before = leftOut;
    leftOut = 0;
    return before;
  };
}
