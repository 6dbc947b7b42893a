import type { Queryable } from '@order-hub/shared/database';
import type { TestShopSettings } from '@order-hub/shared/management/test-shops';
import type { OpenedShop, ShopRow, Simulators } from './test-shop.ts';

/**
 * Open shops `t` with account `a`, location `l` and the simulators' connections. `others.used_at`: when any other connection of
 * the account was last used.
 */
export const fromOpenShops = `
  from test_shops t
    join accounts a on a.id = t.account_id
    join locations l on l.id = t.location_id and l.account_id = t.account_id
    join connections till on till.id = t.till_id and till.account_id = t.account_id
    join connections website on website.id = t.website_id and website.account_id = t.account_id
    left join lateral (
      select max(u.used_at) as used_at
      from connections c join connection_uses u on u.connection_id = c.id
      where c.account_id = t.account_id and c.id not in (t.till_id, t.website_id)
    ) others on true
  where t.ended_at is null`;

export const calledAt = 'greatest(t.active_at, others.used_at)';

export const isCutOff = `coalesce(a.suspended_at, l.suspended_at, till.blocked_at, till.disconnected_at,
    website.blocked_at, website.disconnected_at) is not null`;

/** The open shop of a user. */
export async function findShop(db: Queryable, user_id: string): Promise<ShopRow | undefined> {
  const { rows } = await db.query<ShopRow>({
    name: 'find-test-shop',
    text: `select t.account_id, t.location_id, l.name as location_name, t.till_id, t.website_id, t.settings, t.is_filled,
                  t.failure, t.ends_at, ${isCutOff} as is_cut_off, ${calledAt} as called_at
           ${fromOpenShops} and t.user_id = $1`,
    values: [user_id],
  });
  return rows[0];
}

type Place = { account_id: string; location_id: string };

/** The account and location of the user's shop, open or ended. Until the end of the transaction, nobody opens a shop. */
export async function lockShopPlace(
  trx: Queryable,
  user_id: string,
): Promise<(Place & { is_open: boolean }) | undefined> {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('test shops', 0))`);
  const { rows } = await trx.query<Place & { is_open: boolean }>(
    'select account_id, location_id, ended_at is null as is_open from test_shops where user_id = $1',
    [user_id],
  );
  return rows[0];
}

export async function countOpenShops(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ shops: number }>({
    name: 'count-open-test-shops',
    text: 'select count(*)::int as shops from test_shops where ended_at is null',
  });
  return rows[0]?.shops ?? 0;
}

type Opening = { settings: TestShopSettings; now: Date; ends_at: Date };

/** Opens the shop of a user, in place of the one that ended. */
export async function upsertShop(
  trx: Queryable,
  { user_id, account_id, location_id, till_id, website_id }: OpenedShop,
  { settings, now, ends_at }: Opening,
): Promise<void> {
  await trx.query(
    `insert into test_shops (user_id, account_id, location_id, till_id, website_id, settings, active_at, ends_at, visit_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $7)
     on conflict (user_id) do update set account_id = excluded.account_id, location_id = excluded.location_id,
       till_id = excluded.till_id, website_id = excluded.website_id, settings = excluded.settings, remembered = '{}',
       is_filled = false, asked_percent = null, failure = null, active_at = excluded.active_at, ends_at = excluded.ends_at,
       ended_at = null, visit_at = excluded.visit_at, lease_id = null, leased_until = null`,
    [user_id, account_id, location_id, till_id, website_id, JSON.stringify(settings), now, ends_at],
  );
}

/** Locks the open shop of a user. */
export async function lockShop(
  trx: Queryable,
  user_id: string,
): Promise<(Place & { settings: TestShopSettings }) | undefined> {
  const { rows } = await trx.query<Place & { settings: TestShopSettings }>(
    'select account_id, location_id, settings from test_shops where user_id = $1 and ended_at is null for update',
    [user_id],
  );
  return rows[0];
}

/** Changes a shop as its user asks, wakes it, and lets the simulators visit it now. Undefined stays as it is. */
export async function updateShop(
  trx: Queryable,
  user_id: string,
  { settings, asked_percent, now }: { settings?: TestShopSettings; asked_percent?: number; now: Date },
): Promise<void> {
  await trx.query(
    `update test_shops set settings = coalesce($2, settings), asked_percent = coalesce($3, asked_percent),
       active_at = $4, visit_at = $4 where user_id = $1`,
    [user_id, settings && JSON.stringify(settings), asked_percent, now],
  );
}

/** Ends the open shop of a user. Returns its simulators, or undefined when there is none. */
export async function endShop(trx: Queryable, user_id: string, now: Date): Promise<(Simulators & Place) | undefined> {
  const { rows } = await trx.query<Simulators & Place>(
    `update test_shops set ended_at = $2, remembered = '{}', lease_id = null, leased_until = null
     where user_id = $1 and ended_at is null returning account_id, location_id, till_id, website_id`,
    [user_id, now],
  );
  return rows[0];
}

/** The users whose shop has reached its end; at most `count`. */
export async function listOldShops(
  db: Queryable,
  now: Date,
  count: number,
): Promise<{ user_id: string; email: string }[]> {
  const { rows } = await db.query<{ user_id: string; email: string }>({
    name: 'list-old-test-shops',
    text: `select t.user_id, u.email from test_shops t join users u on u.id = t.user_id
           where t.ended_at is null and t.ends_at <= $1 order by t.ends_at limit $2`,
    values: [now, count],
  });
  return rows;
}
