import type { Queryable } from '@order-hub/shared/database';
import type { Counter } from './attempts.ts';

/** `count`: the number of the attempt. `waits_until`: when the counter waits, and the attempt was not counted. */
type Counted = { count: number; waits_until?: undefined } | { waits_until: Date };

/** When a counter stops waiting after its attempt number `count`. A subscript outside of the list gives null. */
const waitsUntil = (count: string) =>
  `(select case when wait is null then '-infinity' else $2::timestamptz + make_interval(secs => wait) end
    from (select ($3::integer[])[greatest(0, least(${count} - $4::bigint, cardinality($3::integer[])))::integer]) as w (wait))`;

/**
 * Counts an attempt, unless the counter waits. No wait is `-infinity`, not the present: requests are not counted in the
 * order of their times, and clocks of replicas differ.
 */
export async function upsertAttempt(trx: Queryable, { key_digest, free, waits }: Counter, now: Date): Promise<Counted> {
  const counted = await trx.query<{ count: number }>({
    name: 'upsert-attempt',
    text: `insert into attempts as a (key_digest, count, counted_at, waits_until)
           values ($1, 1, $2, ${waitsUntil('1')})
           on conflict (key_digest) do update set count = a.count + 1, counted_at = excluded.counted_at,
             waits_until = ${waitsUntil('(a.count + 1)')}
           where a.waits_until <= $2
           returning count`,
    values: [key_digest, now, waits, free],
  });
  const [first] = counted.rows;
  if (first) return first;
  // The statement has locked the row that it did not change.
  const { rows } = await trx.query<{ waits_until: Date }>('select waits_until from attempts where key_digest = $1', [
    key_digest,
  ]);
  return rows[0] ?? { waits_until: now };
}

/** Until when a counter waits; undefined when it does not. */
export async function findWait(db: Queryable, key_digest: string, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ waits_until: Date }>({
    name: 'find-wait',
    text: 'select waits_until from attempts where key_digest = $1 and waits_until > $2',
    values: [key_digest, now],
  });
  return rows[0]?.waits_until;
}

/** Deletes the attempts of these counters. */
export async function deleteAttempts(db: Queryable, key_digests: readonly string[]): Promise<void> {
  await db.query('delete from attempts where key_digest = any ($1)', [key_digests]);
}

/** Deletes the attempts of the counter `own`, and of those from `first` up to `end` (`countersOfEmail`). */
export async function deleteAttemptsOfEmail(
  trx: Queryable,
  { own, first, end }: { own: string; first: string; end: string },
): Promise<void> {
  await trx.query('delete from attempts where key_digest = $1 or (key_digest >= $2 and key_digest < $3)', [
    own,
    first,
    end,
  ]);
}

/** Takes back one attempt of a counter, and ends its wait. */
export async function updateTakenBack(db: Queryable, key_digest: string): Promise<void> {
  await db.query(
    `update attempts set count = greatest(0, count - 1), waits_until = '-infinity' where key_digest = $1`,
    [key_digest],
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
