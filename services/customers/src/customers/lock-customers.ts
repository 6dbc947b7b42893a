import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { findCustomerRecords, lockCustomerRows } from './customer-record.store.ts';
import { keyText, type CustomerKey, type CustomerRecord } from './customer.ts';

/**
 * Locks customers until the transaction ends, and reads them: by `keyText`, without those that do not exist. Every write to
 * a customer, its private refs, its cards or its order statistics locks it first.
 */
export async function lockCustomers(
  trx: Queryable,
  keys: readonly CustomerKey[],
): Promise<Map<string, CustomerRecord>> {
  const distinct = new Map(keys.map((key) => [keyText(key), key]));
  const locked = await lockCustomerRows(trx, [...distinct.values()]);
  return locked.length > 0 ? findCustomerRecords(trx, locked) : new Map();
}

/** Locks and reads one customer of a list. Undefined when there is no such customer. */
export async function lockCustomer(
  trx: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  customer_id: string,
): Promise<CustomerRecord | undefined> {
  const key = { account_id, customer_list_id, customer_id };
  return (await lockCustomers(trx, [key])).get(keyText(key));
}
