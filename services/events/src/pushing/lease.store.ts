import type { Queryable } from '@order-hub/shared/database';
import type { StoredEvent } from '../events/event.ts';
import { attemptsMax } from './retry-schedule.ts';
import { callbackRoomMax, type Verdict } from './room.ts';

/** A leased event. Whatever is written about it names the lease: only its holder may write. */
export type Lease = { connection_id: string; callback_id: string; event_id: string; lease: string };

/** `due`: how many events of its callback were due, as far as the claim looked. `answers`: whether the receiver is quick. */
export type Claimed = Lease & {
  due: number;
  client_id: string;
  account_id: string;
  host: string | null;
  in_flight_max: number;
  answers: boolean;
};

/** `candidates`: the connections to look at; null looks at all of them. `rooms`: see in-flight.ts. */
export type Claim = {
  candidates: readonly string[] | null;
  free: number;
  freeSlow: number;
  rooms: Record<string, number>;
  lease: string;
  leaseSeconds: number;
};

/** Leases due events and counts their attempts; see migrations/0005-fair-claim.ts. */
export async function claimEvents(db: Queryable, claim: Claim): Promise<Claimed[]> {
  const { rows } = await db.query<Omit<Claimed, 'lease' | 'due'> & { due: string }>({
    name: 'claim-events',
    text: `select connection_id, callback_id, event_id, due, client_id, account_id, host, in_flight_max, answers
           from claim_fairly($1::text[], $2::int, $3::int, $4::jsonb, $5::text, make_interval(secs => $6))`,
    values: [
      claim.candidates,
      claim.free,
      claim.freeSlow,
      JSON.stringify(claim.rooms),
      claim.lease,
      claim.leaseSeconds,
    ],
  });
  return rows.map((row) => ({ ...row, due: parseInt(row.due, 10), lease: claim.lease }));
}

/**
 * Ends the leases of workers that no longer live: nobody holds their lock. A lease is named `<worker>.<claim>`. Event number
 * `attempts` waits for as many of `waits` in seconds; without a wait it keeps the lease that has ended, as in a claim, which
 * finds it before later events of its resource. Returns how many there were.
 */
export async function endLeasesOfDead(db: Queryable, waits: readonly number[]): Promise<number> {
  const { rowCount } = await db.query({
    name: 'end-leases-of-dead',
    text: `with holders as materialized (
             select distinct split_part(lease_id, '.', 1) as worker from events
             where lease_id is not null and lease_id like '%.%' and next_attempt_at > now()
           ), dead as materialized (
             -- Shared, so that processes which look at the same time do not take each other for the worker.
             select worker from holders where pg_try_advisory_xact_lock_shared(hashtextextended('worker:' || worker, 0))
           )
           update events e
           set lease_id = case when l.seconds > 0 then null else e.lease_id end,
             next_attempt_at = now() + make_interval(secs => l.seconds)
           from (
             select f.callback_id, f.id, f.lease_id, coalesce(($1::float8[])[f.attempts], 0) as seconds
             from events f join dead on split_part(f.lease_id, '.', 1) = dead.worker
             where f.lease_id is not null and f.next_attempt_at > now()
           ) l
           where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease_id`,
    values: [waits],
  });
  return rowCount ?? 0;
}

/** Gives callbacks more or less room, see room.ts; and keeps how their last attempt ended. */
export async function updateRooms(db: Queryable, verdicts: readonly Verdict[]): Promise<void> {
  await db.query({
    name: 'update-rooms',
    text: `update callbacks cb
           set in_flight_max = least($5, greatest(1, cb.in_flight_max >> least(l.failed, 15)) + l.soon), answers = l.answers,
             last_attempt_at = now(), last_acknowledged = l.acknowledged, last_status = l.status, last_fault = l.fault
           from (
             select v.* from unnest($1::text[], $2::int[], $3::int[], $4::bool[], $6::bool[], $7::int[], $8::text[])
               as v (id, soon, failed, answers, acknowledged, status, fault)
             join callbacks locked on locked.id = v.id
             order by v.id for no key update of locked
           ) l
           where cb.id = l.id`,
    values: [
      verdicts.map(({ callback_id }) => callback_id),
      verdicts.map(({ soon }) => soon),
      verdicts.map(({ failed }) => failed),
      verdicts.map(({ answers }) => answers),
      callbackRoomMax,
      verdicts.map(({ ended }) => ended.acknowledged),
      verdicts.map(({ ended }) => ended.status),
      verdicts.map(({ ended }) => ended.fault),
    ],
  });
}

/** What an attempt needs, read when it is made: the callback may have changed since the event was stored. */
export type Attempt = StoredEvent & {
  callback_id: string;
  attempts: number;
  url: string;
  client_id: string;
  client_secret: string;
  scope: string;
  catalog_id: string | null;
  customer_list_id: string | null;
};

/** The attempts of leased events. One that is missing has nowhere to go now: its callback is passive, or gone. */
export async function listAttempts(db: Queryable, leases: readonly Lease[]): Promise<Attempt[]> {
  const { rows } = await db.query<Attempt>({
    name: 'list-attempts',
    text: `select e.id, e.callback_id, e.attempts, cb.url, c.client_id, c.client_secret, c.scope,
             c.catalog_id, c.customer_list_id, ch.resource_type, ch.event_type,
             ch.created_at, ch.timezone, ch.ids, ch.previous_state, ch.new_state, ch.state_change,
             ch.previous_private_refs -> c.client_id as previous_refs, ch.private_refs -> c.client_id as refs
           from unnest($1::text[], $2::text[], $3::text[]) as l (callback_id, id, lease)
           join events e on e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease
           join callbacks cb on cb.id = e.callback_id and cb.url is not null
           join connections c on c.id = cb.connection_id and c.client_secret is not null
           join changes ch on ch.id = e.change_id`,
    values: columns(leases),
  });
  return rows;
}

/** Deletes events that are acknowledged, or that their connection may no longer see. */
export async function deleteLeased(db: Queryable, leases: readonly Lease[]): Promise<void> {
  await db.query({
    name: 'delete-leased',
    text: `delete from events e
           using unnest($1::text[], $2::text[], $3::text[]) as l (callback_id, id, lease)
           where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease`,
    values: columns(leases),
  });
}

export type Wait = Lease & { seconds: number; counted: boolean };

/** Ends leases: the events are due again in `seconds`. An attempt that was not made is not counted. */
export async function scheduleAgain(db: Queryable, waits: readonly Wait[]): Promise<void> {
  await db.query({
    name: 'schedule-again',
    text: `update events e
           set lease_id = null, next_attempt_at = now() + make_interval(secs => l.seconds),
             attempts = case when l.counted then e.attempts else greatest(e.attempts - 1, 0) end
           from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::bool[]) as l (callback_id, id, lease, seconds, counted)
           where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease`,
    values: [...columns(waits), waits.map(({ seconds }) => seconds), waits.map(({ counted }) => counted)],
  });
}

export type Drop = Lease & { reason: string };

/** Deletes events after their last attempt; operators keep a copy. Returns how many there were. */
export async function dropEvents(db: Queryable, drops: readonly Drop[]): Promise<number> {
  const { rowCount } = await db.query({
    name: 'drop-events',
    text: `with gone as (
             delete from events e
             using unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as l (callback_id, id, lease, connection_id, reason)
             where e.callback_id = l.callback_id and e.id = l.id and e.lease_id = l.lease
             returning e.id, e.change_id, l.connection_id, e.attempts, l.reason
           )
           insert into dropped_events (id, change_id, connection_id, attempts, reason)
           select id, change_id, connection_id, least(attempts, $6), reason from gone`,
    values: [
      ...columns(drops),
      drops.map(({ connection_id }) => connection_id),
      drops.map(({ reason }) => reason),
      // The claim after the last attempt was lost with its process has counted one that is never made.
      attemptsMax,
    ],
  });
  return rowCount ?? 0;
}

const columns = (leases: readonly Lease[]) => [
  leases.map(({ callback_id }) => callback_id),
  leases.map(({ event_id }) => event_id),
  leases.map(({ lease }) => lease),
];
