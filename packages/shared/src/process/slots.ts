/** Gives a slot back. Call it once. */
export type Release = () => void;

export type SlotOptions = {
  /** The number of slots per key. */
  max: number;
  /** How long others wait for a slot, first come first served, and how many may wait per key. */
  waitMs: number;
  waitingMax: number;
  /** Makes the error for a caller that gets none. */
  refuse(): Error;
};

/** Returns a promise only when the caller has to wait. */
export type Slots = { take(key: string): Release | Promise<Release> };

type Grant = (release: Release) => void;
type KeySlots = { taken: number; waiting: Grant[] };

/** Limits how much runs at the same time, per key, in this process. */
export function openSlots({ max, waitMs, waitingMax, refuse }: SlotOptions): Slots {
  const slotsByKey = new Map<string, KeySlots>();

  const releaseOf = (key: string, slots: KeySlots): Release => {
    const release = () => {
      const next = slots.waiting.shift();
      if (next) return next(release);
      slots.taken -= 1;
      if (slots.taken === 0) slotsByKey.delete(key);
    };
    return release;
  };

  function wait({ waiting }: KeySlots): Promise<Release> {
    if (waiting.length >= waitingMax) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const grant: Grant = (release) => {
        clearTimeout(timer);
        resolve(release);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(grant), 1);
        reject(refuse());
      }, waitMs).unref();
      waiting.push(grant);
    });
  }

  return {
    take(key) {
      const slots = slotsByKey.get(key) ?? { taken: 0, waiting: [] };
      if (slots.taken >= max) return wait(slots);
      slots.taken += 1;
      slotsByKey.set(key, slots);
      return releaseOf(key, slots);
    },
  };
}
