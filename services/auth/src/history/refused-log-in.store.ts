import type { Queryable } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import type { Refusal } from './history.ts';

export type RefusedLogIn = {
  email_key: string;
  kind: Refusal;
  id: string;
  at: Date;
  address_key: string;
  browser: string;
};

/**
 * Counts a refused log-in of the user with this email address, if there is one, in the row of its day, kind and address, which takes the
 * new id: the history is ordered by it. Addresses beyond the first `addressesMax` share a row. Does not wait for the disk.
 */
export async function countRefused(db: Queryable, refused: RefusedLogIn, addressesMax: number): Promise<void> {
  const { email_key, kind, id, at, address_key, browser } = refused;
  await db.query({
    name: 'count-refused-log-in',
    text: `with today as (
             select u.id as user_id, ($3::timestamptz at time zone 'UTC')::date as day from users u where u.email_key = $1
           )
           insert into refused_log_ins as r (id, user_id, day, kind, address_key, count, last_at, browser)
           select $4, t.user_id, t.day, $2,
             case when exists (select from refused_log_ins o where o.user_id = t.user_id and o.day = t.day and o.kind = $2 and o.address_key = $5)
                    or (select count(*) from refused_log_ins o where o.user_id = t.user_id and o.day = t.day and o.kind = $2) < $7
                  then $5 else '' end, 1, $3, $6
           from today t cross join (select set_config('synchronous_commit', 'off', true)) as unwaited
           on conflict (user_id, day, kind, address_key) do update
             set id = excluded.id, count = r.count + 1, last_at = excluded.last_at, browser = excluded.browser`,
    values: [email_key, kind, at, id, address_key, browser, addressesMax],
  });
}

/** Deletes up to `count` rows that were last counted before this time, the oldest first, and returns how many. Ids grow with time. */
export async function deleteRefusedBefore(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from refused_log_ins where id = any (array(
       select id from refused_log_ins where id < $1 order by id limit $2 for update skip locked))`,
    [idFloor(before), count],
  );
  return rowCount ?? 0;
}
