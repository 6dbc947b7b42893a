import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';

export type WaitingRow = {
  id: string;
  connection_id: string;
  type: string;
  resource_id: string;
  created_at: Date;
  attempts: number;
  next_attempt_at: Date | null;
  given_up_at: Date | null;
};

type LocationOf = { account_id: string; location_id: string };

/**
 * The latest events about a location, newest change first: the waiting ones, and the copies of those that were given up.
 * An event belongs to the account of its callback. Its id is greater than its change's, so `before` limits both.
 */
export async function listWaitingEventRows(
  db: Queryable,
  { account_id, location_id }: LocationOf,
  { count, before }: { count: number; before: string },
): Promise<Page<WaitingRow>> {
  const { rows } = await db.query<WaitingRow>({
    name: 'events-waiting',
    text: `select w.*, ch.resource_type || '.' || ch.event_type as type, ch.created_at,
             coalesce(ch.ids::jsonb ->> (ch.resource_type || '_id'), ch.ids::jsonb ->> 'catalog_id') as resource_id
           from changes ch
           cross join lateral (
             select e.id, cb.connection_id, e.attempts, null::timestamptz as given_up_at,
               case when cb.url is not null and e.lease_id is null then e.next_attempt_at end as next_attempt_at
             from events e join callbacks cb on cb.id = e.callback_id
             where e.change_id = ch.id and cb.account_id = $1 and e.id < $3
             union all
             select d.id, d.connection_id, d.attempts, d.dropped_at, null
             from dropped_events d join connections c on c.id = d.connection_id
             where d.change_id = ch.id and not d.refused and c.account_id = $1 and d.id < $3
           ) w
           where ch.ids::jsonb ->> 'location_id' = $2 and ch.id < $3
           order by ch.id desc, w.id desc limit $4`,
    values: [account_id, location_id, before, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}
