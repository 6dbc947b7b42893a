import type { Queryable } from '@order-hub/shared/database';
import type { SecondFactor } from './second-factor.ts';

/** Locks the user until the end of the transaction: changes of the user's factors come one after the other. */
export async function lockUserOfFactors(
  trx: Queryable,
  user_id: string,
): Promise<{ is_operator: boolean } | undefined> {
  const { rows } = await trx.query<{ is_operator: boolean }>(
    'select operator_since is not null as is_operator from users where id = $1 for update',
    [user_id],
  );
  return rows[0];
}

/** `since`: null when the user no longer has one. */
export async function updateSecondFactorSince(trx: Queryable, user_id: string, since: Date | null): Promise<void> {
  await trx.query('update users set second_factor_since = $2 where id = $1', [user_id, since]);
}

/** The second factors of a user, the oldest first. */
export async function listFactors(db: Queryable, user_id: string): Promise<SecondFactor[]> {
  const { rows } = await db.query<SecondFactor>(
    'select id, kind, name, created_at, used_at from second_factors where user_id = $1 order by id',
    [user_id],
  );
  return rows;
}

export async function deleteFactor(trx: Queryable, user_id: string, id: string): Promise<SecondFactor | undefined> {
  const { rows } = await trx.query<SecondFactor>(
    'delete from second_factors where user_id = $1 and id = $2 returning id, kind, name, created_at, used_at',
    [user_id, id],
  );
  return rows[0];
}

/** Returns how many there were. */
export async function deleteFactors(trx: Queryable, user_id: string): Promise<number> {
  const { rowCount } = await trx.query('delete from second_factors where user_id = $1', [user_id]);
  return rowCount ?? 0;
}
