import { violates, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { takePage, type Page } from '@order-hub/shared/page';
import { emailKey, type NewUser, type Profile, type User } from './user.ts';

const columns =
  'id, email, first_name, last_name, timezone, locales, language, trouble_mails, email_verified_at is not null as email_verified';

type StoredUser = NewUser & { password_hash: string; created_at: Date };

/** Throws 422 when another user has the email address, in whatever case. */
export async function insertUser(db: Queryable, user: StoredUser): Promise<void> {
  const { id, email, password_hash, first_name, last_name, timezone, locales, created_at } = user;
  try {
    await db.query(
      `insert into users (id, email, email_key, password_hash, first_name, last_name, timezone, locales, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, email, emailKey(email), password_hash, first_name, last_name, timezone, locales, created_at],
    );
  } catch (error) {
    throw violates(error, 'users_email') ? invalid('email', 'taken', 'is used by another user') : error;
  }
}

export async function findUser(db: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'find-user',
    text: `select ${columns} from users where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** A page of users, oldest first. */
export async function listUsers(
  db: Queryable,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<User>> {
  const { rows } = await db.query<User>({
    name: 'list-users',
    text: `select ${columns} from users
           where id > $1 order by id limit $2`,
    values: [after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

export async function findUserEmails(db: Queryable, ids: string[]): Promise<{ id: string; email: string }[]> {
  const { rows } = await db.query<{ id: string; email: string }>({
    name: 'find-user-emails',
    text: 'select id, email from users where id = any($1)',
    values: [ids],
  });
  return rows;
}

/** By the address in the form in which it is unique (`emailKey`). */
export async function findUserByEmail(db: Queryable, email_key: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'find-user-by-email',
    text: `select ${columns} from users where email_key = $1`,
    values: [email_key],
  });
  return rows[0];
}

/** Locks the user until the end of the transaction. */
export async function lockUser(trx: Queryable, id: string): Promise<User | undefined> {
  const { rows } = await trx.query<User>({
    name: 'lock-user',
    text: `select ${columns} from users where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

export async function updateProfile(trx: Queryable, id: string, profile: Profile): Promise<void> {
  const { first_name, last_name, timezone, locales, language, trouble_mails } = profile;
  await trx.query(
    `update users set first_name = $2, last_name = $3, timezone = $4, locales = $5, language = $6, trouble_mails = $7
     where id = $1`,
    [id, first_name, last_name, timezone, locales, language, trouble_mails],
  );
}

/** Marks the address of a user as verified, unless it is already. Returns the address. */
export async function updateEmailVerified(trx: Queryable, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await trx.query<{ email: string }>(
    'update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1 returning email',
    [id, now],
  );
  return rows[0]?.email;
}

/** Whether the user has a second factor. Until the end of the transaction none is added or removed. */
export async function lockHasFactorShared(trx: Queryable, user_id: string): Promise<boolean> {
  const { rows } = await trx.query<{ has: boolean }>(
    'select second_factor_since is not null as has from users where id = $1 for share',
    [user_id],
  );
  return rows[0]?.has ?? false;
}
