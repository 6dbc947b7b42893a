import type { Queryable } from '@order-hub/shared/database';
import type { Lease } from './lease.ts';

/**
 * A claimed event. `due` is how many events of its callback were due, as far as the claim looked. `in_flight_max` is the
 * concurrency limit of the callback, and `quick` whether its last attempt was answered promptly.
 */
export type Claimed = Lease & {
  due: number;
  client_id: string;
  account_id: string;
  host: string | null;
  in_flight_max: number;
  quick: boolean;
};

/**
 * A claim for at most `free` events, of which at most `freeSlow` of slow callbacks. `candidates` are the connections to look
 * at; null looks at all of them. For `remaining` see limits/concurrency-usage.ts.
 */
export type Claim = {
  candidates: readonly string[] | null;
  free: number;
  freeSlow: number;
  remaining: Record<string, number>;
  lease: string;
  leaseSeconds: number;
};

/** Leases due events and counts their attempts; see migrations/0005-fair-claim.ts. */
export async function claimEvents(db: Queryable, claim: Claim): Promise<Claimed[]> {
  const { rows } = await db.query<Omit<Claimed, 'lease' | 'due'> & { due: string }>({
    name: 'claim-events',
    text: `select connection_id, callback_id, event_id, due, client_id, account_id, host, in_flight_max, answers as quick
           from claim_fairly($1::text[], $2::int, $3::int, $4::jsonb, $5::text, make_interval(secs => $6))`,
    values: [
      claim.candidates,
      claim.free,
      claim.freeSlow,
      JSON.stringify(claim.remaining),
      claim.lease,
      claim.leaseSeconds,
    ],
  });
  return rows.map((row) => ({ ...row, due: parseInt(row.due, 10), lease: claim.lease }));
}

/**
 * Ends the leases of dead workers, whose lock is free. A lease is named `<worker>.<claim>`. After attempt number n an event
 * waits for the n-th of `waits`, in seconds. Without a wait it keeps its lease, as one that has ended: a claim finds such an
 * event before later ones of the same resource. Returns the number of leases.
 */
export async function endLeasesOfDead(db: Queryable, waits: readonly number[]): Promise<number> {
  const { rowCount } = await db.query({
    name: 'end-leases-of-dead',
    text: `with holders as materialized (
             select distinct split_part(lease_id, '.', 1) as worker from events
             where lease_id is not null and lease_id like '%.%' and next_attempt_at > now()
           ), dead as materialized (
             -- Shared: otherwise two processes that check at the same time would take each other for the worker.
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
