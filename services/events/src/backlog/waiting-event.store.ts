import type { Queryable } from '@order-hub/shared/database';
import type { WaitingFacts } from './waiting-reason.ts';

/** The events of one connection. `waiting`: counted up to the limit and one more. `oldest_id`: of the oldest event. */
export type WaitingRow = WaitingFacts & {
  connection_id: string;
  account_id: string | null;
  client_id: string;
  waiting: number;
  oldest_id: string;
};

/** A filter that is undefined does not apply. */
export type WaitingFilters = Partial<Record<'account' | 'client' | 'connection', string | undefined>>;

/** `events`: per connection. */
type Limits = { connections: number; events: number };

/** Counts the events of the callbacks in `heads`, each of which has at least one. `$1` is the most that are counted. */
const counted = `
  select c.id as connection_id, c.account_id, c.client_id, c.status, cb.url is null as is_passive,
    c.client_secret is not null as has_secret, cb.last_acknowledged, cb.last_status, cb.last_fault,
    coalesce(cb.behind_at > now() - interval '1 day', false) as is_behind,
    h.id as oldest_id, w.waiting
  from heads h
  join callbacks cb on cb.id = h.callback_id
  join connections c on c.id = cb.connection_id
  cross join lateral (
    -- The order keeps PostgreSQL from reading the whole table for the first few.
    select count(*)::int as waiting
    from (select from events e where e.callback_id = h.callback_id order by e.id limit $1) e
  ) w`;

/**
 * The callbacks with events, found by leaps through the primary key of the events: a callback costs one step, whatever the
 * number of its events. Looks at the `connections` oldest ones and one more.
 */
async function listAll(db: Queryable, client: string | undefined, { connections, events }: Limits) {
  const { rows } = await db.query<WaitingRow & { looked_at: number }>({
    text: `with recursive leaps as (
             (select callback_id, id, 1 as place from events order by callback_id, id limit 1)
             union all
             select n.callback_id, n.id, l.place + 1
             from leaps l cross join lateral (
               select e.callback_id, e.id from events e where e.callback_id > l.callback_id
               order by e.callback_id, e.id limit 1
             ) n
             where l.place < $2
           ), heads as materialized (select * from leaps)
           select n.looked_at, f.* from (select count(*)::int as looked_at from heads) n
           left join (${counted}) f on $3::text is null or f.client_id = $3`,
    values: [events + 1, connections + 1, client],
  });
  const found = rows.filter(({ connection_id }) => connection_id !== null);
  return { rows: found, isPartial: (rows[0]?.looked_at ?? 0) > connections };
}

/** The callbacks of an account, or of one connection. */
async function listSome(db: Queryable, filters: WaitingFilters, { connections, events }: Limits) {
  const { account, client, connection } = filters;
  const { rows } = await db.query<WaitingRow>({
    text: `with heads as materialized (
             select cb.id as callback_id, e.id
             from connections c
             join callbacks cb on cb.connection_id = c.id
             cross join lateral (select id from events where callback_id = cb.id order by id limit 1) e
             where ($3::text is null or c.account_id = $3) and ($4::text is null or c.id = $4)
               and ($5::text is null or c.client_id = $5)
             limit $2
           ) ${counted}`,
    values: [events + 1, connections + 1, account, connection, client],
  });
  return { rows, isPartial: rows.length > connections };
}

/** What waits for the connections that match the filters. `isPartial`: there are more connections than were looked at. */
export const listWaitingRows = (
  db: Queryable,
  filters: WaitingFilters,
  limits: Limits,
): Promise<{ rows: WaitingRow[]; isPartial: boolean }> =>
  filters.account === undefined && filters.connection === undefined
    ? listAll(db, filters.client, limits)
    : listSome(db, filters, limits);
