/** How requests and expiry change an inventory (docs/api/catalogs.md#inventory). Pure: null means that nothing changes. */
import { isSame, keyOf, type Entry } from './entries/entry.ts';

/** `changed`: the entries that differ afterwards, with a null stock for a removed one. `stored`: all entries with a stock. */
export type InventoryChange = { changed: readonly Entry[]; stored: readonly Entry[] };

export const hasStock = ({ stock }: Entry) => stock !== null;

const removed = ({ kind, ref }: Entry): Entry => ({ kind, ref, stock: null, expires_at: null });

const changeOf = (changed: readonly Entry[], sent: readonly Entry[]): InventoryChange | null =>
  changed.length === 0 ? null : { changed, stored: sent.filter(hasStock) };

/** A PUT: these entries replace those of the catalog; entries without a stock are ignored. `before`: those of the catalog. */
export function replacedInventory(sent: readonly Entry[], before: readonly Entry[]): InventoryChange | null {
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const stored = sent.filter(hasStock);
  const kept = new Set(stored.map(keyOf));
  const gone = before.filter((entry) => !kept.has(keyOf(entry))).map(removed);
  return changeOf([...stored.filter((entry) => !isSame(entry, known.get(keyOf(entry)))), ...gone], sent);
}

/** A PATCH: these entries change, all others stay; an entry without a stock is removed. `before`: those of the same refs. */
export const patchedInventory = (sent: readonly Entry[], before: ReadonlyMap<string, Entry>): InventoryChange | null =>
  changeOf(
    sent.filter((entry) => !isSame(entry, before.get(keyOf(entry)))),
    sent,
  );

/** Expired entries as they are announced: one list for each time, with null for each stock. */
export function expiredByTime(due: readonly (Entry & { expires_at: Date })[]): Entry[][] {
  const byTime = new Map<number, Entry[]>();
  for (const entry of due) {
    const time = entry.expires_at.getTime();
    const entries = byTime.get(time) ?? [];
    entries.push(removed(entry));
    byTime.set(time, entries);
  }
  return [...byTime.values()];
}
