/** Dropped events: the copies that are kept for operators (docs/api/events.md#retries). */
import { countedMax, countOf, type BoundedCount } from '@order-hub/shared/bounded-count';
import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';

/**
 * Which dropped events; a filter that is undefined does not apply. The times are about when they were dropped. `refused`: those
 * that were acknowledged with a status from 400 to 499, or those that were given up.
 */
export type DroppedFilters = Partial<
  Record<'id' | 'account' | 'client' | 'connection' | 'reason' | 'since' | 'until', string | undefined>
> & { refused?: boolean | undefined };

export type DroppedRow = {
  id: string;
  type: string;
  resource_id: string | null;
  connection_id: string;
  account_id: string | null;
  client_id: string | null;
  created_at: Date;
  dropped_at: Date;
  attempts: number;
  reason: string;
  can_be_replayed: boolean;
};

type Query = Parameters<typeof runQuery>[1];

/** An index leads to each of the first five. Several filters look through the rows of the one with the fewest. */
function filtered({ id, account, client, connection, reason, since, until, refused }: DroppedFilters): Query {
  const query = queryBuilder('dropped_events as d');
  const equal = { id, account_id: account, client_id: client, connection_id: connection, refused };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) query.where(`d.${column}`, value);
  if (reason !== undefined) query.whereRaw('d.reason collate "C" = ?', [reason]);
  if (since !== undefined) query.where('d.dropped_at', '>=', since);
  if (until !== undefined) query.where('d.dropped_at', '<', until);
  return query;
}

/** Counts up to 10,000 dropped events. */
export async function countDropped(db: Queryable, filters: DroppedFilters): Promise<BoundedCount> {
  const some = filtered(filters)
    .select('d.id')
    .limit(countedMax + 1);
  const [row] = await runQuery<{ events: number }>(
    db,
    queryBuilder.from(some.as('some')).select(queryBuilder.raw('count(*)::int as events')),
  );
  return countOf(row?.events ?? 0);
}

/** A page of dropped events, the newest event first: those with an id before `before`. Without their states. */
export async function listDroppedRows(
  db: Queryable,
  filters: DroppedFilters,
  { before, count }: { before: string | undefined; count: number },
): Promise<Page<DroppedRow>> {
  const page = filtered(filters)
    .select('d.*')
    .orderBy('d.id', 'desc')
    .limit(count + 1);
  if (before !== undefined) page.where('d.id', '<', before);
  const rows = await runQuery<DroppedRow>(
    db,
    queryBuilder
      .from(page.as('d'))
      .join('changes as ch', 'ch.id', 'd.change_id')
      .leftJoin('connections as c', 'c.id', 'd.connection_id')
      .orderBy('d.id', 'desc')
      .select(
        'd.id',
        'd.connection_id',
        'd.attempts',
        'd.reason',
        'd.dropped_at',
        'ch.created_at',
        queryBuilder.raw(`coalesce(d.account_id, c.account_id) as account_id, coalesce(d.client_id, c.client_id) as client_id,
          ch.resource_type || '.' || ch.event_type as type,
          coalesce(ch.ids::jsonb ->> (ch.resource_type || '_id'), ch.ids::jsonb ->> 'catalog_id') as resource_id,
          exists (select from callbacks cb where cb.connection_id = d.connection_id) as can_be_replayed`),
      ),
  );
  return takePage(rows, count, ({ id }) => id);
}

/** `last`: the id of the last event looked at; null when there was none. */
export type Replayed = { looked_at: number; replayed: number; last: string | null; connection_ids: string[] };

/**
 * Makes events of up to `count` dropped ones, the oldest first, in one statement: each is dropped or waits, never both or
 * twice. They keep their ids, and get all attempts anew. They are due before everything that waits for the same callback, so
 * that events of one resource are pushed in the order in which they happened. Those without a callback stay.
 */
export async function replayDropped(
  db: Queryable,
  filters: DroppedFilters,
  { after, count }: { after: string | undefined; count: number },
): Promise<Replayed> {
  const chosen = filtered(filters).select('d.*').orderBy('d.id').limit(count).forUpdate().skipLocked();
  if (after !== undefined) chosen.where('d.id', '>', after);
  // Not materialized, `due` would look through what waits for the callback once for each of its events.
  const moving = queryBuilder.raw(
    `chosen as materialized (?), locked as materialized (
       select id, connection_id from callbacks where connection_id in (select connection_id from chosen) for key share
     ), due as materialized (
       select l.*, least(now(), (select min(e.next_attempt_at) from events e where e.callback_id = l.id)) as due_at from locked l
     ), taken as (
       delete from dropped_events d using chosen c join due on due.connection_id = c.connection_id
       where d.id = c.id
       returning d.id, d.change_id, d.resource, due.id as callback_id, due.due_at, due.connection_id
     ), stored as (
       insert into events (callback_id, id, change_id, resource, next_attempt_at, bytes)
       select t.callback_id, t.id, t.change_id, coalesce(t.resource, ${resourceOfChange}), t.due_at, ${bytesOfChange}
       from taken t join changes ch on ch.id = t.change_id
     )`,
    [chosen],
  );
  const [row] = await runQuery<Replayed>(
    db,
    queryBuilder.raw(
      `with ? select (select count(*)::int from chosen) as looked_at, (select count(*)::int from taken) as replayed,
         (select max(id) from chosen) as last,
         array(select distinct connection_id from taken) as connection_ids`,
      [moving],
    ) as unknown as Query,
  );
  return row ?? { looked_at: 0, replayed: 0, last: null, connection_ids: [] };
}

/** As events/change.store.ts counts them. */
const bytesOfChange = 'coalesce(octet_length(ch.previous_state), 0) + coalesce(octet_length(ch.new_state), 0)';

/** The key by which events are pushed in order, as events/change.consumer.ts makes it. */
const resourceOfChange = `ch.resource_type || ' ' || coalesce(ch.ids::json ->> (ch.resource_type || '_id'),
  (select string_agg(i.value, ' ') from json_each_text(ch.ids::json) i))`;
