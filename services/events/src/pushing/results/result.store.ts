import type { Queryable } from '@order-hub/shared/database';
import { attemptsMax } from '../attempts/retry-schedule.ts';
import { leaseColumns, type Lease } from '../claiming/lease.ts';
import { callbackLimitMax } from '../limits/concurrency-limits.ts';
import type { CallbackUpdate } from './callback-updates.ts';

/** Deletes leased events. */
export async function deleteLeased(db: Queryable, leases: readonly Lease[]): Promise<void> {
  await db.query({
    name: 'delete-leased',
    text: `delete from events e
           using unnest($1::text[], $2::text[], $3::text[]) as l (callback_id, id, lease)
           where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease`,
    values: leaseColumns(leases),
  });
}

export type Retry = Lease & { seconds: number; counted: boolean };

/** Ends leases: the events are due again in `seconds`. Takes back the count of an attempt that is not `counted`, and the time that it took. */
export async function scheduleRetries(db: Queryable, retries: readonly Retry[]): Promise<void> {
  await db.query({
    name: 'schedule-retries',
    text: `update events e
           set lease_id = null, next_attempt_at = now() + make_interval(secs => l.seconds),
             attempts = case when l.counted then e.attempts else greatest(e.attempts - 1, 0) end,
             due_since = case when l.counted then e.due_since else now() end
           from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::bool[]) as l (callback_id, id, lease, seconds, counted)
           where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease`,
    values: [...leaseColumns(retries), retries.map(({ seconds }) => seconds), retries.map(({ counted }) => counted)],
  });
}

export type Drop = Lease & { reason: string; refused: boolean };

/** Deletes events after their last attempt, or that were refused, and keeps a copy. Returns how many were not refused. */
export async function dropEvents(db: Queryable, drops: readonly Drop[]): Promise<number> {
  const { rows } = await db.query<{ given_up: number }>({
    name: 'drop-events',
    text: `with deleted as (
             delete from events e
             using unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $7::bool[])
               as l (callback_id, id, lease, connection_id, reason, refused)
             where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease
             returning e.id, e.change_id, l.connection_id, e.attempts, l.reason, l.refused, e.resource
           ), kept as (
             insert into dropped_events
               (id, change_id, connection_id, attempts, reason, refused, resource, account_id, client_id)
             select d.id, d.change_id, d.connection_id, least(d.attempts, $6), d.reason, d.refused, d.resource,
               c.account_id, c.client_id
             from deleted d left join connections c on c.id = d.connection_id
           )
           select count(*)::int as given_up from deleted where not refused`,
    values: [
      ...leaseColumns(drops),
      drops.map(({ connection_id }) => connection_id),
      drops.map(({ reason }) => reason),
      // When a process died during the last attempt, the next claim counted an attempt that is never made.
      attemptsMax,
      drops.map(({ refused }) => refused),
    ],
  });
  return rows[0]?.given_up ?? 0;
}

/** Moves the concurrency limits of callbacks (limits/concurrency-limits.ts), and stores how their last attempt ended. */
export async function updateCallbacks(db: Queryable, updates: readonly CallbackUpdate[]): Promise<void> {
  await db.query({
    name: 'update-callbacks',
    text: `update callbacks cb
           set in_flight_max = least($5, greatest(1, cb.in_flight_max >> least(l.failed, 15)) + l.prompt), answers = l.quick,
             last_attempt_at = now(), last_acknowledged = l.acknowledged, last_status = l.status, last_fault = l.fault,
             refusals = case when l.resets then 0 else cb.refusals end + l.refusals,
             refusal_status = coalesce(l.refusal_status, cb.refusal_status)
           from (
             select u.* from unnest($1::text[], $2::int[], $3::int[], $4::bool[], $6::bool[], $7::int[], $8::text[],
               $9::int[], $10::bool[], $11::int[])
               as u (id, prompt, failed, quick, acknowledged, status, fault, refusals, resets, refusal_status)
             join callbacks locked on locked.id = u.id
             order by u.id for no key update of locked
           ) l
           where cb.id = l.id`,
    values: [
      updates.map(({ callback_id }) => callback_id),
      updates.map(({ prompt }) => prompt),
      updates.map(({ failed }) => failed),
      updates.map(({ quick }) => quick),
      callbackLimitMax,
      updates.map(({ last }) => last.acknowledged),
      updates.map(({ last }) => last.status),
      updates.map(({ last }) => last.fault),
      updates.map(({ refusals }) => refusals),
      updates.map(({ resets }) => resets),
      updates.map(({ refusal_status }) => refusal_status),
    ],
  });
}
