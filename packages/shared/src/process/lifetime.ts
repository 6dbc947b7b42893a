import { pause } from './slots/waiting.ts';

/**
 * A running server that can be stopped. `drain` first announces the end, so that balancers go elsewhere while everything still
 * works; it waits for `DRAIN_SECONDS`. `close` alone ends it as soon as running requests are done.
 */
export type Running = { port: number; drain(): Promise<void>; close(): Promise<void> };

/** Collects opened things, and closes them in reverse order. `drainSeconds`: how long `drain` waits. */
export function lifetime(drainSeconds = 0) {
  const closers: (() => Promise<unknown>)[] = [];
  const draining = new AbortController();
  const stopping = new AbortController();
  let isDrained = false;
  let closed: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    draining.abort();
    stopping.abort();
    for (const close of closers.splice(0).reverse()) await close().catch(() => undefined);
  }

  return {
    /** Aborts when the end is announced: requests are still answered. */
    draining: draining.signal,
    /** Aborts before anything is closed, so that long-running work can end. */
    signal: stopping.signal,
    /** Adds `thing` with the function that closes it, and returns `thing`. `isDrained`: whether `drain` has waited. */
    opened<Thing>(thing: Thing, close: (thing: Thing, isDrained: boolean) => Promise<unknown>): Thing {
      closers.push(() => close(thing, isDrained));
      return thing;
    },
    /** Announces the end, and waits while others notice. */
    async drain(): Promise<void> {
      draining.abort();
      await pause(drainSeconds * 1_000, stopping.signal);
      isDrained = drainSeconds > 0 && !stopping.signal.aborted;
    },
    /** Closes everything, newest first, even when some of it fails to close. */
    close: (): Promise<void> => (closed ??= closeAll()),
  };
}

export type Lifetime = ReturnType<typeof lifetime>;
