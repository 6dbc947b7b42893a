import type { Context } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { lockAnyCatalogKeyShared } from '../catalogs/find-catalog.ts';
import type { SentEntries } from './entries/entry.schema.ts';
import { inventoryOf, type Inventory, type InventoryPath } from './inventory.ts';
import { lockInventoryRow } from './inventory.store.ts';
import { findKnownRefs, findRefsOfIds } from './named-part.store.ts';
import { acceptedEntries, namedIds, namedRefs, type AcceptedEntries } from './entries/sent-entry.ts';

/** Checks the entries that a client sends, and locks their inventory until the transaction ends. Throws 404, 403 and 422. */
export async function lockInventory(
  trx: Queryable,
  ctx: Context,
  path: InventoryPath,
  sent: SentEntries,
): Promise<{ inventory: Inventory } & AcceptedEntries> {
  const catalog = await lockAnyCatalogKeyShared(trx, ctx.caller, path.catalog_id);
  const inventory = inventoryOf(catalog, path, ctx.caller, 'write');
  const refs = await findKnownRefs(trx, inventory, namedRefs(sent));
  const refsOfIds = await findRefsOfIds(trx, inventory, namedIds(sent));
  const accepted = acceptedEntries(sent, { refs, refsOfIds }, ctx.now);
  await lockInventoryRow(trx, inventory);
  return { inventory, ...accepted };
}
