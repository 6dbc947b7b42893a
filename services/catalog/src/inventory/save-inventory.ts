import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { Inventory } from './entry.ts';
import type { InventoryChange } from './inventory-change.ts';
import { deleteAllEntries, deleteEntries, upsertEntries } from './inventory.store.ts';

/** Stores a change of a locked inventory, with the message that announces it. */
export async function saveInventory(
  trx: Queryable,
  inventory: Inventory,
  { deleted, stored }: InventoryChange,
  announcement: OutgoingMessage,
): Promise<void> {
  if (deleted === 'all') await deleteAllEntries(trx, inventory);
  else await deleteEntries(trx, inventory, deleted);
  await upsertEntries(trx, inventory, stored);
  await record(trx, announcement);
}
