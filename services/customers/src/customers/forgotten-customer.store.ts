/** Customers who were anonymised, and of whom messages in the outbox may still hold personal data. */
import type { Queryable } from '@order-hub/shared/database';

export async function insertForgottenCustomer(trx: Queryable, customer_id: string): Promise<void> {
  await trx.query('insert into forgotten_customers (customer_id) values ($1)', [customer_id]);
}

/** Up to a hundred, longest waiting first. */
export async function listForgottenCustomers(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ customer_id: string }>(
    'select customer_id from forgotten_customers order by forgotten_at limit 100',
  );
  return rows.map(({ customer_id }) => customer_id);
}

export async function deleteForgottenCustomers(db: Queryable, customer_ids: readonly string[]): Promise<void> {
  await db.query('delete from forgotten_customers where customer_id = any ($1::text[])', [customer_ids]);
}
