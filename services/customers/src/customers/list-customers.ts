import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText } from '@order-hub/shared/json';
import type { LargeReads } from '@order-hub/shared/large-reads';
import type { CustomerListPath } from '../customer-lists/customer-list.ts';
import { getCustomerList } from '../customer-lists/find-customer-list.ts';
import { listCustomerRows } from './customer.store.ts';
import { customerText } from './customer.view.ts';
import type { CustomerFilters } from './search/customer-search.schema.ts';
import { findCustomers } from './search/find-customers.ts';

/** A page of the customers of a list, as the calling client sees them. Throws 404. */
export async function listCustomers(
  { db, reads }: { db: Database; reads: LargeReads },
  ctx: Context,
  { customer_list_id }: CustomerListPath,
  filters: CustomerFilters,
) {
  const { caller } = ctx;
  const { client_id } = caller;
  const list = await getCustomerList(db, caller, customer_list_id);
  const search = { account_id: list.account_id, customer_list_id, client_id, filters };
  const found = await findCustomers(db, search);
  return reads.page(ctx, async (bytesMax) => {
    const page = await listCustomerRows(db, list, client_id, { ids: found.items, bytesMax });
    const items = page.items.map((customer) => jsonText(customerText({ list, customer }, customer.own_ref)));
    return { items, next: page.next ?? found.next, isCut: page.isCut };
  });
}
