import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { viewEntries } from './entry.ts';
import type { SentEntries } from './entry.schema.ts';
import type { InventoryPath } from './find-inventory.ts';
import { patchedInventory } from './inventory-change.ts';
import { inventoryPatched } from './inventory.events.ts';
import { findEntries } from './inventory.store.ts';
import { lockInventory } from './lock-inventory.ts';
import { saveInventory } from './save-inventory.ts';

/** Changes the listed entries of a catalog in a location. Returns these entries. Throws 404, 403 and 422. */
export function patchInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath, sent: SentEntries) {
  const cause = { client_id: ctx.caller.client_id, now: ctx.now };
  return transaction(db, async (trx) => {
    const { inventory, entries } = await lockInventory(trx, ctx, path, sent);
    const change = patchedInventory(entries, await findEntries(trx, inventory, entries));
    if (change) await saveInventory(trx, inventory, change, inventoryPatched(inventory, cause, entries));
    return viewEntries(entries, inventory);
  });
}
