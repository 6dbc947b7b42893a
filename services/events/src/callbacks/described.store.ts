import type { Queryable } from '@order-hub/shared/database';

/** A connection that was asked for; without a callback all but its id is null and 0. */
export type DescribedRow = {
  connection_id: string;
  url: string | null;
  subscribed: string[] | null;
  created_at: Date | null;
  updated_at: Date | null;
  last_attempt_at: Date | null;
  last_acknowledged: boolean | null;
  last_status: number | null;
  last_fault: string | null;
  waiting: number;
  oldest_id: string | null;
};

const waitingMax = 1_000;

/** The callbacks of these connections of an account, with how many events wait (counted up to 1,000), in the order given. */
export async function listDescribed(
  db: Queryable,
  account_id: string,
  connection_ids: readonly string[],
): Promise<DescribedRow[]> {
  const { rows } = await db.query<DescribedRow>({
    name: 'describe-connections',
    text: `select asked.id as connection_id, cb.url, cb.subscribed, cb.created_at, cb.updated_at, cb.last_attempt_at,
             cb.last_acknowledged, cb.last_status, cb.last_fault, w.waiting, w.oldest_id
           from unnest($2::text[]) with ordinality as asked (id, place)
           left join callbacks cb on cb.connection_id = asked.id and cb.account_id = $1
           cross join lateral (
             select count(*)::int as waiting, min(e.id) as oldest_id
             from (select id from events where callback_id = cb.id order by id limit $3) e
           ) w
           order by asked.place`,
    values: [account_id, connection_ids, waitingMax],
  });
  return rows;
}
