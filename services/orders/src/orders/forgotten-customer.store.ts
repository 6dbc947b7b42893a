/**
 * Customers who were anonymised. Placing an order for a customer shares a lock that forgetting the customer takes alone:
 * so an order is either committed before the forgetting begins, which then finds it, or is placed after it and sees it.
 */
import type { Queryable } from '@order-hub/shared/database';

/** Whether the customer was anonymised; nobody can forget them before the transaction ends. */
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

/** Marks the customer as anonymised, after the orders that are being placed for them. */
export async function insertForgottenCustomer(trx: Queryable, account_id: string, customer_id: string): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('customer:' || $1, 0))`, [customer_id]);
  await trx.query('insert into forgotten_customers (account_id, customer_id) values ($1, $2) on conflict do nothing', [
    account_id,
    customer_id,
  ]);
}
