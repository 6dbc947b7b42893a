import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { changeInventory } from './change-inventory.ts';
import { isSame, keyOf } from './entry.ts';
import type { InventoryChange } from './entry.schema.ts';
import type { InventoryPath } from './find-inventory.ts';
import { inventoryPatched } from './inventory.events.ts';
import { deleteEntries, findEntries, upsertEntries } from './inventory.store.ts';

/** Changes the entries that are listed; one without a stock is removed. Returns these entries. */
export function updateInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath, sent: InventoryChange) {
  const cause = { client_id: ctx.caller.client_id, now: ctx.now };
  return changeInventory(db, ctx, { ...path, sent }, async (trx, inventory, entries) => {
    const before = await findEntries(trx, inventory, entries);
    if (entries.every((entry) => isSame(entry, before.get(keyOf(entry))))) return entries;
    await deleteEntries(
      trx,
      inventory,
      entries.filter(({ stock }) => stock === null),
    );
    await upsertEntries(
      trx,
      inventory,
      entries.filter(({ stock }) => stock !== null),
    );
    await record(trx, inventoryPatched(inventory, cause, entries));
    return entries;
  });
}
