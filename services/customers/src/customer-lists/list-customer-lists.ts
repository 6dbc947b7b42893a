import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { hasAll } from '@order-hub/shared/placed-resource';
import type { CustomerListPage } from './customer-list.schema.ts';
import { listCustomerListRows } from './customer-list.store.ts';
import { viewListedCustomerList } from './customer-list.view.ts';

type Place = { location_id?: string };

/** A page of the lists that can be used in a location or, without one, of those of the account itself; as far as the caller may see them. */
export async function listCustomerLists(
  { db }: { db: Database },
  { caller }: Context,
  place: Place,
  page: CustomerListPage,
) {
  const { account, customer_list_id } = caller;
  const seesAll = hasAll(caller, 'customer_list', 'read');
  if (!seesAll && customer_list_id === null) return { items: [], next: null };
  const id = seesAll ? null : customer_list_id;
  const listed = { account_id: account.id, location_id: place.location_id ?? null, id };
  const { items, next } = await listCustomerListRows(db, listed, page);
  return { items: items.map(viewListedCustomerList), next };
}
