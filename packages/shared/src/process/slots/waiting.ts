type BackOff = { firstMs: number; mostMs: number };

/** The pause after `tries` earlier failures, in milliseconds: doubles up to `mostMs`; half of it is random. */
export function backOffMs(tries: number, { firstMs, mostMs }: BackOff, random = Math.random()): number {
  const whole = Math.min(mostMs, firstMs * 2 ** Math.min(tries, 30));
  return whole / 2 + (whole / 2) * random;
}

/** Waits `ms`; ends early, without an error, when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = deferred<undefined>();
  const end = () => resolve(undefined);
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
}

/** Waits until `work` succeeds or fails, for at most `ms`. */
export async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work.catch(() => undefined), pause(ms, over.signal)]);
  over.abort();
}

/** A promise and the function that resolves it. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve = (_value: T): void => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
