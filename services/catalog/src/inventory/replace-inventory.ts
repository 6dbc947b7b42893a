import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { changeInventory } from './change-inventory.ts';
import { isSame, keyOf, type Entry } from './entry.ts';
import type { InventoryChange } from './entry.schema.ts';
import type { InventoryPath } from './find-inventory.ts';
import { inventoryUpdated } from './inventory.events.ts';
import { deleteAllEntries, listEntries, upsertEntries } from './inventory.store.ts';

/** Whether the same refs have the same stock. */
function areSame(entries: readonly Entry[], before: readonly Entry[]): boolean {
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  return entries.length === before.length && entries.every((entry) => isSame(entry, known.get(keyOf(entry))));
}

/** Replaces the entries of a catalog in a location; entries without a stock are ignored. Returns all of them. */
export function replaceInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath, sent: InventoryChange) {
  const cause = { client_id: ctx.caller.client_id, now: ctx.now };
  return changeInventory(db, ctx, { ...path, sent }, async (trx, inventory, entries) => {
    const kept = entries.filter(({ stock }) => stock !== null);
    if (areSame(kept, await listEntries(trx, inventory, ctx.now))) return listEntries(trx, inventory, ctx.now);
    await deleteAllEntries(trx, inventory);
    await upsertEntries(trx, inventory, kept);
    await record(trx, inventoryUpdated(inventory, cause));
    return listEntries(trx, inventory, ctx.now);
  });
}
