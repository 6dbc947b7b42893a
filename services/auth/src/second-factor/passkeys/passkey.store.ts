import { violates, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { Passkey } from './passkey.ts';

type NewPasskey = Omit<Passkey, 'public_key'> & {
  user_id: string;
  name: string;
  public_key: Uint8Array;
  created_at: Date;
};

/** Throws 422 for a passkey that the hub has already. */
export async function insertPasskey(trx: Queryable, passkey: NewPasskey): Promise<void> {
  const { id, user_id, name, credential_id, public_key, sign_count, transports, created_at } = passkey;
  try {
    await trx.query(
      `insert into second_factors
         (id, user_id, kind, name, credential_id, public_key, sign_count, transports, created_at)
       values ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8)`,
      [id, user_id, name, credential_id, Buffer.from(public_key), sign_count, transports, created_at],
    );
  } catch (error) {
    throw violates(error, 'second_factors_credential') ? invalid('passkey', 'taken', 'has been added already') : error;
  }
}

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(db: Queryable, user_id: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey & { sign_count: string }>(
    `select id, credential_id, public_key, sign_count, transports from second_factors
     where user_id = $1 and kind = 'passkey' order by id`,
    [user_id],
  );
  return rows.map((row) => ({ ...row, sign_count: Number(row.sign_count) }));
}

/** Records a use. Returns whether the passkey still has the counter `before`: of concurrent equal answers, one is accepted. */
export async function updateSignCount(
  db: Queryable,
  { id, sign_count }: Passkey,
  after: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update second_factors set sign_count = $3, used_at = $4 where id = $1 and sign_count = $2',
    [id, sign_count, after, now],
  );
  return rowCount === 1;
}
