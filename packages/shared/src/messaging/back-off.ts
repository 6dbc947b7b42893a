import { setTimeout as sleep } from 'node:timers/promises';

type BackOff = { firstMs: number; mostMs: number };

/** The pause before try number `tries` + 1, in milliseconds: doubling up to the most, spread between half and whole. */
export function backOffMs(tries: number, { firstMs, mostMs }: BackOff, random = Math.random()): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(tries, 30));
  return whole / 2 + (whole / 2) * random;
}

/** Waits; ends early, without an error, when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Waits for `work`, whether it succeeds or not, but not longer than `ms`. */
export async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), pause(ms, over.signal)]);
  over.abort();
}

/** A promise and what settles it. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve = (_value: T): void => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
