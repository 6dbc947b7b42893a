/** The table of customer lists. */
import type { Queryable } from '@order-hub/shared/database';
import type { LocationTimezone } from '@order-hub/shared/moved-locations';
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

/** Stores the timezones of locations, at most one of each, in their lists. */
export async function updateTimezones(trx: Queryable, locations: readonly LocationTimezone[]): Promise<void> {
  await trx.query({
    name: 'update-timezones',
    text: `update customer_lists as list set timezone = moved.timezone
           from unnest($1::text[], $2::text[], $3::text[]) as moved (account_id, location_id, timezone)
           where list.account_id = moved.account_id and list.location_id = moved.location_id
             and list.timezone <> moved.timezone`,
    values: [
      locations.map(({ account_id }) => account_id),
      locations.map(({ location_id }) => location_id),
      locations.map(({ timezone }) => timezone),
    ],
  });
}
