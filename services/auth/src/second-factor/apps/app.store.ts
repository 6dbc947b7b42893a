import type { Queryable } from '@order-hub/shared/database';

type Setup = { id: string; totp_secret: string };

/** The app that a user is setting up. */
export async function findSetup(db: Queryable, user_id: string, now: Date): Promise<Setup | undefined> {
  const { rows } = await db.query<Setup>(
    'select id, totp_secret from app_setups where user_id = $1 and expires_at > $2',
    [user_id, now],
  );
  return rows[0];
}

type NewSetup = Setup & { user_id: string; expires_at: Date };

/** Inserts a setup in place of one that has expired. Of concurrent requests, one inserts. */
export async function upsertSetup(db: Queryable, { user_id, id, totp_secret, expires_at }: NewSetup, now: Date) {
  await db.query(
    `insert into app_setups as s (user_id, id, totp_secret, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update
       set id = excluded.id, totp_secret = excluded.totp_secret, expires_at = excluded.expires_at where s.expires_at <= $5`,
    [user_id, id, totp_secret, expires_at, now],
  );
}

/** Deletes the setup of a user; with `id`, only that one. Returns whether it was there. */
export async function deleteSetup(trx: Queryable, user_id: string, id: string | null = null): Promise<boolean> {
  const { rowCount } = await trx.query('delete from app_setups where user_id = $1 and ($2::text is null or id = $2)', [
    user_id,
    id,
  ]);
  return rowCount === 1;
}

/** Deletes up to `count` setups that have expired, and returns how many. Skips those that are being deleted. */
export async function deleteExpiredSetups(db: Queryable, now: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from app_setups where user_id = any (array(
       select user_id from app_setups where expires_at <= $1 limit $2 for update skip locked))`,
    [now, count],
  );
  return rowCount ?? 0;
}

type NewApp = { id: string; user_id: string; name: string; totp_secret: string; last_step: number; created_at: Date };

export async function insertApp(trx: Queryable, app: NewApp): Promise<void> {
  const { id, user_id, name, totp_secret, last_step, created_at } = app;
  await trx.query(
    `insert into second_factors (id, user_id, kind, name, totp_secret, last_step, created_at)
     values ($1, $2, 'app', $3, $4, $5, $6)`,
    [id, user_id, name, totp_secret, last_step, created_at],
  );
}

export async function findApps(db: Queryable, user_id: string): Promise<Setup[]> {
  const { rows } = await db.query<Setup>(
    `select id, totp_secret from second_factors where user_id = $1 and kind = 'app' order by id`,
    [user_id],
  );
  return rows;
}

/** Records the step of an accepted code. Returns whether it is later than the last one: of equal codes, one is accepted. */
export async function updateLastStep(db: Queryable, id: string, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update second_factors set last_step = $2, used_at = $3 where id = $1 and last_step < $2',
    [id, step, now],
  );
  return rowCount === 1;
}
