import type { Queryable } from '@order-hub/shared/database';
import type { LoggedInUser } from '@order-hub/pages/visit';
import { handleChars, type OpenSession } from './session.ts';

type NewSession = { id_digest: string; user_id: string; address: string | null; user_agent: string | null };

/** Returns the email address of the user, and locks them: sessions of one user are opened one after the other. */
export async function insertSession(db: Queryable, session: NewSession & { now: Date }): Promise<string> {
  const { id_digest, user_id, address, user_agent, now } = session;
  const { rows } = await db.query<{ email: string }>(
    `with session as (
       insert into sessions (id_digest, user_id, address, user_agent, created_at, used_at, confirmed_at)
       values ($1, $2, $3, $4, $5, $5, $5)
     )
     select email from users where id = $2 for no key update`,
    [id_digest, user_id, address, user_agent, now],
  );
  const [user] = rows;
  if (!user) throw new Error('A session was opened for a user who does not exist');
  return user.email;
}

export type Limits = { usedAfter: Date; createdAfter: Date };

/** `confirmed_at`: when the password was last entered. */
type SessionTimes = { confirmed_at: Date; used_at: Date };

/** A session that is not over, and its user. */
export async function findSession(
  db: Queryable,
  id_digest: string,
  limits: Limits,
): Promise<(SessionTimes & { user: LoggedInUser }) | undefined> {
  const { rows } = await db.query<LoggedInUser & SessionTimes>({
    name: 'find-session',
    text: `select u.id, u.email, u.first_name, u.last_name, u.timezone, u.language, u.operator_since is not null as is_operator,
                  u.second_factor_since is not null as has_second_factor, s.confirmed_at, s.used_at
           from sessions s join users u on u.id = s.user_id
           where s.id_digest = $1 and s.used_at > $2 and s.created_at > $3`,
    values: [id_digest, limits.usedAfter, limits.createdAfter],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { confirmed_at, used_at, ...user } = row;
  return { user, confirmed_at, used_at };
}

/** The users of those sessions that are not over, by the digests. */
export async function findSessionUsers(
  db: Queryable,
  id_digests: readonly string[],
  limits: Limits,
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id_digest: string; user_id: string }>({
    name: 'find-session-users',
    text: `select id_digest, user_id from sessions
           where id_digest = any ($1) and used_at > $2 and created_at > $3`,
    values: [id_digests, limits.usedAfter, limits.createdAfter],
  });
  return new Map(rows.map(({ id_digest, user_id }) => [id_digest, user_id]));
}

export async function updateUsedAt(db: Queryable, id_digest: string, used_at: Date): Promise<void> {
  await db.query('update sessions set used_at = $2 where id_digest = $1', [id_digest, used_at]);
}

export async function updateConfirmedAt(db: Queryable, id_digest: string, confirmed_at: Date): Promise<void> {
  await db.query('update sessions set confirmed_at = $2 where id_digest = $1', [id_digest, confirmed_at]);
}

/** Returns whether it was there. */
export async function deleteSession(db: Queryable, id_digest: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from sessions where id_digest = $1', [id_digest]);
  return rowCount === 1;
}

/** The sessions of a user that are not over, those used last first. */
export async function findUserSessions(
  db: Queryable,
  user_id: string,
  { limits, count }: { limits: Limits; count: number },
): Promise<OpenSession[]> {
  const { rows } = await db.query<OpenSession>(
    `select id_digest, address, user_agent, created_at, used_at from sessions
     where user_id = $1 and used_at > $2 and created_at > $3 order by used_at desc, id_digest limit $4`,
    [user_id, limits.usedAfter, limits.createdAfter, count],
  );
  return rows;
}

/** Deletes the session of a user with this handle (`handleOf`), and returns whether there was one. */
export async function deleteSessionWith(trx: Queryable, user_id: string, handle: string): Promise<boolean> {
  const { rowCount } = await trx.query('delete from sessions where user_id = $1 and left(id_digest, $3) = $2', [
    user_id,
    handle,
    handleChars,
  ]);
  return rowCount !== 0;
}

/** Deletes the sessions of a user, but for `kept`. Returns how many. Locks them in one order: two at once do not deadlock. */
export async function deleteUserSessions(trx: Queryable, user_id: string, kept = ''): Promise<number> {
  const { rowCount } = await trx.query(
    `delete from sessions where id_digest = any (array(
       select id_digest from sessions where user_id = $1 and id_digest <> $2 order by id_digest for update))`,
    [user_id, kept],
  );
  return rowCount ?? 0;
}

/**
 * Keeps the `most` sessions of a user that were used last, among them `id_digest`, and deletes the others. Returns the
 * deleted ones. Locks in the same order as `deleteUserSessions`.
 */
export async function deleteSessionsBeyond(
  trx: Queryable,
  { user_id, id_digest }: { user_id: string; id_digest: string },
  most: number,
): Promise<{ id_digest: string }[]> {
  const { rows } = await trx.query<{ id_digest: string }>(
    `delete from sessions where id_digest = any (array(
       select id_digest from sessions where id_digest in (
         select id_digest from sessions where user_id = $1 and id_digest <> $2
         order by used_at desc, id_digest offset $3)
       order by id_digest for update))
     returning id_digest`,
    [user_id, id_digest, most - 1],
  );
  return rows;
}

/** Deletes up to `count` sessions that are over, and returns how many. Skips those that are being deleted. */
export async function deleteOldSessions(db: Queryable, limits: Limits, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sessions where id_digest = any (array(
       select id_digest from sessions where used_at <= $1 or created_at <= $2 limit $3 for update skip locked))`,
    [limits.usedAfter, limits.createdAfter, count],
  );
  return rowCount ?? 0;
}

/** Deletes what a user has begun: log-ins, set-ups, links, codes and invitations (migrations/0032-ends-of-access.ts). */
export async function deleteBegun(trx: Queryable, user_id: string): Promise<void> {
  await trx.query('select delete_begun($1)', [user_id]);
}
