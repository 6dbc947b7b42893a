import type { ResourceType } from '@order-hub/shared/contracts';
import type { Database } from '@order-hub/shared/database';

export type ChangeStates = {
  id: string;
  resource_type: ResourceType;
  previous_state: string | null;
  new_state: string | null;
};

/** Remembers for a while who was anonymised, for changes that are still under way. */
export async function insertForgotten(db: Database, customer_ids: readonly string[]): Promise<void> {
  await db.query(
    `insert into forgotten_customers (customer_id) select id from unnest($1::text[]) as id order by id
     on conflict do nothing`,
    [customer_ids],
  );
}

type PageOf = { customer_id: string; after: string; count: number };

/** The stored changes with a customer's data, in order of id. */
export async function listChangesOf(db: Database, { customer_id, after, count }: PageOf): Promise<ChangeStates[]> {
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
