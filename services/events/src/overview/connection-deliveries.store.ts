import type { Queryable } from '@order-hub/shared/database';

/** The callback of a connection. Without one all but the id is null and 0. */
export type DeliveriesRow = {
  connection_id: string;
  url: string | null;
  subscribed: string[] | null;
  created_at: Date | null;
  updated_at: Date | null;
  last_attempt_at: Date | null;
  last_acknowledged: boolean | null;
  last_status: number | null;
  last_fault: string | null;
  refusals: number | null;
  refusal_status: number | null;
  is_behind: boolean;
  waiting: number;
  oldest_id: string | null;
};

const waitingMax = 1_000;

/** One row per id, in the order of the ids. Counts up to 1,000 waiting events. */
export async function listConnectionDeliveries(
  db: Queryable,
  account_id: string,
  connection_ids: readonly string[],
): Promise<DeliveriesRow[]> {
  const { rows } = await db.query<DeliveriesRow>({
    name: 'connection-deliveries',
    text: `select c.id as connection_id, cb.url, cb.subscribed, cb.created_at, cb.updated_at, cb.last_attempt_at,
             cb.last_acknowledged, cb.last_status, cb.last_fault, cb.refusals,
             cb.refusal_status, coalesce(cb.behind_at > now() - interval '1 day', false) as is_behind, w.waiting, w.oldest_id
           from unnest($2::text[]) with ordinality as c (id, position)
           left join callbacks cb on cb.connection_id = c.id and cb.account_id = $1
           cross join lateral (
             select count(*)::int as waiting, min(e.id) as oldest_id
             from (select id from events where callback_id = cb.id order by id limit $3) e
           ) w
           order by c.position`,
    values: [account_id, connection_ids, waitingMax],
  });
  return rows;
}
