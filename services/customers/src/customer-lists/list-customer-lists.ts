import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { listVisible } from '@order-hub/shared/find-placed-resource';
import type { CustomerListFilters } from './customer-list.schema.ts';
import { customerListTable } from './customer-list.store.ts';
import { viewListedCustomerList } from './customer-list.view.ts';

type Deps = { db: Database };
type ListPath = { location_id?: string };

/** A page of the lists that a location can use or, without one, of the account's own: those that the caller may see. */
export async function listCustomerLists(
  { db }: Deps,
  { caller }: Context,
  path: ListPath,
  filters: CustomerListFilters,
) {
  const { items, next } = await listVisible(db, customerListTable, caller, { ...path, ...filters });
  return { items: items.map(viewListedCustomerList), next };
}
