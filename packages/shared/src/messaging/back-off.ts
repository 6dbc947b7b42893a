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
