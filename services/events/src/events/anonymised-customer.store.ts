/** Marks of anonymised customers, and the stored changes that hold their personal data. */
import { lockCustomers, lockCustomersShared } from '@order-hub/shared/anonymising';
import type { ResourceType } from '@order-hub/shared/change';
import type { Database, Queryable } from '@order-hub/shared/database';

export type ChangeStates = {
  id: string;
  resource_type: ResourceType;
  previous_state: string | null;
  new_state: string | null;
};

export type AnonymisedCustomer = { customer_id: string };

/** Marks customers, after the changes of theirs that are being stored. */
export async function insertAnonymised(trx: Queryable, customer_ids: readonly string[]): Promise<void> {
  await lockCustomers(trx, customer_ids);
  await trx.query(
    `insert into forgotten_customers (customer_id) select id from unnest($1::text[]) as id order by id
     on conflict do nothing`,
    [customer_ids],
  );
}

/** Which of the customers are marked; no other one can be before the transaction ends. */
export async function findAnonymised(trx: Queryable, customer_ids: readonly string[]): Promise<Set<string>> {
  if (customer_ids.length === 0) return new Set();
  await lockCustomersShared(trx, customer_ids);
  const { rows } = await trx.query<AnonymisedCustomer>({
    name: 'anonymised-customers',
    text: 'select customer_id from forgotten_customers where customer_id = any ($1)',
    values: [customer_ids],
  });
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/** Up to a hundred customers whose personal data may still be in stored changes, longest waiting first. */
export async function listUnfinished(db: Database): Promise<AnonymisedCustomer[]> {
  const { rows } = await db.query<AnonymisedCustomer>(
    'select customer_id from forgotten_customers where finished_at is null order by forgotten_at limit 100',
  );
  return rows;
}

/** Records that no stored change holds the customers' personal data any more. */
export async function updateFinished(db: Database, customers: readonly AnonymisedCustomer[], at: Date): Promise<void> {
  await db.query('update forgotten_customers set finished_at = $2 where customer_id = any ($1)', [
    customers.map(({ customer_id }) => customer_id),
    at,
  ]);
}

type ChangesQuery = { customer_id: string; after: string; count: number };

/** The stored changes with a customer's data, in order of id. */
export async function listChangesOf(
  db: Database,
  { customer_id, after, count }: ChangesQuery,
): Promise<ChangeStates[]> {
  const { rows } = await db.query<ChangeStates>(
    `select id, resource_type, previous_state, new_state from changes
     where customer_id = $1 and id > $2 order by id limit $3`,
    [customer_id, after, count],
  );
  return rows;
}

export async function updateStates(db: Database, changes: readonly ChangeStates[]): Promise<void> {
  await db.query(
    `update changes ch set previous_state = s.previous_state, new_state = s.new_state
     from unnest($1::text[], $2::text[], $3::text[]) as s (id, previous_state, new_state) where ch.id = s.id`,
    [changes.map((c) => c.id), changes.map((c) => c.previous_state), changes.map((c) => c.new_state)],
  );
}
