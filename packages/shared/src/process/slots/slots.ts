/**
 * Limits how much runs at the same time in this process, and shares it fairly between keys: accounts, addresses or resources.
 * The libraries for this have either no keys (p-queue, p-limit, async-sema), or keys but no end of waiting
 * (fair-semaphore, fair-task-pool).
 */

/** Gives a slot back. Call it once. */
export type Release = () => void;

/** Somebody who may give up, such as a request or its context. The signal is read only where there is a wait or a pause. */
export type Waiter = { readonly signal: AbortSignal };

export type SlotOptions = {
  /** The number of slots for all keys together; without it, only each key is limited. */
  max?: number;
  /** The number of slots per key. */
  maxPerKey?: number;
  /** How long others wait for a slot, and how many may wait per key. */
  waitMs: number;
  waitingMax: number;
  /**
   * After a slot was given back, its key has one less for this many times as long as the slot was taken; none by default. After
   * one whose caller gave up, the pause is the longest: callers that give up early would take one slot after another, each for
   * a moment, and leave the most work behind.
   */
  pauseFactor?: number;
  /** Makes the error for a caller that gets none. `isOwnLimit`: its key has used up its own slots. */
  refuse(isOwnLimit: boolean): Error;
};

/**
 * Keys take turns, and the callers of one key are served first come first served. Returns a promise only when the caller has
 * to wait. It fails with the signal's reason when the caller gives up.
 */
export type Slots = {
  take(key: string, waiter: Waiter): Release | Promise<Release>;
  /** The slots that are taken, and how many wait for one. */
  usage(): { taken: number; waiting: number };
};

/** No key pauses longer, however long its slot was taken. */
const pauseMsMax = 5_000;

/** A caller that waits for a slot. */
type Waiting = { waiter: Waiter; grant(release: Release): void };
type KeySlots = { key: string; taken: number; waiting: Set<Waiting> };

/** The keys in use. `settle` must follow each change of a key's slots. */
function openKeys(maxPerKey: number) {
  const slotsByKey = new Map<string, KeySlots>();
  /** The keys that wait although they have not used up their own slots, in the order of their turns. */
  const turns = new Set<KeySlots>();
  return {
    slotsOf(key: string): KeySlots {
      const known = slotsByKey.get(key);
      if (known) return known;
      const slots = { key, taken: 0, waiting: new Set<Waiting>() };
      slotsByKey.set(key, slots);
      return slots;
    },
    settle(slots: KeySlots): void {
      if (slots.waiting.size === 0 || slots.taken >= maxPerKey) turns.delete(slots);
      else turns.add(slots);
      if (slots.taken === 0 && slots.waiting.size === 0) slotsByKey.delete(slots.key);
    },
    waiting: () => [...slotsByKey.values()].reduce((sum, slots) => sum + slots.waiting.size, 0),
    /** The key whose turn it is. It goes to the end of the line. */
    next(): KeySlots | undefined {
      const [slots] = turns;
      if (slots) turns.delete(slots);
      return slots;
    },
  };
}

type Line = { waiting: Set<Waiting>; settle(): void; refuse(): Error } & Pick<SlotOptions, 'waitMs' | 'waitingMax'>;

/** Waits in the line of a key until a slot is granted. */
function wait({ waiting, settle, waitMs, waitingMax, refuse }: Line, waiter: Waiter): Promise<Release> {
  const { signal } = waiter;
  if (signal.aborted || waiting.size >= waitingMax) {
    settle();
    return Promise.reject(signal.aborted ? (signal.reason as Error) : refuse());
  }
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const leave = (error: Error) => {
      stop();
      waiting.delete(entry);
      settle();
      reject(error);
    };
    const abort = () => leave(signal.reason as Error);
    const timer = setTimeout(() => leave(refuse()), waitMs).unref();
    const grant = (release: Release) => {
      stop();
      resolve(release);
    };
    const entry = { waiter, grant };
    signal.addEventListener('abort', abort);
    waiting.add(entry);
    settle();
  });
}

/** Calls back after a pause of so many times as long as the work took that began now, or after the longest. */
function pausing(factor: number, waiter: Waiter) {
  const fromMs = performance.now();
  return (end: () => void) => {
    const pauseMs = waiter.signal.aborted ? pauseMsMax : (performance.now() - fromMs) * factor;
    setTimeout(end, Math.min(pauseMsMax, pauseMs)).unref();
  };
}

export function openSlots(options: SlotOptions): Slots {
  const { max = Infinity, maxPerKey = Infinity, pauseFactor = 0, refuse, ...line } = options;
  const { slotsOf, settle, next, waiting: countWaiting } = openKeys(maxPerKey);
  let taken = 0;

  function free(slots: KeySlots): void {
    slots.taken -= 1;
    settle(slots);
    serveNext();
  }

  function occupy(slots: KeySlots, waiter: Waiter): Release {
    taken += 1;
    slots.taken += 1;
    const pauseAfter = pauseFactor > 0 ? pausing(pauseFactor, waiter) : undefined;
    return () => {
      taken -= 1;
      if (!pauseAfter) return free(slots);
      pauseAfter(() => free(slots));
      serveNext();
    };
  }

  function serveNext(): void {
    const slots = taken < max ? next() : undefined;
    const [first] = slots?.waiting ?? [];
    if (!slots || !first) return;
    slots.waiting.delete(first);
    const release = occupy(slots, first.waiter);
    settle(slots);
    first.grant(release);
  }

  return {
    usage: () => ({ taken, waiting: countWaiting() }),
    take(key, waiter) {
      const slots = slotsOf(key);
      if (taken < max && slots.taken < maxPerKey) return occupy(slots, waiter);
      const refused = () => refuse(slots.taken >= maxPerKey);
      return wait({ ...line, waiting: slots.waiting, refuse: refused, settle: () => settle(slots) }, waiter);
    },
  };
}

/** Runs `work` in a slot, and gives the slot back. `taken` is what `take` returned. */
export async function inSlot<Result>(taken: Release | Promise<Release>, work: () => Promise<Result>): Promise<Result> {
  const release = await taken;
  try {
    return await work();
  } finally {
    release();
  }
}
