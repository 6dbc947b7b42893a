/** Many customers at a time, each named once. */
import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Customer } from './customer.ts';
import { refsByClient, seenByAll, type CustomerKey } from './customer.store.ts';

/** What tells customers of all accounts apart. */
export const keyText = ({ account_id, customer_id }: Omit<CustomerKey, 'customer_list_id'>) =>
  `${account_id} ${customer_id}`;

// Subqueries, so that the plan is made once (customer-orders/customer-order.store.ts).
const named = `unnest((select $1::text[]), (select $2::text[]), (select $3::text[]))
    as named (account_id, customer_list_id, customer_id)
  join customers as c on c.account_id = named.account_id and c.id = named.customer_id
    and c.customer_list_id = named.customer_list_id`;

const valuesOf = (keys: readonly CustomerKey[]) => [
  keys.map(({ account_id }) => account_id),
  keys.map(({ customer_list_id }) => customer_list_id),
  keys.map(({ customer_id }) => customer_id),
];

/**
 * Locks customers, with their private refs, cards and figures, and keeps their lists, until the transaction ends. Always in
 * the order of their ids, so that two transactions cannot deadlock. Returns the lists of those that there are, by `keyText`.
 */
export async function lockCustomers(trx: Queryable, keys: readonly CustomerKey[]): Promise<Map<string, CustomerList>> {
  const { rows } = await trx.query<{ customer_id: string; list: CustomerList }>({
    name: 'lock-customers',
    text: `select c.id as customer_id, to_jsonb(list) as list from ${named}
           join customer_lists as list on list.account_id = c.account_id and list.id = c.customer_list_id
           order by c.account_id, c.id for update of c for key share of list`,
    values: valuesOf(keys),
  });
  return new Map(
    rows.map(({ customer_id, list }) => [keyText({ account_id: list.account_id, customer_id }), list] as const),
  );
}

/** A customer and its private refs by client. */
export type LockedCustomer = Customer & { private_refs: Record<string, string> };

/** Locked customers by `keyText`. */
export async function findLockedCustomers(trx: Queryable, keys: readonly CustomerKey[]) {
  const { rows } = await trx.query<LockedCustomer & { account_id: string }>({
    name: 'find-locked-customers',
    text: `select c.account_id, ${seenByAll}, ${refsByClient} from ${named}`,
    values: valuesOf(keys),
  });
  return new Map(
    rows.map((row) => [keyText({ account_id: row.account_id, customer_id: row.id }), row as LockedCustomer]),
  );
}
