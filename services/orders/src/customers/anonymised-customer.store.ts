/** Marks of anonymised customers. */
import { lockMarks } from '@order-hub/shared/anonymising';
import type { Queryable } from '@order-hub/shared/database';
import type { AnonymisedCustomer, CustomerKey } from './order-customer.ts';

const accountIds = (customers: readonly CustomerKey[]) => customers.map(({ account_id }) => account_id);
const customerIds = (customers: readonly CustomerKey[]) => customers.map(({ customer_id }) => customer_id);

/** Marks customers. Waits for orders of theirs that are being stored. */
export async function insertAnonymised(trx: Queryable, customers: readonly AnonymisedCustomer[]): Promise<void> {
  await lockMarks(trx, customerIds(customers));
  await trx.query(
    `insert into forgotten_customers (account_id, customer_id, client_id, list_deleted)
     select account_id, customer_id, client_id, list_deleted
     from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) as m (account_id, customer_id, client_id, list_deleted)
     order by account_id, customer_id on conflict do nothing`,
    [
      accountIds(customers),
      customerIds(customers),
      customers.map(({ client_id }) => client_id),
      customers.map(({ list_deleted }) => list_deleted),
    ],
  );
}

/** The marks of those of the customers that have one. */
export async function findMarks(db: Queryable, customers: readonly CustomerKey[]): Promise<CustomerKey[]> {
  const { rows } = await db.query<CustomerKey>({
    name: 'find-marks',
    text: `select account_id, customer_id
           from unnest((select $1::text[]), (select $2::text[])) as placed (account_id, customer_id)
           join forgotten_customers using (account_id, customer_id)`,
    values: [accountIds(customers), customerIds(customers)],
  });
  return rows;
}

/**
 * Up to a hundred customers whose orders may still show personal data, longest waiting first. Those of deleted lists come
 * last, and not together with others: they may be a hundred thousand.
 */
export async function listUnfinished(db: Queryable): Promise<AnonymisedCustomer[]> {
  const { rows } = await db.query<AnonymisedCustomer>(
    `select account_id, customer_id, client_id, list_deleted from forgotten_customers
     where finished_at is null order by list_deleted, forgotten_at limit 100`,
  );
  return rows.filter(({ list_deleted }) => list_deleted === rows[0]?.list_deleted);
}

/** Records that no order of these customers shows personal data any more. */
export async function updateFinished(db: Queryable, customers: readonly CustomerKey[], at: Date): Promise<void> {
  await db.query(
    `update forgotten_customers as f set finished_at = $3
     from unnest($1::text[], $2::text[]) as done (account_id, customer_id)
     where f.account_id = done.account_id and f.customer_id = done.customer_id`,
    [accountIds(customers), customerIds(customers), at],
  );
}

/** Deletes up to `count` marks of customers who were anonymised before this time. Returns how many. */
export async function deleteOldMarks(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from forgotten_customers where (account_id, customer_id) in (
       select account_id, customer_id from forgotten_customers
       where forgotten_at < $1 and finished_at is not null limit $2)`,
    [before, count],
  );
  return rowCount ?? 0;
}
