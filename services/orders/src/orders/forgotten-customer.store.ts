/**
 * Customers who were anonymised. To store an order of a customer takes a shared lock, to mark the customer an exclusive
 * one. So an order is either committed before the mark, and anonymised because of it, or stored after it, and sees it.
 */
import type { Queryable } from '@order-hub/shared/database';

/** A customer of an account who was anonymised. */
export type ForgottenCustomer = { account_id: string; customer_id: string };

/** What tells customers of all accounts apart. */
export const keyText = ({ account_id, customer_id }: ForgottenCustomer) => `${account_id} ${customer_id}`;

/** Those of the customers who were anonymised, by `keyText`; none of them can be marked before the transaction ends. */
export async function findForgotten(trx: Queryable, customers: readonly ForgottenCustomer[]): Promise<Set<string>> {
  const ids = customers.map(({ customer_id }) => customer_id);
  // Two statements: the second one's snapshot must be younger than the locks. Sorted, so that this and the marking of
  // several customers do not deadlock.
  await trx.query({
    name: 'share-customers',
    text: `select pg_advisory_xact_lock_shared(hashtextextended('customer:' || id, 0)) from unnest($1::text[]) as id`,
    values: [[...new Set(ids)].sort()],
  });
  const { rows } = await trx.query<ForgottenCustomer>({
    name: 'find-forgotten',
    text: `select account_id, customer_id
           from unnest((select $1::text[]), (select $2::text[])) as placed (account_id, customer_id)
           join forgotten_customers using (account_id, customer_id)`,
    values: [customers.map(({ account_id }) => account_id), ids],
  });
  return new Set(rows.map(keyText));
}

/** Marks the customer as anonymised, after the orders that are being placed for them. */
export async function insertForgottenCustomer(trx: Queryable, { account_id, customer_id }: ForgottenCustomer) {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('customer:' || $1, 0))`, [customer_id]);
  await trx.query('insert into forgotten_customers (account_id, customer_id) values ($1, $2) on conflict do nothing', [
    account_id,
    customer_id,
  ]);
}

/** Customers of whom orders may still show personal data, longest waiting first. */
export async function listUnfinishedCustomers(db: Queryable): Promise<ForgottenCustomer[]> {
  const { rows } = await db.query<ForgottenCustomer>(
    `select account_id, customer_id from forgotten_customers where finished_at is null order by forgotten_at limit 100`,
  );
  return rows;
}

/** No order of the customer shows personal data any more. */
export async function updateFinishedCustomer(db: Queryable, { account_id, customer_id }: ForgottenCustomer, at: Date) {
  await db.query('update forgotten_customers set finished_at = $3 where account_id = $1 and customer_id = $2', [
    account_id,
    customer_id,
    at,
  ]);
}
