/** The passwords of users, which only this feature reads and writes. */
import type { Queryable } from '@order-hub/shared/database';

/** Locks the user until the end of the transaction. Returns whether there is one. */
export async function lockCredentials(trx: Queryable, user_id: string): Promise<boolean> {
  const { rowCount } = await trx.query('select from users where id = $1 for update', [user_id]);
  return rowCount === 1;
}

/** Locks the user with this address in its unique form until the end of the transaction. Returns the id, if there is one. */
export async function lockCredentialsOf(trx: Queryable, email_key: string): Promise<string | undefined> {
  const { rows } = await trx.query<{ id: string }>('select id from users where email_key = $1 for update', [email_key]);
  return rows[0]?.id;
}

/** Locks the user until the end of the transaction, if the password is still the one of this hash. Returns whether it is. */
export async function lockPassword(trx: Queryable, { id, password_hash }: Credentials): Promise<boolean> {
  const { rowCount } = await trx.query('select from users where id = $1 and password_hash = $2 for no key update', [
    id,
    password_hash,
  ]);
  return rowCount === 1;
}

export async function updatePassword(trx: Queryable, id: string, password_hash: string): Promise<void> {
  await trx.query('update users set password_hash = $2 where id = $1', [id, password_hash]);
}

export type Credentials = { id: string; password_hash: string };

/** `email_key`: the email address in its unique form (`emailKey`). */
export async function findCredentials(db: Queryable, email_key: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>({
    name: 'find-credentials',
    text: 'select id, password_hash from users where email_key = $1',
    values: [email_key],
  });
  return rows[0];
}

type HashChange = { id: string; before: string; after: string };

/** Replaces the hash of a user's password unless it has changed meanwhile. Returns whether it did. */
export async function updatePasswordHash(db: Queryable, { id, before, after }: HashChange): Promise<boolean> {
  const { rowCount } = await db.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    before,
    after,
  ]);
  return rowCount === 1;
}
