import type { Queryable } from '@order-hub/shared/database';
import type { TestShopSettings } from '@order-hub/shared/management/test-shops';
import { calledAt, fromOpenShops, isCutOff } from '../test-shop.store.ts';

/** A shop that is to be visited, with the encrypted tokens of its simulators. */
export type ClaimedShop = {
  user_id: string;
  till_id: string;
  till_encrypted: string;
  website_id: string;
  website_encrypted: string;
  settings: TestShopSettings;
  remembered: Record<string, unknown>;
  is_filled: boolean;
  asked_percent: number | null;
  active_at: Date;
};

type Claim = { lease_id: string; count: number; now: Date; until: Date; awakeSince: Date };

/** Leases shops whose visit is due, that are awake, and whose simulators may act. Replicas get different ones. */
export async function claimShops(
  db: Queryable,
  { lease_id, count, now, until, awakeSince }: Claim,
): Promise<ClaimedShop[]> {
  const { rows } = await db.query<ClaimedShop>({
    name: 'claim-test-shops',
    text: `update test_shops s set lease_id = $1, leased_until = $4
           from (
             select t.user_id, t.account_id, till.token_encrypted as till_encrypted,
                    website.token_encrypted as website_encrypted, ${calledAt} as called_at
             ${fromOpenShops} and t.visit_at <= $3 and t.ends_at > $3 and (t.leased_until is null or t.leased_until <= $3)
               and not ${isCutOff} and ${calledAt} > $5
             order by t.visit_at limit $2 for update of t skip locked
           ) due
           where s.user_id = due.user_id and s.account_id = due.account_id
           returning s.user_id, s.till_id, due.till_encrypted, s.website_id, due.website_encrypted, s.settings, s.remembered,
             s.is_filled, s.asked_percent, due.called_at as active_at`,
    values: [lease_id, count, now, until, awakeSince],
  });
  return rows;
}

type Kept = {
  user_id: string;
  lease_id: string;
  remembered: Record<string, unknown>;
  is_filled: boolean;
  done_percent: number | null;
  failure: string | null;
  next_visit_at: string;
};

/**
 * Keeps what a visit leaves, and ends its lease; does nothing after another claim. A change of prices that was asked for
 * meanwhile stays, and the next visit is due for it.
 */
export async function keepShop(db: Queryable, kept: Kept): Promise<void> {
  const { user_id, lease_id, remembered, is_filled, done_percent, failure, next_visit_at } = kept;
  const isDone = 'asked_percent is not distinct from $5::integer';
  await db.query({
    name: 'keep-test-shop',
    text: `update test_shops set remembered = $3, is_filled = $4, failure = $6, lease_id = null, leased_until = null,
             asked_percent = case when ${isDone} then null else asked_percent end,
             visit_at = case when ${isDone} then $7::timestamptz else visit_at end
           where user_id = $1 and lease_id = $2`,
    values: [user_id, lease_id, JSON.stringify(remembered), is_filled, done_percent, failure, next_visit_at],
  });
}
