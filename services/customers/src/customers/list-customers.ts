import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText } from '@order-hub/shared/json';
import { getCustomerList } from '../customer-lists/find-customer-list.ts';
import type { CustomerFilters } from '../customer-search/customer-search.schema.ts';
import { findCustomers } from '../customer-search/find-customers.ts';
import { listCustomerRows } from './customer.store.ts';
import { customerText } from './customer.view.ts';

/** A page of the customers of a list, as the calling client sees them. Throws 404. */
export async function listCustomers(
  { db }: { db: Database },
  { caller }: Context,
  { customer_list_id }: { customer_list_id: string },
  filters: CustomerFilters,
) {
  const { client_id } = caller;
  const list = await getCustomerList(db, caller, customer_list_id);
  const search = { account_id: list.account_id, customer_list_id, client_id, filters };
  const { items, next } = await findCustomers(db, search);
  const customers = await listCustomerRows(db, list, client_id, items);
  return { items: customers.map((customer) => jsonText(customerText({ list, customer }, customer.own_ref))), next };
}
