import type { Queryable } from '@order-hub/shared/database';

/** A callback with trouble; `oldest_id`: of the oldest event that waits. */
export type TroubleRow = {
  connection_id: string;
  account_id: string;
  location_id: string | null;
  is_passive: boolean;
  refusals: number;
  refusal_status: number | null;
  last_status: number | null;
  last_fault: string | null;
  oldest_id: string | null;
};

const troubleMax = 50;

/**
 * The callbacks of the locations and their accounts that refuse their events, did not get the last one, or have not fetched a new order.
 * `unfetched`: an event of a passive callback with a smaller id has waited too long. `failedSince`: older failures are forgotten.
 */
export async function listTrouble(
  db: Queryable,
  shops: readonly { account_id: string; location_id: string }[],
  { unfetched, failedSince }: { unfetched: string; failedSince: Date },
): Promise<TroubleRow[]> {
  const { rows } = await db.query<TroubleRow>({
    name: 'trouble',
    text: `select c.id as connection_id, c.account_id, c.location_id, cb.url is null as is_passive, coalesce(cb.refusals, 0) as refusals,
             cb.refusal_status, cb.last_status, cb.last_fault, w.oldest_id
           from connections c join callbacks cb on cb.connection_id = c.id and cb.account_id = c.account_id
           cross join lateral (select min(e.id) as oldest_id from events e where e.callback_id = cb.id) w
           where c.account_id = any ($1) and (c.location_id is null or c.location_id = any ($2)) and c.status = 'active'
             and (cb.refusals >= 20
               or cb.url is not null and not cb.last_acknowledged and cb.last_attempt_at > $4
               or cb.url is null and 'order.create' = any (cb.subscribed) and w.oldest_id < $3)
           order by c.id limit $5`,
    values: [
      shops.map(({ account_id }) => account_id),
      shops.map(({ location_id }) => location_id),
      ...[unfetched, failedSince, troubleMax],
    ],
  });
  return rows;
}
