import type { Queryable } from '@order-hub/shared/database';
import type { Counter } from './attempts.ts';

/**
 * Counts an attempt, unless the counter waits. Returns until when it waits if the attempt was not counted. No wait is
 * `-infinity`, not the present: requests are not counted in the order of their times, and clocks of replicas differ.
 */
export async function upsertAttempt(trx: Queryable, { key_digest, waits }: Counter, now: Date): Promise<Date | null> {
  const counted = await trx.query({
    name: 'upsert-attempt',
    text: `insert into attempts as a (key_digest, count, counted_at, waits_until)
           values ($1, 1, $2, case when ($3::integer[])[1] = 0 then '-infinity'
                           else $2::timestamptz + make_interval(secs => ($3::integer[])[1]) end)
           on conflict (key_digest) do update set count = a.count + 1, counted_at = excluded.counted_at,
             waits_until = (
               select case when wait = 0 then '-infinity' else $2::timestamptz + make_interval(secs => wait) end
               from (select ($3::integer[])[least(a.count + 1, cardinality($3::integer[]))] as wait) as next)
           where a.waits_until <= $2`,
    values: [key_digest, now, waits],
  });
  if (counted.rowCount === 1) return null;
  // The statement has locked the row that it did not change.
  const { rows } = await trx.query<{ waits_until: Date }>('select waits_until from attempts where key_digest = $1', [
    key_digest,
  ]);
  return rows[0]?.waits_until ?? now;
}

/** Deletes the attempts of these counters. */
export async function deleteAttempts(db: Queryable, key_digests: readonly string[]): Promise<void> {
  await db.query('delete from attempts where key_digest = any ($1)', [key_digests]);
}

/** Takes back one attempt of each of these counters, and ends their wait. */
export async function updateTakenBack(db: Queryable, key_digests: readonly string[]): Promise<void> {
  await db.query(
    `update attempts set count = greatest(0, count - 1), waits_until = '-infinity' where key_digest = any ($1)`,
    [key_digests],
  );
}

/** Deletes up to `count` counters whose last attempt is older, and returns how many. Skips those that are in use. */
export async function deleteOldAttempts(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from attempts where key_digest = any (array(
       select key_digest from attempts where counted_at < $1 limit $2 for update skip locked))`,
    [before, count],
  );
  return rowCount ?? 0;
}
