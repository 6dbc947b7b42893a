/**
 * Counts requests for all gateways together, in Redis. Hot: runs for every request of the API. Benchmark:
 * `npm run bench -- gateway`.
 */
import {
  inProcessCounter,
  isFull,
  type RateWindow,
  type ReadableCounter,
  secondsLeft,
  startOf,
} from '../limits/rate-counter.ts';
import type { Redis } from './open-redis.ts';

/** The clocks of the gateways may differ by so much without a count being forgotten too early. */
const clockSeconds = 60;

/** One key per window, of which the start is a part: a gateway whose clock is wrong counts for itself. */
const keysOf = (key: string, windows: readonly RateWindow[], nowMs: number) =>
  windows.map((window) => `rate:{${key}}:${window.name}:${startOf(window, nowMs)}`);

function argsOf(windows: readonly RateWindow[], known: readonly number[], nowMs: number): string[] {
  const args: string[] = [];
  for (const [index, window] of windows.entries()) {
    args.push(`${known[index] ?? 0}`, `${window.limit}`, `${secondsLeft(window, nowMs) + clockSeconds}`);
  }
  return args;
}

/**
 * The process keeps the last known counts of the connections that it serves. What they show to be full is refused without
 * asking Redis. When Redis does not answer, the process counts on from them.
 */
export function sharedCounter(redis: Redis): ReadableCounter {
  const local = inProcessCounter();
  return {
    used: local.used,
    take(key, windows, nowMs) {
      const known = windows.map((window) => local.used(key, window, nowMs));
      if (isFull(windows, known)) return { isGranted: false, used: known };
      const asked = redis.run('takeRequest', keysOf(key, windows, nowMs), argsOf(windows, known, nowMs));
      if (!asked) return local.take(key, windows, nowMs);
      return asked.then((reply) => {
        if (!reply) return local.take(key, windows, nowMs);
        const [granted, ...used] = reply;
        local.raise(key, windows, { used, nowMs });
        return { isGranted: granted === 1, used };
      });
    },
  };
}
