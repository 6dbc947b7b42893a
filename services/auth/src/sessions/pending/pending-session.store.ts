import type { Queryable } from '@order-hub/shared/database';

type PendingSession = { browser_digest: string; user_id: string; expires_at: Date };

/** Whether the user has a second factor; undefined for no user. Until the transaction ends, the first one waits to be added. */
export async function lockSecondFactorKeyShared(trx: Queryable, user_id: string): Promise<boolean | undefined> {
  const { rows } = await trx.query<{ has_second_factor: boolean }>(
    'select second_factor_since is not null as has_second_factor from users where id = $1 for key share',
    [user_id],
  );
  return rows[0]?.has_second_factor;
}

/** Inserts the pending session of a browser, in place of the one that it has. */
export async function upsertPendingSession(trx: Queryable, pending: PendingSession): Promise<void> {
  const { browser_digest, user_id, expires_at } = pending;
  await trx.query(
    `insert into pending_sessions (browser_digest, user_id, expires_at) values ($1, $2, $3)
     on conflict (browser_digest) do update set user_id = excluded.user_id, expires_at = excluded.expires_at`,
    [browser_digest, user_id, expires_at],
  );
}

/** The user of a browser's pending session; undefined if there is none, or it has expired. */
export async function findPendingUser(
  db: Queryable,
  browser_digest: string,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await db.query<{ id: string; email: string }>(
    `select u.id, u.email from pending_sessions p join users u on u.id = p.user_id
     where p.browser_digest = $1 and p.expires_at > $2`,
    [browser_digest, now],
  );
  return rows[0];
}

/** Returns whether the browser had a pending session of this user: of concurrent requests, one succeeds. */
export async function deletePendingSession(trx: Queryable, browser_digest: string, user_id: string): Promise<boolean> {
  const { rowCount } = await trx.query('delete from pending_sessions where browser_digest = $1 and user_id = $2', [
    browser_digest,
    user_id,
  ]);
  return rowCount === 1;
}

/** Deletes up to `count` pending sessions that have expired, and returns how many. Skips those that are being deleted. */
export async function deleteExpiredPendingSessions(db: Queryable, now: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from pending_sessions where browser_digest = any (array(
       select browser_digest from pending_sessions where expires_at <= $1 limit $2 for update skip locked))`,
    [now, count],
  );
  return rowCount ?? 0;
}
