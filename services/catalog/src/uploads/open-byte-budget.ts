import type { ByteMeter } from '@order-hub/shared/byte-body';

/** The most bytes at a time, for all keys together and per key. */
export type ByteBudgetOptions = {
  max: number;
  maxPerKey: number;
  /** Makes the errors for a body that exceeds its key's share, and for one that exceeds the whole. */
  refuseKey(): Error;
  refuse(): Error;
};

/** The bytes that one body holds of a budget. `release` gives them back. Call it once. */
export type BodyShare = ByteMeter & { release(): void };

/** Limits the memory of bodies in this process. */
export type ByteBudget = { open(key: string): BodyShare };

/** Counts bytes as they arrive: a client that only announces a large body takes nothing from others. */
export function openByteBudget({ max, maxPerKey, refuseKey, refuse }: ByteBudgetOptions): ByteBudget {
  const heldByKey = new Map<string, number>();
  let held = 0;

  function assertRoom(key: string, bytes: number): void {
    if ((heldByKey.get(key) ?? 0) + bytes > maxPerKey) throw refuseKey();
    if (held + bytes > max) throw refuse();
  }

  function hold(key: string, bytes: number): void {
    held += bytes;
    const heldOfKey = (heldByKey.get(key) ?? 0) + bytes;
    if (heldOfKey === 0) heldByKey.delete(key);
    else heldByKey.set(key, heldOfKey);
  }

  return {
    open(key) {
      let own = 0;
      return {
        declare: (bytes) => assertRoom(key, bytes),
        add(bytes) {
          assertRoom(key, bytes);
          own += bytes;
          hold(key, bytes);
        },
        release: () => hold(key, -own),
      };
    },
  };
}
