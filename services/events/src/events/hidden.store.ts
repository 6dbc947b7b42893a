import type { Database } from '@order-hub/shared/database';
import { sightValues } from './event.store.ts';
import type { Sight } from './receivers.ts';

/** A callback whose connection has changed since its events were looked through. */
export type Unjudged = {
  callback_id: string;
  version: number;
  scope: string;
  catalog_id: string | null;
  customer_list_id: string | null;
};

export async function listUnjudged(db: Database): Promise<Unjudged[]> {
  const { rows } = await db.query<Unjudged>(
    `select cb.id as callback_id, c.version, c.scope, c.catalog_id, c.customer_list_id
     from callbacks cb join connections c on c.id = cb.connection_id
     where c.version <> cb.judged_version limit 100`,
  );
  return rows;
}

/** Of the next events after `after`, deletes those out of sight. Returns the last id it looked at; null after the last one. */
export async function deleteHidden(
  db: Database,
  { callback_id, sight }: { callback_id: string; sight: Sight },
  after: string,
): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as (
       select id, change_id from events where callback_id = $1 and id > $2 order by id limit 1000
     ), gone as (
       delete from events e using page p join changes ch on ch.id = p.change_id
       where e.callback_id = $1 and e.id = p.id and not is_seen(ch.resource_type, ch.ids, $3, $4, $5)
     )
     select max(id) as last from page`,
    [callback_id, after, ...sightValues(sight)],
  );
  return rows[0]?.last ?? null;
}

export async function updateJudged(db: Database, { callback_id, version }: Unjudged): Promise<void> {
  await db.query('update callbacks set judged_version = $2 where id = $1', [callback_id, version]);
}
