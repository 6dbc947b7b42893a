import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { viewEntries } from './entry.ts';
import type { SentEntries } from './entry.schema.ts';
import type { InventoryPath } from './find-inventory.ts';
import { updatedInventory } from './inventory-change.ts';
import { inventoryUpdated } from './inventory.events.ts';
import { listEntries } from './inventory.store.ts';
import { lockInventory } from './lock-inventory.ts';
import { saveInventory } from './save-inventory.ts';

/** Replaces the entries of a catalog in a location. Returns all of them. Throws 404, 403 and 422. */
export function updateInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath, sent: SentEntries) {
  const cause = { client_id: ctx.caller.client_id, now: ctx.now };
  return transaction(db, async (trx) => {
    const { inventory, entries } = await lockInventory(trx, ctx, path, sent);
    const change = updatedInventory(entries, await listEntries(trx, inventory, ctx.now));
    if (change) await saveInventory(trx, inventory, change, inventoryUpdated(inventory, cause));
    return viewEntries(await listEntries(trx, inventory, ctx.now), inventory);
  });
}
