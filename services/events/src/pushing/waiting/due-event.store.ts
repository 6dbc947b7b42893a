import { transaction, type Database, type Queryable } from '@order-hub/shared/database';

/** The callbacks whose events a claim may take; see migrations/0005-fair-claim.ts. */
const claimable = `callbacks cb join connections c on c.id = cb.connection_id
  and cb.url is not null and c.status = 'active' and c.client_secret is not null`;

/** Otherwise PostgreSQL may read and sort all due events of a callback before it counts the first. */
const onlyIndexScans = `select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;

async function countDue(trx: Queryable, max: number): Promise<number> {
  await trx.query(onlyIndexScans);
  const { rows } = await trx.query<{ due: number }>({
    name: 'count-due-events',
    text: `select count(*)::int as due from (
             select from ${claimable} cross join lateral (
               select from events e where e.callback_id = cb.id and e.next_attempt_at <= now()
               order by e.next_attempt_at limit $1
             ) d limit $1
           ) counted`,
    values: [max],
  });
  return rows[0]?.due ?? 0;
}

/** Counts due events, up to `max`. Reads no more entries of the index, besides one for each callback. */
export async function countDueEvents(db: Database, max: number): Promise<number> {
  return await transaction(db, (trx) => countDue(trx, max));
}

/** Counts the callbacks whose backlog was large within the hour, or whose events were given up unsent. */
export async function countBehind(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ behind: number }>({
    name: 'count-behind',
    text: `select count(*)::int as behind from callbacks where behind_at > now() - interval '1 hour'`,
  });
  return rows[0]?.behind ?? 0;
}

/** `quick`: of callbacks whose last attempt was answered promptly. `age`: in seconds. */
export type OldestDue = { quick: boolean; age: number };

/** How long the oldest due event has been due. Reads one entry of the index for each callback, as the pusher's poll does. */
export async function listOldestDue(db: Queryable): Promise<OldestDue[]> {
  const { rows } = await db.query<OldestDue>({
    name: 'list-oldest-due',
    text: `select cb.answers as quick, extract(epoch from now() - min(o.next_attempt_at))::float8 as age
           from ${claimable} cross join lateral (
             select e.next_attempt_at from events e where e.callback_id = cb.id and e.next_attempt_at <= now()
             order by e.next_attempt_at limit 1
           ) o
           group by cb.answers`,
  });
  return rows;
}
