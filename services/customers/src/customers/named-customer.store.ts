import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { columns, type OwnCustomer } from './customer.store.ts';

/** How an order names its customer. */
export type CustomerName = { customer_id: string } | { customer_list_id: string; private_ref: string };

type NamedCustomer = OwnCustomer & { list: CustomerList; private_refs: Record<string, string> };

const byId = 'c.id = $3';
const byRef = `c.customer_list_id = $3 and c.id = (
  select customer_id from customer_private_refs
  where account_id = $1 and customer_list_id = $3 and client_id = $2 and private_ref = $4)`;

/** The customer of that name, by id or by the client's private ref, with its list and its private refs by client. */
export async function findNamedCustomer(db: Queryable, account_id: string, client_id: string, name: CustomerName) {
  const isId = 'customer_id' in name;
  const { rows } = await db.query<NamedCustomer>({
    name: isId ? 'find-customer-by-id' : 'find-customer-by-ref',
    text: `select ${columns}, to_jsonb(list) as list,
             coalesce((select jsonb_object_agg(client_id, private_ref) from customer_private_refs as r
                       where r.account_id = c.account_id and r.customer_id = c.id), '{}') as private_refs
           from customers as c
           join customer_lists as list on list.account_id = c.account_id and list.id = c.customer_list_id
           where c.account_id = $1 and ${isId ? byId : byRef}`,
    values: [account_id, client_id, ...(isId ? [name.customer_id] : [name.customer_list_id, name.private_ref])],
  });
  return rows[0];
}
