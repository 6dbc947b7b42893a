/** The marks of apps with trouble: each trouble is told once, until it is over. */
import type { Queryable } from '@order-hub/shared/database';

type TroubleKey = { connection_id: string; account_id: string };

/** Marks that these apps have trouble now. Leaves out those of test shops, whose owners watch their logs. */
export async function upsertTroubles(db: Queryable, keys: readonly TroubleKey[], now: Date): Promise<void> {
  await db.query({
    name: 'upsert-troubles',
    text: `insert into troubles as t (connection_id, account_id, began_at, seen_at)
           select c.id, c.account_id, $3, $3
           from unnest($1::text[], $2::text[]) as seen (connection_id, account_id)
             join connections c on c.id = seen.connection_id and c.account_id = seen.account_id
             join accounts a on a.id = c.account_id
           where not exists (select from test_shops s where s.user_id = a.user_id and s.account_id = a.id)
           order by c.id
           on conflict (connection_id) do update set seen_at = greatest(t.seen_at, excluded.seen_at)`,
    values: [keys.map(({ connection_id }) => connection_id), keys.map(({ account_id }) => account_id), now],
  });
}

/** Of these apps, those whose trouble nobody was told, and since when they have it. */
export async function listUntold(
  db: Queryable,
  keys: readonly TroubleKey[],
): Promise<{ connection_id: string; began_at: Date }[]> {
  const { rows } = await db.query<{ connection_id: string; began_at: Date }>({
    name: 'list-untold',
    text: `select connection_id, began_at from troubles
           where connection_id = any ($1) and account_id = any ($2) and mailed_at is null order by connection_id`,
    values: [keys.map(({ connection_id }) => connection_id), keys.map(({ account_id }) => account_id)],
  });
  return rows;
}

/** Marks that the trouble was told. Returns false if it was already: of several processes, one tells it. */
export async function updateTold(
  trx: Queryable,
  { connection_id, account_id }: TroubleKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await trx.query(
    'update troubles set mailed_at = $3 where connection_id = $1 and account_id = $2 and mailed_at is null',
    [connection_id, account_id, now],
  );
  return rowCount === 1;
}

/** Deletes what was not seen since `untold`; of what was told, only what was not seen since `told`. */
export async function deleteOver(db: Queryable, { untold, told }: { untold: Date; told: Date }): Promise<void> {
  await db.query({
    name: 'delete-over-troubles',
    text: 'delete from troubles where seen_at < $1 and (mailed_at is null or seen_at < $2)',
    values: [untold, told],
  });
}
