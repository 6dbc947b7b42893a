/** The table of customer lists. */
import type { Queryable } from '@order-hub/shared/database';
import type { PlacedTable } from '@order-hub/shared/placed-resource-store';
import type { CustomerList } from './customer-list.ts';

export const customerListTable: PlacedTable<CustomerList> = {
  kind: 'customer_list',
  name: 'customer_lists',
  ownColumns: [],
};

/** Stores the name of a list. */
export async function updateCustomerListRow(trx: Queryable, { account_id, id, name }: CustomerList): Promise<void> {
  await trx.query('update customer_lists set name = $3 where account_id = $1 and id = $2', [account_id, id, name]);
}
