/** Marks of anonymised customers whose personal data the outbox may still hold. */
import type { Queryable } from '@order-hub/shared/database';

export type AnonymisedCustomer = { customer_id: string };

export async function insertAnonymised(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await trx.query(
    `insert into forgotten_customers (customer_id) select id from unnest($1::text[]) as id on conflict do nothing`,
    [customer_ids],
  );
}

/** Up to a hundred, longest waiting first. */
export async function listUnfinished(db: Queryable): Promise<AnonymisedCustomer[]> {
  const { rows } = await db.query<AnonymisedCustomer>(
    'select customer_id from forgotten_customers order by forgotten_at limit 100',
  );
  return rows;
}

export async function deleteFinished(db: Queryable, customers: readonly AnonymisedCustomer[]): Promise<void> {
  await db.query('delete from forgotten_customers where customer_id = any ($1::text[])', [
    customers.map(({ customer_id }) => customer_id),
  ]);
}
