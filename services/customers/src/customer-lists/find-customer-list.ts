/** Finds the list that a path names, for whoever may see it; for every other caller it is not found. */
import type { AccountCaller } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { assertMayWrite, canSee } from '@order-hub/shared/placed-resource';
import type { CustomerList } from './customer-list.ts';
import { findCustomerListRow, lockCustomerListRow, shareCustomerListRow } from './customer-list.store.ts';

function seen(caller: AccountCaller, list: CustomerList | undefined): CustomerList {
  if (!list || !canSee(caller, 'customer_list', list)) throw notFound('Customer list');
  return list;
}

/** A list that the caller may see. Throws 404. */
export const getCustomerList = async (db: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> =>
  seen(caller, await findCustomerListRow(db, caller.account.id, id));

/** A list that the caller may see, locked until the transaction ends. Throws 404. */
export const getLockedList = async (trx: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> =>
  seen(caller, await lockCustomerListRow(trx, caller.account.id, id));

/**
 * A list whose customers and loyalty cards the caller may write. It cannot be deleted before the transaction ends, so
 * that nothing is added to a deleted list. Throws 404 and 403.
 */
export async function getWritableList(trx: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> {
  const list = seen(caller, await shareCustomerListRow(trx, caller.account.id, id));
  assertMayWrite(caller, 'customer_list', list);
  return list;
}

/** A list, for the hub itself. It cannot be deleted before the transaction ends. Undefined when there is none. */
export const findKeptList = (trx: Queryable, account_id: string, id: string): Promise<CustomerList | undefined> =>
  shareCustomerListRow(trx, account_id, id);
