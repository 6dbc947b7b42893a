import type { Queryable } from '@order-hub/shared/database';
import type { Owner } from './owner.ts';

/** `acknowledge`: which statuses acknowledge an event; null for 200 to 499. */
export type StoredCallback = { url: string | null; events: string; acknowledge: '2xx' | null };

export async function findCallback(
  db: Queryable,
  { connection_id, account_id }: Owner,
): Promise<StoredCallback | undefined> {
  const { rows } = await db.query<StoredCallback>(
    'select url, events, acknowledge from callbacks where connection_id = $1 and account_id = $2',
    [connection_id, account_id],
  );
  return rows[0];
}

type CallbackRow = Owner & StoredCallback & { id: string; host: string | null; subscribed: string[] };

/**
 * Creates the callback, or replaces its content. It keeps its id, and so its waiting events. A new URL resets what is known
 * about the receiver.
 */
export async function upsertCallback(db: Queryable, row: CallbackRow): Promise<void> {
  await db.query(
    `insert into callbacks as cb (connection_id, account_id, id, url, host, events, subscribed, acknowledge)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (connection_id) do update
     set url = excluded.url, host = excluded.host,
       in_flight_max = case when cb.url = excluded.url then cb.in_flight_max else excluded.in_flight_max end,
       pushed_since = case when cb.url = excluded.url then cb.pushed_since else excluded.pushed_since end,
       behind_at = case when cb.url = excluded.url then cb.behind_at end,
       answers = cb.answers and cb.url is not distinct from excluded.url,
       last_attempt_at = case when cb.url = excluded.url then cb.last_attempt_at end,
       last_acknowledged = case when cb.url = excluded.url then cb.last_acknowledged end,
       last_status = case when cb.url = excluded.url then cb.last_status end,
       last_fault = case when cb.url = excluded.url then cb.last_fault end,
       refusals = case when cb.url = excluded.url then cb.refusals else 0 end,
       refusal_status = case when cb.url = excluded.url then cb.refusal_status end,
       acknowledge = excluded.acknowledge, events = excluded.events, subscribed = excluded.subscribed, updated_at = now()
     where cb.account_id = excluded.account_id`,
    [row.connection_id, row.account_id, row.id, row.url, row.host, row.events, row.subscribed, row.acknowledge],
  );
}

/** Deletes the callback. Its events cannot be reached any more, and housekeeping deletes them. */
export async function deleteCallbackRow(db: Queryable, { connection_id, account_id }: Owner): Promise<void> {
  await db.query(
    `with deleted as (delete from callbacks where connection_id = $1 and account_id = $2 returning id)
     insert into removed_callbacks (id) select id from deleted`,
    [connection_id, account_id],
  );
}

/** Deletes the callbacks of these connections, of whichever accounts. */
export async function deleteCallbacksOf(trx: Queryable, connection_ids: readonly string[]): Promise<void> {
  await trx.query(
    `with deleted as (delete from callbacks where connection_id = any ($1::text[]) returning id)
     insert into removed_callbacks (id) select id from deleted`,
    [connection_ids],
  );
}
