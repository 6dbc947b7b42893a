import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Customer } from './customer.ts';
import { refsByClient, seenByAll } from './customer.store.ts';

/** How a client's order names its customer: by id, or by the client's private ref in a list. Any other finds nothing. */
export type CustomerName = {
  account_id: string;
  client_id: string;
  customer_id?: string | undefined;
  customer_list_id?: string | undefined;
  private_ref?: string | undefined;
};

export type NamedCustomer = Customer & { list: CustomerList; private_refs: Record<string, string> };

/** The customers of these names that there are, by place: each with its list and its private refs by client. */
export async function findNamedCustomers(
  db: Queryable,
  names: readonly CustomerName[],
): Promise<Map<number, NamedCustomer>> {
  const { rows } = await db.query<NamedCustomer & { place: number }>({
    name: 'find-named-customers',
    text: `select (place - 1)::integer as place, ${seenByAll}, ${refsByClient}, to_jsonb(list) as list
           from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]), (select $5::text[])) with ordinality
             as named (account_id, client_id, customer_id, customer_list_id, private_ref, place)
           join customers as c on c.account_id = named.account_id and c.id = coalesce(named.customer_id, (
             select r.customer_id from customer_private_refs as r
             where r.account_id = named.account_id and r.customer_list_id = named.customer_list_id
               and r.client_id = named.client_id and r.private_ref = named.private_ref))
           join customer_lists as list on list.account_id = c.account_id and list.id = c.customer_list_id`,
    values: [
      names.map(({ account_id }) => account_id),
      names.map(({ client_id }) => client_id),
      names.map(({ customer_id }) => customer_id),
      names.map(({ customer_list_id }) => customer_list_id),
      names.map(({ private_ref }) => private_ref),
    ],
  });
  return new Map(rows.map(({ place, ...found }) => [place, found]));
}
