import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { ChangeCause } from '@order-hub/shared/resource-changed';
import { findSharedChanges } from './sharing/find-shared-changes.ts';
import type { Inventory } from './inventory.ts';
import { hasStock, type InventoryChange } from './inventory-change.ts';
import { deleteEntries, upsertEntries } from './inventory.store.ts';
import { deleteMirrored, upsertMirrored } from './sharing/mirrored-entry.store.ts';

/** `own`: announces the change for the catalog through which it was made. */
type Announcement = { own: OutgoingMessage; cause: ChangeCause };

/** Stores a change of a locked inventory, and announces it for every catalog that shares the stock. */
export async function saveInventory(
  trx: Queryable,
  inventory: Inventory,
  { changed, stored }: InventoryChange,
  { own, cause }: Announcement,
): Promise<void> {
  const gone = changed.filter((entry) => !hasStock(entry));
  await deleteEntries(trx, inventory, gone);
  await deleteMirrored(trx, inventory, gone);
  await upsertEntries(trx, inventory, changed.filter(hasStock));
  await upsertMirrored(trx, inventory, stored);
  const { catalog_id, ...place } = inventory;
  await record(trx, own, ...(await findSharedChanges(trx, place, { catalog_id, changed, cause })));
}
