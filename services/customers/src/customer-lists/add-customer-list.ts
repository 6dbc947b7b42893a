import { transaction, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { nameIsUsed, type CustomerList } from './customer-list.ts';
import { insertCustomerList, isNameUsed, lockNames } from './customer-list.store.ts';

/** Stores a new list, whoever creates it. Throws 422 when the name is used there. */
export async function addCustomerList(db: Database, given: Omit<CustomerList, 'id'>, now: Date): Promise<CustomerList> {
  const list = { ...given, id: newId(now) };
  await transaction(db, async (trx) => {
    await lockNames(trx, list.account_id);
    if (await isNameUsed(trx, list)) throw nameIsUsed();
    await insertCustomerList(trx, list);
  });
  return list;
}
