import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findCustomerListRow } from './customer-list.store.ts';

type Asked = { account_id: string; customer_list_id: string };

/** The name and place of a customer list of an account. Throws 404. */
export async function lookUpCustomerList({ db }: { db: Database }, { account_id, customer_list_id }: Asked) {
  const list = await findCustomerListRow(db, account_id, customer_list_id);
  if (!list) throw notFound('Customer list');
  return { name: list.name, location_id: list.location_id };
}
