import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { assertMayDelete } from '@order-hub/shared/placed-resource';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteListRow } from './deleted/anonymised-list.store.ts';
import type { CustomerListPath } from './customer-list.ts';
import { lockCustomerList } from './find-customer-list.ts';

export type DeleteListDeps = { db: Database; anonymisingLists: Pick<Repeating, 'wake'> };

/**
 * Deletes a list with its customers and loyalty cards, without an event. No reader sees them from then on, because each is
 * read together with its list. In the background, the customers' orders and events are anonymised
 * (anonymise-deleted-lists.ts), and the rows deleted (clear-deleted-lists.ts). Throws 404, 401 and 403.
 */
export async function deleteCustomerList(
  { db, anonymisingLists }: DeleteListDeps,
  { caller }: Context,
  { customer_list_id }: CustomerListPath,
) {
  await transaction(db, async (trx) => {
    const list = await lockCustomerList(trx, caller, customer_list_id);
    assertMayDelete(caller, 'customer_list', list);
    await deleteListRow(trx, list, caller.client_id);
  });
  anonymisingLists.wake();
  return {};
}
