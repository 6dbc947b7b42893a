/**
 * Customers who were anonymised. To store an order of a customer takes a shared lock, to mark the customer an exclusive
 * one. So an order is either committed before the mark, and anonymised because of it, or stored after it, and sees it.
 */
import type { Queryable } from '@order-hub/shared/database';

/** Whether the customer was anonymised; they cannot be marked before the transaction ends. */
export async function isForgotten(trx: Queryable, account_id: string, customer_id: string): Promise<boolean> {
  // Two statements: the second one's snapshot must be younger than the lock.
  await trx.query({
    name: 'share-customer',
    text: `select pg_advisory_xact_lock_shared(hashtextextended('customer:' || $1, 0))`,
    values: [customer_id],
  });
  const { rowCount } = await trx.query({
    name: 'is-forgotten',
    text: 'select 1 from forgotten_customers where account_id = $1 and customer_id = $2',
    values: [account_id, customer_id],
  });
  return rowCount !== 0;
}

/** A customer of an account who was anonymised. */
export type ForgottenCustomer = { account_id: string; customer_id: string };

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
