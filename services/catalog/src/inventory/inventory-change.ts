/** What requests and the clock make of an inventory (docs/api/catalogs.md#inventory). Pure: null means that nothing changes. */
import { isSame, keyOf, type Entry } from './entry.ts';

/** Entries to delete first, and entries to store then. */
export type InventoryChange = { deleted: 'all' | readonly Entry[]; stored: readonly Entry[] };

const hasStock = ({ stock }: Entry) => stock !== null;

/** A PUT: these entries replace all others; entries without a stock are ignored. `before`: all entries. */
export function updatedInventory(sent: readonly Entry[], before: readonly Entry[]): InventoryChange | null {
  const stored = sent.filter(hasStock);
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const isUnchanged =
    stored.length === before.length && stored.every((entry) => isSame(entry, known.get(keyOf(entry))));
  return isUnchanged ? null : { deleted: 'all', stored };
}

/** A PATCH: these entries change, all others stay; an entry without a stock is removed. `before`: those of the same refs. */
export function patchedInventory(sent: readonly Entry[], before: ReadonlyMap<string, Entry>): InventoryChange | null {
  if (sent.every((entry) => isSame(entry, before.get(keyOf(entry))))) return null;
  return { deleted: sent.filter((entry) => !hasStock(entry)), stored: sent.filter(hasStock) };
}

/** Expired entries as they are announced: one list for each time, with null for each stock. */
export function expiredByTime(due: readonly (Entry & { expires_at: Date })[]): Entry[][] {
  const byTime = new Map<number, Entry[]>();
  for (const { kind, ref, expires_at } of due) {
    const entries = byTime.get(expires_at.getTime()) ?? [];
    entries.push({ kind, ref, stock: null, expires_at: null });
    byTime.set(expires_at.getTime(), entries);
  }
  return [...byTime.values()];
}
