/** A running server that can be stopped. */
export type Running = { port: number; close(): Promise<void> };

/** Collects opened things, and closes them in reverse order. */
export function lifetime() {
  const closers: (() => Promise<unknown>)[] = [];
  const stopping = new AbortController();
  return {
    /** Aborts before anything is closed, so that long-running work can end. */
    signal: stopping.signal,
    /** Adds `thing` with the function that closes it, and returns `thing`. */
    opened<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
      closers.push(() => close(thing));
      return thing;
    },
    /** Closes everything, newest first, even when some of it fails to close. */
    async close(): Promise<void> {
      stopping.abort();
      for (const close of closers.splice(0).reverse()) await close().catch(() => undefined);
    },
  };
}

export type Lifetime = ReturnType<typeof lifetime>;
