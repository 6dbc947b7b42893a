/** Events that end without an attempt of their own (docs/decisions/0095-every-event-ends.md). */
import type { Queryable } from '@order-hub/shared/database';
import { attemptsMax } from '../attempts/retry-schedule.ts';

/** Copies the rows of `deleted`, a CTE of deleted events; `attempts` and `reason` are SQL. */
const keepDropped = ({ attempts, reason }: { attempts: string; reason: string }) => `
  insert into dropped_events (id, change_id, connection_id, attempts, reason, resource, account_id, client_id)
  select d.id, d.change_id, cb.connection_id, ${attempts}, ${reason}, d.resource, cb.account_id, c.client_id
  from deleted d join callbacks cb on cb.id = d.callback_id
  left join connections c on c.id = cb.connection_id and c.account_id = cb.account_id`;

/** An event whose attempt is under way ends by that. A lease that has ended is none. */
const isFree = '(e.lease_id is null or e.next_attempt_at <= now())';

/** `seconds`: how long ago the probe began; later events are none of its business. `waits`: see `waitsAfterFailure`. */
export type FailedProbe = { callback_id: string; seconds: number; reason: string; waits: readonly number[] };

/** How many events were looked at, and how many of those were given up. */
export type Ended = { events: number; given_up: number };

/** Counts a failed probe as an attempt of up to `max` due events of its callback. Those that have had seven are given up. */
export async function countProbe(db: Queryable, probe: FailedProbe, max: number): Promise<Ended> {
  const { rows } = await db.query<Ended>({
    name: 'count-probe',
    text: `with waiting as materialized (
             select callback_id, id, attempts from events
             where callback_id = $1 and next_attempt_at <= now() - make_interval(secs => $2) and lease_id is null
             order by next_attempt_at, id limit $3 for update skip locked
           ), deleted as (
             delete from events e using waiting w
             where e.callback_id = w.callback_id and e.id = w.id and w.attempts >= $6 - 1
             returning e.callback_id, e.id, e.change_id, e.resource
           ), kept as (${keepDropped({ attempts: '$6', reason: '$4' })}
           ), moved as (
             update events e
             set attempts = e.attempts + 1, next_attempt_at = now() + make_interval(secs => ($5::float8[])[e.attempts + 1])
             from waiting w where e.callback_id = w.callback_id and e.id = w.id and w.attempts < $6 - 1
           )
           select (select count(*)::int from waiting) as events, (select count(*)::int from deleted) as given_up`,
    values: [probe.callback_id, probe.seconds, max, probe.reason, probe.waits, attemptsMax],
  });
  return rows[0] ?? { events: 0, given_up: 0 };
}

const lookedAtMax = 1_000;

/**
 * Gives up due events that have waited for `seconds` to be served, some thousand at once. Of the events that wait, those that
 * have been due longest are looked at: the others are not older. Returns how many were given up.
 */
export async function dropLate(
  db: Queryable,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<number> {
  const { rows } = await db.query<{ given_up: number }>({
    name: 'drop-late',
    text: `with late as materialized (
             select d.callback_id, d.id
             from callbacks cb join connections c on c.id = cb.connection_id and c.account_id = cb.account_id
             cross join lateral (
               select e.callback_id, e.id, e.due_since from events e
               where e.callback_id = cb.id and e.next_attempt_at <= now()
               order by e.next_attempt_at, e.id limit $3
             ) d
             where cb.url is not null and c.status = 'active' and c.client_secret is not null
               and greatest(cb.pushed_since, c.active_since, d.due_since) < now() - make_interval(secs => $1)
           ), deleted as (
             delete from events e using late l where e.callback_id = l.callback_id and e.id = l.id and ${isFree}
             returning e.callback_id, e.id, e.change_id, e.resource, e.attempts
           ), kept as (${keepDropped({ attempts: 'd.attempts', reason: '$2' })}
           ), marked as (
             update callbacks set behind_at = now() where id in (select callback_id from deleted)
           )
           select count(*)::int as given_up from deleted`,
    values: [seconds, reason, lookedAtMax],
  });
  return rows[0]?.given_up ?? 0;
}

/** The bound of a backlog. */
export type BacklogMax = { events: number; bytes: number };

/** A callback whose backlog is over a half of its bound. `through`: the newest event over the bound, if there is one. */
export type LargeBacklog = { callback_id: string; through: string | null };

/**
 * Looks at the backlogs of up to `count` callbacks with ids above `after`, by leaps through the primary key. `last`: the last
 * one that was looked at; null when there was none.
 */
export async function findLargeBacklogs(
  db: Queryable,
  { after, count, max }: { after: string; count: number; max: BacklogMax },
): Promise<{ large: LargeBacklog[]; last: string | null }> {
  const { rows } = await db.query<LargeBacklog & { is_large: boolean }>({
    name: 'find-large-backlogs',
    text: `with recursive leaps as (
             (select callback_id, 1 as place from events where callback_id > $1 order by callback_id limit 1)
             union all
             select n.callback_id, l.place + 1
             from leaps l cross join lateral (
               select e.callback_id from events e where e.callback_id > l.callback_id order by e.callback_id limit 1
             ) n
             where l.place < $2
           )
           select l.callback_id, b.through, b.is_large
           from leaps l cross join lateral (
             select max(t.id) filter (where t.place > $3 or t.total > $4) as through,
               max(t.place) > $3 / 2 or max(t.total) > $4 / 2 as is_large
             from (
               select e.id, row_number() over newest as place, sum(coalesce(e.bytes, 0)) over newest as total
               from events e where e.callback_id = l.callback_id
               window newest as (order by e.id desc rows unbounded preceding)
             ) t
           ) b
           order by l.callback_id`,
    values: [after, count, max.events, max.bytes],
  });
  return { large: rows.filter(({ is_large }) => is_large), last: rows.at(-1)?.callback_id ?? null };
}

/** Gives up to `count` events of a callback up, the oldest first, up to and including `through`. Returns how many. */
export async function dropThrough(
  db: Queryable,
  { callback_id, through }: LargeBacklog,
  { count, reason }: { count: number; reason: string },
): Promise<number> {
  const { rows } = await db.query<{ given_up: number }>({
    name: 'drop-through',
    text: `with oldest as materialized (
             select e.callback_id, e.id from events e
             where e.callback_id = $1 and e.id <= $2 and ${isFree} order by e.id limit $3
           ), deleted as (
             delete from events e using oldest o where e.callback_id = o.callback_id and e.id = o.id and ${isFree}
             returning e.callback_id, e.id, e.change_id, e.resource, e.attempts
           ), kept as (${keepDropped({ attempts: 'd.attempts', reason: '$4' })})
           select count(*)::int as given_up from deleted`,
    values: [callback_id, through, count, reason],
  });
  return rows[0]?.given_up ?? 0;
}

/** Marks callbacks whose backlog is large. */
export async function markBehind(db: Queryable, callback_ids: readonly string[]): Promise<void> {
  await db.query('update callbacks set behind_at = now() where id = any ($1)', [callback_ids]);
}
