/** Several customers at a time, each with its list and its private refs. */
import type { Queryable } from '@order-hub/shared/database';
import { keyText, type CustomerKey, type CustomerRecord } from './customer.ts';
import { customerColumns, privateRefsColumn } from './customer.store.ts';

const recordColumns = `${customerColumns}, ${privateRefsColumn}, to_jsonb(list) as list`;

/** The list of `customers as c`. */
const joinList = 'join customer_lists as list on list.account_id = c.account_id and list.id = c.customer_list_id';

// Subqueries, so that PostgreSQL plans the statement once (customer-orders/customer-order.store.ts).
const fromKeys = `unnest((select $1::text[]), (select $2::text[]), (select $3::text[]))
    as key (account_id, customer_list_id, customer_id)
  join customers as c on c.account_id = key.account_id and c.id = key.customer_id
    and c.customer_list_id = key.customer_list_id
  ${joinList}`;

const valuesOf = (keys: readonly CustomerKey[]) => [
  keys.map(({ account_id }) => account_id),
  keys.map(({ customer_list_id }) => customer_list_id),
  keys.map(({ customer_id }) => customer_id),
];

/**
 * Locks customers until the transaction ends; their lists cannot be deleted meanwhile. Locks in the order of the ids, so
 * that two transactions cannot deadlock. Returns the keys of the customers that exist.
 */
export async function lockCustomerRows(trx: Queryable, keys: readonly CustomerKey[]): Promise<CustomerKey[]> {
  const { rows } = await trx.query<CustomerKey>({
    name: 'lock-customers',
    text: `select c.account_id, c.customer_list_id, c.id as customer_id from ${fromKeys}
           order by c.account_id, c.id for update of c for key share of list`,
    values: valuesOf(keys),
  });
  return rows;
}

/** Customers by `keyText`. */
export async function findCustomerRecords(
  db: Queryable,
  keys: readonly CustomerKey[],
): Promise<Map<string, CustomerRecord>> {
  const { rows } = await db.query<CustomerRecord>({
    name: 'find-customer-records',
    text: `select ${recordColumns} from ${fromKeys}`,
    values: valuesOf(keys),
  });
  return new Map(
    rows.map((row) => {
      const { id: customer_id, list } = row;
      return [keyText({ account_id: list.account_id, customer_list_id: list.id, customer_id }), row] as const;
    }),
  );
}

/** How a client's order names its customer: by id, or by a list and the client's private ref. Any other name finds nothing. */
export type CustomerName = {
  account_id: string;
  client_id: string;
  customer_id?: string | undefined;
  customer_list_id?: string | undefined;
  private_ref?: string | undefined;
};

/** Customers by the index of their name; without an entry for a name that finds nothing. */
export async function findNamedCustomers(
  db: Queryable,
  names: readonly CustomerName[],
): Promise<Map<number, CustomerRecord>> {
  const { rows } = await db.query<CustomerRecord & { index: number }>({
    name: 'find-named-customers',
    text: `select (ordinality - 1)::integer as index, ${recordColumns}
           from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]), (select $5::text[]))
             with ordinality as named (account_id, client_id, customer_id, customer_list_id, private_ref, ordinality)
           join customers as c on c.account_id = named.account_id and c.id = coalesce(named.customer_id, (
             select r.customer_id from customer_private_refs as r
             where r.account_id = named.account_id and r.customer_list_id = named.customer_list_id
               and r.client_id = named.client_id and r.private_ref = named.private_ref))
           ${joinList}`,
    values: [
      names.map(({ account_id }) => account_id),
      names.map(({ client_id }) => client_id),
      names.map(({ customer_id }) => customer_id),
      names.map(({ customer_list_id }) => customer_list_id),
      names.map(({ private_ref }) => private_ref),
    ],
  });
  return new Map(rows.map(({ index, ...customer }) => [index, customer]));
}
