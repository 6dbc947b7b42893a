import type { Database, Queryable } from '@order-hub/shared/database';

const batchSize = 1_000;

/** Deletes some events of deleted callbacks, and the callbacks' marks when no event is left. Returns the number of rows. */
export async function deleteRemovedCallbacks(db: Database): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where (callback_id, id) in (
       select e.callback_id, e.id
       from (select id from removed_callbacks order by removed_at limit 10) r
       cross join lateral (select callback_id, id from events where callback_id = r.id limit $1) e
       limit $1)`,
    [batchSize],
  );
  if ((rowCount ?? 0) > 0) return rowCount ?? 0;
  const emptied = await db.query(
    `delete from removed_callbacks r where r.id in (select id from removed_callbacks order by removed_at limit 10)
     and not exists (select 1 from events e where e.callback_id = r.id)`,
  );
  return emptied.rowCount ?? 0;
}

/** Deletes some operators' copies of events that were dropped before this time. Returns the number of rows. */
export async function deleteDroppedEvents(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.query(
    `delete from dropped_events where id in (
       select id from dropped_events where dropped_at < $1 order by dropped_at limit $2)`,
    [before, batchSize],
  );
  return rowCount ?? 0;
}

/**
 * Checks the next 1,000 changes after the id `after`, and deletes those without events or copies. Returns the last id it
 * checked; null when there are no more.
 */
export async function deleteUnusedChanges(db: Database, after: string): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as (select id from changes where id > $1 order by id limit $2),
     deleted as (
       delete from changes ch using page p
       where ch.id = p.id
         and not exists (select 1 from events e where e.change_id = p.id)
         and not exists (select 1 from dropped_events d where d.change_id = p.id)
     )
     select max(id) as last from page`,
    [after, batchSize],
  );
  return rows[0]?.last ?? null;
}

/** Whether an event or a dropped event refers to a change with an id from `from` up to, but without, `to`. */
export async function hasReferences(db: Queryable, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from events where change_id >= $1 and change_id < $2)
       or exists (select from dropped_events where change_id >= $1 and change_id < $2) as found`,
    [from, to],
  );
  return rows[0]?.found ?? false;
}
