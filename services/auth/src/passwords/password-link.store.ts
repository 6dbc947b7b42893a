import type { Queryable } from '@order-hub/shared/database';

type PasswordLink = { user_id: string; token_digest: string; expires_at: Date };

/** Inserts the link of a user, in place of the one that the user has. */
export async function upsertPasswordLink(trx: Queryable, link: PasswordLink): Promise<void> {
  const { user_id, token_digest, expires_at } = link;
  await trx.query(
    `insert into password_links (user_id, token_digest, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at`,
    [user_id, token_digest, expires_at],
  );
}

type Owner = { id: string; email: string };

/** The user of a link; undefined if it has expired. */
export async function findLinkedUser(db: Queryable, token_digest: string, now: Date): Promise<Owner | undefined> {
  const { rows } = await db.query<Owner>(
    `select u.id, u.email from password_links p join users u on u.id = p.user_id
     where p.token_digest = $1 and p.expires_at > $2`,
    [token_digest, now],
  );
  return rows[0];
}

/** Deletes the link. Returns whether it existed and had not expired: of concurrent requests, one succeeds. */
export async function deletePasswordLink(trx: Queryable, token_digest: string, now: Date): Promise<boolean> {
  const { rowCount } = await trx.query('delete from password_links where token_digest = $1 and expires_at > $2', [
    token_digest,
    now,
  ]);
  return rowCount === 1;
}
