import type { Queryable } from '@order-hub/shared/database';
import { recoveryCodeDigest } from './recovery-code.ts';

export async function insertRecoveryCodes(trx: Queryable, user_id: string, codes: readonly string[]): Promise<void> {
  await trx.query('insert into recovery_codes (user_id, code_digest) select $1, unnest($2::text[])', [
    user_id,
    codes.map(recoveryCodeDigest),
  ]);
}

/** How many the user has not used. */
export async function countRecoveryCodes(db: Queryable, user_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from recovery_codes where user_id = $1',
    [user_id],
  );
  return rows[0]?.count ?? 0;
}

/** Returns whether the user had this code: of concurrent requests, one succeeds. */
export async function deleteRecoveryCode(trx: Queryable, user_id: string, code: string): Promise<boolean> {
  const { rowCount } = await trx.query('delete from recovery_codes where user_id = $1 and code_digest = $2', [
    user_id,
    recoveryCodeDigest(code),
  ]);
  return rowCount === 1;
}

export async function deleteRecoveryCodes(trx: Queryable, user_id: string): Promise<void> {
  await trx.query('delete from recovery_codes where user_id = $1', [user_id]);
}
