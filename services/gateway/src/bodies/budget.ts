/** Limits what clients have in use, such as bytes in memory: for each key (an account, an address), and for all together. */

/** This part of what a key may have at best is little. */
const littlePart = 1 / 64;

type BudgetOptions = { max?: number; maxPerKey?: number };

/** What one request has in use of a budget. */
export type Holding = {
  /** Takes more. Returns false, and takes nothing, if that would be more than the key may have. */
  take(amount: number): boolean;
  /** Takes what is in use already, even if it is more than the key may have. */
  add(amount: number): void;
  /** Gives everything back. May be called again. */
  release(): void;
};

export type Budget = {
  hold(key: string): Holding;
  /** Whether the key has half of what it may have, and should begin nothing new. What is little for a key is never too much. */
  isBusy(key: string): boolean;
  /** What all keys together have in use. */
  used(): number;
};

/**
 * A key may have `maxPerKey`, and no more than is free of `max`. So however much a few greedy keys want, they leave room: two
 * of them get a third of `max` each, and a third stays free (the dynamic threshold of Choudhury and Hahne, 1998).
 */
export function openBudget({ max = Infinity, maxPerKey = Infinity }: BudgetOptions): Budget {
  const usedByKey = new Map<string, number>();
  let used = 0;
  const usedBy = (key: string) => usedByKey.get(key) ?? 0;
  const little = Math.min(maxPerKey, max) * littlePart;
  const shareMax = () => Math.min(maxPerKey, max - used);

  function change(key: string, amount: number): void {
    used += amount;
    const left = usedBy(key) + amount;
    if (left > 0) usedByKey.set(key, left);
    else usedByKey.delete(key);
  }

  return {
    used: () => used,
    hold(key) {
      let held = 0;
      const add = (amount: number) => {
        held += amount;
        change(key, amount);
      };
      return {
        add,
        take(amount) {
          if (usedBy(key) + amount > shareMax()) return false;
          add(amount);
          return true;
        },
        release() {
          if (held > 0) add(-held);
        },
      };
    },
    isBusy: (key) => usedByKey.size > 0 && usedBy(key) >= Math.max(little, shareMax() / 2),
  };
}
