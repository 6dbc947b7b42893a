import type { Queryable } from '@order-hub/shared/database';

/** Whether the user with this email address has logged in with this browser before. */
export async function hasKnownBrowser(db: Queryable, email_key: string, browser_digest: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-known-browser',
    text: `select from known_browsers k join users u on u.id = k.user_id
           where u.email_key = $1 and k.browser_digest = $2`,
    values: [email_key, browser_digest],
  });
  return rowCount === 1;
}

/** Whether this user has logged in with this browser before. */
export async function isBrowserOf(db: Queryable, user_id: string, browser_digest: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'is-browser-of',
    text: 'select from known_browsers where user_id = $1 and browser_digest = $2',
    values: [user_id, browser_digest],
  });
  return rowCount === 1;
}

type KnownBrowser = { user_id: string; browser_digest: string; seen_at: Date };

/** Deletes all browsers of a user. */
export async function deleteKnownBrowsers(trx: Queryable, user_id: string): Promise<void> {
  await trx.query('delete from known_browsers where user_id = $1', [user_id]);
}

/** Adds a browser to those of a user, and keeps the `most` latest. */
export async function upsertKnownBrowser(
  db: Queryable,
  { user_id, browser_digest, seen_at }: KnownBrowser,
  most: number,
): Promise<void> {
  await db.query(
    `with seen as (
       insert into known_browsers (user_id, browser_digest, seen_at) values ($1, $2, $3)
       on conflict (user_id, browser_digest) do update set seen_at = excluded.seen_at)
     delete from known_browsers where user_id = $1 and browser_digest in (
       select browser_digest from known_browsers where user_id = $1 and browser_digest <> $2
       order by seen_at desc, browser_digest offset $4)`,
    [user_id, browser_digest, seen_at, most - 1],
  );
}
