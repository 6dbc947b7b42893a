/** Finds lists for a caller. Throws 404 for a list that the caller may not see, as for a missing one. */
import type { AccountCaller, Context } from '@order-hub/shared/caller';
import type { Database, Queryable } from '@order-hub/shared/database';
import { getPlaced, lockPlaced, lockPlacedKeyShared, lookUpPlaced } from '@order-hub/shared/find-placed-resource';
import { assertMayWrite } from '@order-hub/shared/placed-resource';
import type { CustomerList } from './customer-list.ts';
import { customerListTable } from './customer-list.store.ts';

/** A list that the caller may see. Throws 404. */
export const getCustomerList = (db: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> =>
  getPlaced(db, customerListTable, caller, id);

/** A list that the caller may see, locked until the transaction ends. Throws 404. */
export const lockCustomerList = (trx: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> =>
  lockPlaced(trx, customerListTable, caller, id);

const writableBy = (caller: AccountCaller, list: CustomerList): CustomerList => {
  assertMayWrite(caller, 'customer_list', list);
  return list;
};

/** A list whose customers and loyalty cards the caller may write. Throws 404 and 403. */
export const getWritableList = async (db: Queryable, caller: AccountCaller, id: string): Promise<CustomerList> =>
  writableBy(caller, await getCustomerList(db, caller, id));

/** The same. It cannot be deleted before the transaction ends, so nothing is added to a deleted list. */
export const lockWritableListKeyShared = async (
  trx: Queryable,
  caller: AccountCaller,
  id: string,
): Promise<CustomerList> => writableBy(caller, await lockPlacedKeyShared(trx, customerListTable, caller, id));

type AccountListPath = { account_id: string; customer_list_id: string };

/** The name and place of a list of an account, for auth. Throws 404. */
export const lookUpCustomerList = ({ db }: { db: Database }, _ctx: Context<null>, path: AccountListPath) =>
  lookUpPlaced(db, customerListTable, { account_id: path.account_id, id: path.customer_list_id });
