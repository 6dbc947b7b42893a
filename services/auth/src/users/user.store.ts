import { violates, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { emailKey, type User } from './user.ts';

type NewUser = User & { password_hash: string; created_at: Date };

/** Throws 422 when another user has the email address, in whatever case. */
export async function insertUser(db: Queryable, user: NewUser): Promise<void> {
  const { id, email, password_hash, first_name, last_name, timezone, locales, created_at } = user;
  try {
    await db.query(
      `insert into users (id, email, email_key, password_hash, first_name, last_name, timezone, locales, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, email, emailKey(email), password_hash, first_name, last_name, timezone, locales, created_at],
    );
  } catch (error) {
    throw violates(error, 'users_email') ? invalid('email', 'is used by another user') : error;
  }
}

export async function findUser(db: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'find-user',
    text: 'select id, email, first_name, last_name, timezone, locales from users where id = $1',
    values: [id],
  });
  return rows[0];
}

type Credentials = { id: string; password_hash: string };

/** By the address in the form in which it is unique (`emailKey`). */
export async function findCredentials(db: Queryable, email_key: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>({
    name: 'find-credentials',
    text: 'select id, password_hash from users where email_key = $1',
    values: [email_key],
  });
  return rows[0];
}

type HashChange = { id: string; before: string; after: string };

/** Replaces the hash of a user's password, unless it has become another one meanwhile. */
export async function updatePasswordHash(db: Queryable, { id, before, after }: HashChange): Promise<void> {
  await db.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [id, before, after]);
}
