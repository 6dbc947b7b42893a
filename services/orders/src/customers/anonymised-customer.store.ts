/** Marks of anonymised customers. */
import { lockCustomers } from '@order-hub/shared/anonymising';
import type { Queryable } from '@order-hub/shared/database';
import type { CustomerKey } from './order-customer.ts';

const accountIds = (customers: readonly CustomerKey[]) => customers.map(({ account_id }) => account_id);
const customerIds = (customers: readonly CustomerKey[]) => customers.map(({ customer_id }) => customer_id);

/** Marks customers, after the orders of theirs that are being stored. */
export async function insertAnonymised(trx: Queryable, customers: readonly CustomerKey[]): Promise<void> {
  await lockCustomers(trx, customerIds(customers));
  await trx.query(
    `insert into forgotten_customers (account_id, customer_id)
     select account_id, customer_id from unnest($1::text[], $2::text[]) as m (account_id, customer_id)
     order by account_id, customer_id on conflict do nothing`,
    [accountIds(customers), customerIds(customers)],
  );
}

/** Those of the customers that are marked. */
export async function listMarked(db: Queryable, customers: readonly CustomerKey[]): Promise<CustomerKey[]> {
  const { rows } = await db.query<CustomerKey>({
    name: 'list-marked',
    text: `select account_id, customer_id
           from unnest((select $1::text[]), (select $2::text[])) as placed (account_id, customer_id)
           join forgotten_customers using (account_id, customer_id)`,
    values: [accountIds(customers), customerIds(customers)],
  });
  return rows;
}

/** Up to a hundred customers whose orders may still show personal data, longest waiting first. */
export async function listUnfinished(db: Queryable): Promise<CustomerKey[]> {
  const { rows } = await db.query<CustomerKey>(
    `select account_id, customer_id from forgotten_customers where finished_at is null order by forgotten_at limit 100`,
  );
  return rows;
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
