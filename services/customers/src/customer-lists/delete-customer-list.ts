import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { assertMayDelete } from '@order-hub/shared/placed-resource';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteCustomerListRow } from './customer-list.store.ts';
import { getLockedList } from './find-customer-list.ts';

export type DeleteListDeps = { db: Database; clearingLists: Pick<Repeating, 'wake'> };

type Path = { customer_list_id: string };

/**
 * Deletes a list with its customers and loyalty cards, without an event. They are gone for every reader at once, since
 * each is read together with its list; their rows follow in batches (clear-deleted-lists.ts). Throws 404, 401 and 403.
 */
export async function deleteCustomerList(
  { db, clearingLists }: DeleteListDeps,
  { caller }: Context,
  { customer_list_id }: Path,
) {
  await transaction(db, async (trx) => {
    const list = await getLockedList(trx, caller, customer_list_id);
    assertMayDelete(caller, 'customer_list', list);
    await deleteCustomerListRow(trx, list);
  });
  clearingLists.wake();
  return {};
}
