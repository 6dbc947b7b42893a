import type { Queryable } from '@order-hub/shared/database';

type Challenge = { browser_digest: string; user_id: string; challenge: string; expires_at: Date };

/** Inserts the challenge of a browser, in place of the one that it has. */
export async function upsertChallenge(db: Queryable, { browser_digest, user_id, challenge, expires_at }: Challenge) {
  await db.query(
    `insert into passkey_challenges (browser_digest, user_id, challenge, expires_at) values ($1, $2, $3, $4)
     on conflict (browser_digest) do update
       set user_id = excluded.user_id, challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [browser_digest, user_id, challenge, expires_at],
  );
}

/** Deletes the challenge of a browser and returns it, unless it has expired: of concurrent requests, one gets it. */
export async function deleteChallenge(db: Queryable, browser_digest: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string; expires_at: Date }>(
    'delete from passkey_challenges where browser_digest = $1 returning challenge, expires_at',
    [browser_digest],
  );
  const [found] = rows;
  return found && found.expires_at > now ? found.challenge : undefined;
}

/** Deletes up to `count` challenges that have expired, and returns how many. Skips those that are being deleted. */
export async function deleteExpiredChallenges(db: Queryable, now: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from passkey_challenges where browser_digest = any (array(
       select browser_digest from passkey_challenges where expires_at <= $1 limit $2 for update skip locked))`,
    [now, count],
  );
  return rowCount ?? 0;
}
