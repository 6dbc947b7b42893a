import type { Queryable } from '@order-hub/shared/database';

type Verification = { user_id: string; token_digest: string; expires_at: Date };

/** Inserts the link of a user, in place of the one that the user has. */
export async function upsertVerification(trx: Queryable, link: Verification): Promise<void> {
  const { user_id, token_digest, expires_at } = link;
  await trx.query(
    `insert into email_verifications (user_id, token_digest, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at`,
    [user_id, token_digest, expires_at],
  );
}

/** Whether there is a link with this token that has not expired. */
export async function hasVerification(db: Queryable, token_digest: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('select from email_verifications where token_digest = $1 and expires_at > $2', [
    token_digest,
    now,
  ]);
  return rowCount === 1;
}

/** Deletes the link, and returns whose it was, unless it has expired: of concurrent requests, one succeeds. */
export async function takeVerification(trx: Queryable, token_digest: string, now: Date): Promise<string | undefined> {
  const { rows } = await trx.query<{ user_id: string }>(
    'delete from email_verifications where token_digest = $1 and expires_at > $2 returning user_id',
    [token_digest, now],
  );
  return rows[0]?.user_id;
}

/** Deletes up to `count` links that have expired, and returns how many. Skips those that are being deleted. */
export async function deleteExpiredVerifications(db: Queryable, now: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from email_verifications where user_id = any (array(
       select user_id from email_verifications where expires_at <= $1 limit $2 for update skip locked))`,
    [now, count],
  );
  return rowCount ?? 0;
}
