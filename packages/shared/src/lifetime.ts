/** Something that runs and can be stopped. */
export type Running = { port: number; close(): Promise<void> };

/** Keeps how each opened thing is closed, and closes in the reverse order. */
export function lifetime() {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    /** Remembers how to close `thing`, and gives it back. */
    opened<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
      closers.push(() => close(thing));
      return thing;
    },
    /** Closes everything, newest first; one that fails does not keep the others open. */
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close().catch(() => undefined);
    },
  };
}

export type Lifetime = ReturnType<typeof lifetime>;
