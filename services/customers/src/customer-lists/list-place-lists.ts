import type { Queryable } from '@order-hub/shared/database';
import { selectableMax } from '@order-hub/shared/placed-resource';
import { listPlacedRows } from '@order-hub/shared/placed-resource-store';
import type { CustomerList } from './customer-list.ts';
import { customerListTable } from './customer-list.store.ts';

/** The first lists that a location can use: its own and those of its account, oldest first. */
export async function listPlaceLists(
  db: Queryable,
  place: { account_id: string; location_id: string },
): Promise<readonly CustomerList[]> {
  const { items } = await listPlacedRows(db, customerListTable, { ...place, id: null }, { count: selectableMax });
  return items;
}
