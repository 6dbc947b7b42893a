import type { Context } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { findCatalogKeyShared } from '../catalogs/find-catalog.ts';
import { assertEntries, entriesOf, type Entry, type Inventory } from './entry.ts';
import type { SentEntries } from './entry.schema.ts';
import { getInventory, type InventoryPath } from './find-inventory.ts';
import { findKnownRefs, lockInventoryRow } from './inventory.store.ts';

/** Checks the entries that a client sends, and locks their inventory until the transaction ends. Throws 404, 403 and 422. */
export async function lockInventory(
  trx: Queryable,
  ctx: Context,
  path: InventoryPath,
  sent: SentEntries,
): Promise<{ inventory: Inventory; entries: Entry[] }> {
  const catalog = await findCatalogKeyShared(trx, ctx.caller, path.catalog_id);
  const inventory = getInventory(ctx, path, catalog, 'write');
  const entries = entriesOf(sent);
  assertEntries(entries, await findKnownRefs(trx, inventory, entries), ctx.now);
  await lockInventoryRow(trx, inventory);
  return { inventory, entries };
}
