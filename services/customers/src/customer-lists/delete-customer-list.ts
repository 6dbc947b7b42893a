import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { deletePlacedRow } from '@order-hub/shared/deleted-resource-store';
import { assertMayDelete } from '@order-hub/shared/placed-resource';
import type { Repeating } from '@order-hub/shared/repeating';
import { customerListTable } from './customer-list.store.ts';
import { lockCustomerList } from './find-customer-list.ts';

export type DeleteListDeps = { db: Database; clearingLists: Pick<Repeating, 'wake'> };

type CustomerListPath = { customer_list_id: string };

/**
 * Deletes a list with its customers and loyalty cards, without an event. No reader sees them from then on, because each is
 * read together with its list; their rows are deleted in batches (clear-deleted-lists.ts). Throws 404, 401 and 403.
 */
export async function deleteCustomerList(
  { db, clearingLists }: DeleteListDeps,
  { caller }: Context,
  { customer_list_id }: CustomerListPath,
) {
  await transaction(db, async (trx) => {
    const list = await lockCustomerList(trx, caller, customer_list_id);
    assertMayDelete(caller, 'customer_list', list);
    await deletePlacedRow(trx, customerListTable, list);
  });
  clearingLists.wake();
  return {};
}
