import type { Queryable } from '@order-hub/shared/database';

/** A callback with trouble; `oldest_id`: of the oldest event that waits. */
export type TroubleRow = {
  connection_id: string;
  account_id: string;
  location_id: string | null;
  is_passive: boolean;
  refusals: number;
  refusal_status: number | null;
  /** The last attempt failed. */
  is_failing: boolean;
  last_status: number | null;
  last_fault: string | null;
  oldest_id: string | null;
};

/** `unfetched`: an event of a passive callback with a smaller id has waited too long. `failedSince`: older failures are forgotten, and so are backlogs. */
export type TroubleTimes = { unfetched: string; failedSince: Date };

/** The callbacks that refuse their events, did not get the last one, are behind, or have not fetched a new order. $1 and $2 are `TroubleTimes`. */
const selectTrouble = `
  select c.id as connection_id, c.account_id, c.location_id, cb.url is null as is_passive, coalesce(cb.refusals, 0) as refusals,
    cb.refusal_status, not coalesce(cb.last_acknowledged, true) as is_failing, cb.last_status, cb.last_fault, w.oldest_id
  from connections c join callbacks cb on cb.connection_id = c.id and cb.account_id = c.account_id
  cross join lateral (select min(e.id) as oldest_id from events e where e.callback_id = cb.id) w
  where c.status = 'active'
    and (cb.refusals >= 20
      or cb.url is not null and not cb.last_acknowledged and cb.last_attempt_at > $2
      or cb.behind_at > $2
      or cb.url is null and 'order.create' = any (cb.subscribed) and w.oldest_id < $1)`;

const troubleMax = 50;

/** Those of the locations and their accounts, 50 at most. */
export async function listTrouble(
  db: Queryable,
  shops: readonly { account_id: string; location_id: string }[],
  { unfetched, failedSince }: TroubleTimes,
): Promise<TroubleRow[]> {
  const { rows } = await db.query<TroubleRow>({
    name: 'trouble',
    text: `${selectTrouble} and c.account_id = any ($3) and (c.location_id is null or c.location_id = any ($4))
           order by c.id limit $5`,
    values: [
      ...[unfetched, failedSince],
      shops.map(({ account_id }) => account_id),
      shops.map(({ location_id }) => location_id),
      troubleMax,
    ],
  });
  return rows;
}

/** Callbacks in the order of their connections, of all accounts: those after `after` up to `upTo`; null: to the last one. */
export type Part = { after: string; upTo: string | null };

/** Follows every id. A condition that is left out instead would leave the statement without a bound. */
const afterEveryId = '\u{10ffff}';

/** Where a part of `count` callbacks ends; null for the last part. */
export async function findPartEnd(db: Queryable, after: string, count: number): Promise<string | null> {
  const { rows } = await db.query<{ connection_id: string }>({
    name: 'trouble-part-end',
    text: `select cb.connection_id from callbacks cb where cb.connection_id > $1 order by cb.connection_id
           offset $2 limit 1`,
    values: [after, count - 1],
  });
  return rows[0]?.connection_id ?? null;
}

/** Those among the callbacks of a part. */
export async function listPartTrouble(
  db: Queryable,
  { after, upTo }: Part,
  { unfetched, failedSince }: TroubleTimes,
): Promise<TroubleRow[]> {
  const { rows } = await db.query<TroubleRow>({
    name: 'part-trouble',
    text: `${selectTrouble} and cb.connection_id > $3 and cb.connection_id <= $4 order by c.id`,
    values: [unfetched, failedSince, after, upTo ?? afterEveryId],
  });
  return rows;
}
