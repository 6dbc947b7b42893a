import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { findKeptCatalog } from '../catalogs/find-catalog.ts';
import { assertEntries, sentEntries, shownEntry, type Entry, type Inventory } from './entry.ts';
import type { InventoryChange } from './entry.schema.ts';
import { getInventory, type InventoryPath } from './find-inventory.ts';
import { findKnownRefs, lockInventory } from './inventory.store.ts';

/**
 * Changes an inventory, locked until all is written. `change` writes entries that were checked, and returns those to show.
 * Throws 404, 403 and 422.
 */
export function changeInventory(
  db: Database,
  ctx: Context,
  { sent, ...path }: InventoryPath & { sent: InventoryChange },
  change: (trx: Queryable, inventory: Inventory, entries: readonly Entry[]) => Promise<readonly Entry[]>,
) {
  return transaction(db, async (trx) => {
    const catalog = await findKeptCatalog(trx, ctx.caller, path.catalog_id);
    const inventory = getInventory(ctx, path, catalog, 'write');
    const entries = sentEntries(sent);
    assertEntries(entries, await findKnownRefs(trx, inventory, entries), ctx.now);
    await lockInventory(trx, inventory);
    const shown = await change(trx, inventory, entries);
    return shown.map((entry) => shownEntry(entry, inventory.timezone));
  });
}
