import type { Queryable } from '@order-hub/shared/database';

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

/** Which events: those about this location of the account, before the id `after`. */
export type WaitingOf = { account_id: string; location_id: string; after: string };

/**
 * The latest events about a location, of the newest change first: those that wait, and the copies of those that were given
 * up. An event is of its callback's account. It is stored after its change, so `after` also says where the changes begin.
 */
export async function listWaitingRows(
  db: Queryable,
  { account_id, location_id, after }: WaitingOf,
  count: number,
): Promise<WaitingRow[]> {
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
             where d.change_id = ch.id and c.account_id = $1 and d.id < $3
           ) w
           where ch.ids::jsonb ->> 'location_id' = $2 and ch.id < $3
           order by ch.id desc, w.id desc limit $4`,
    values: [account_id, location_id, after, count],
  });
  return rows;
}
