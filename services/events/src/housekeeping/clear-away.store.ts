import type { Database } from '@order-hub/shared/database';

const batch = 1_000;

/** Deletes some events of deleted callbacks, then the note of each callback that has none left. Returns how many rows. */
export async function clearRemovedCallbacks(db: Database): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where (callback_id, id) in (
       select e.callback_id, e.id
       from (select id from removed_callbacks order by removed_at limit 10) r
       cross join lateral (select callback_id, id from events where callback_id = r.id limit $1) e
       limit $1)`,
    [batch],
  );
  if ((rowCount ?? 0) > 0) return rowCount ?? 0;
  const emptied = await db.query(
    `delete from removed_callbacks r where r.id in (select id from removed_callbacks order by removed_at limit 10)
     and not exists (select 1 from events e where e.callback_id = r.id)`,
  );
  return emptied.rowCount ?? 0;
}

/** Deletes operators' copies after seven days. Returns how many. */
export async function clearDroppedEvents(db: Database): Promise<number> {
  const { rowCount } = await db.query(
    `delete from dropped_events where id in (
       select id from dropped_events where dropped_at < now() - interval '7 days' order by dropped_at limit $1)`,
    [batch],
  );
  return rowCount ?? 0;
}

/** Deletes the marks of customers who were anonymised a month ago: no older change is still on its way. */
export async function clearForgottenCustomers(db: Database): Promise<number> {
  const { rowCount } = await db.query(
    `delete from forgotten_customers where forgotten_at < now() - interval '30 days' and finished_at is not null`,
  );
  return rowCount ?? 0;
}

/** Looks at the next changes after `after`, in order of id, and deletes those without events or copies. Returns the last id it looked at. */
export async function clearChanges(db: Database, after: string): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as (select id from changes where id > $1 order by id limit $2),
     gone as (
       delete from changes ch using page p
       where ch.id = p.id
         and not exists (select 1 from events e where e.change_id = p.id)
         and not exists (select 1 from dropped_events d where d.change_id = p.id)
     )
     select max(id) as last from page`,
    [after, batch],
  );
  return rows[0]?.last ?? null;
}
