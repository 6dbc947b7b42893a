/** Marks of anonymised customers, and the stored changes that hold their personal data. */
import { lockMarks, lockMarksShared } from '@order-hub/shared/anonymising';
import type { ResourceType } from '@order-hub/shared/change';
import type { Database, Queryable } from '@order-hub/shared/database';

export type ChangeStates = {
  id: string;
  resource_type: ResourceType;
  previous_state: string | null;
  new_state: string | null;
};

export type AnonymisedCustomer = { customer_id: string };

/** A customer to mark, anonymised alone or with a deleted list. */
type NewMark = AnonymisedCustomer & { list_deleted: boolean };

/** Marks customers. Waits for changes of theirs that are being stored. */
export async function insertAnonymised(trx: Queryable, customers: readonly NewMark[]): Promise<void> {
  const customer_ids = customers.map(({ customer_id }) => customer_id);
  await lockMarks(trx, customer_ids);
  await trx.query(
    `insert into forgotten_customers (customer_id, list_deleted)
     select id, list_deleted from unnest($1::text[], $2::boolean[]) as m (id, list_deleted) order by id
     on conflict do nothing`,
    [customer_ids, customers.map(({ list_deleted }) => list_deleted)],
  );
}

/** Which of the customers are marked; no other one can be before the transaction ends. */
export async function findAnonymised(trx: Queryable, customer_ids: readonly string[]): Promise<Set<string>> {
  if (customer_ids.length === 0) return new Set();
  await lockMarksShared(trx, customer_ids);
  const { rows } = await trx.query<AnonymisedCustomer>({
    name: 'anonymised-customers',
    text: 'select customer_id from forgotten_customers where customer_id = any ($1)',
    values: [customer_ids],
  });
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/**
 * Up to a hundred customers whose personal data may still be in stored changes, longest waiting first. Those of deleted
 * lists come last: they may be a hundred thousand.
 */
export async function listUnfinished(db: Database): Promise<AnonymisedCustomer[]> {
  const { rows } = await db.query<AnonymisedCustomer>(
    `select customer_id from forgotten_customers
     where finished_at is null order by list_deleted, forgotten_at limit 100`,
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

/** Deletes up to `count` marks of customers who were anonymised before this time. Returns how many. */
export async function deleteOldMarkRows(db: Database, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from forgotten_customers where customer_id in (
       select customer_id from forgotten_customers
       where forgotten_at < $1 and finished_at is not null limit $2)`,
    [before, count],
  );
  return rowCount ?? 0;
}

type ChangesQuery = { customers: readonly AnonymisedCustomer[]; after: string; count: number };

/** The stored changes with the customers' data, in order of id. */
export async function listChangesOf(db: Database, { customers, after, count }: ChangesQuery): Promise<ChangeStates[]> {
  const { rows } = await db.query<ChangeStates>(
    `select id, resource_type, previous_state, new_state
     from (
       select found.id from unnest($1::text[]) as anonymised (customer_id)
       cross join lateral (
         select id from changes where customer_id = anonymised.customer_id and id > $2 order by id limit $3
       ) as found order by id limit $3
     ) as batch join changes using (id) order by id`,
    [customers.map(({ customer_id }) => customer_id), after, count],
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
