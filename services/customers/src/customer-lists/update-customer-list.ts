import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { assertMayUpdate } from '@order-hub/shared/placed-resource';
import { nameIsUsed } from './customer-list.ts';
import type { CustomerListCreate } from './customer-list.schema.ts';
import { isNameUsed, lockNames, updateCustomerListName } from './customer-list.store.ts';
import { viewCustomerList } from './customer-list.view.ts';
import { getLockedList } from './find-customer-list.ts';

type Path = { customer_list_id: string };

/** Renames a list. Throws 404, 401 or 403, and 422 when the name is used. */
export function updateCustomerList(
  { db }: { db: Database },
  { caller }: Context,
  { customer_list_id }: Path,
  { name }: CustomerListCreate,
) {
  return transaction(db, async (trx) => {
    await lockNames(trx, caller.account.id);
    const list = await getLockedList(trx, caller, customer_list_id);
    assertMayUpdate(caller, 'customer_list', list);
    const renamed = { ...list, name };
    if (await isNameUsed(trx, renamed)) throw nameIsUsed();
    await updateCustomerListName(trx, renamed);
    return viewCustomerList(renamed);
  });
}
