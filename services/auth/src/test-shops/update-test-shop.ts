import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { TestShop, TestShopSettings } from '@order-hub/shared/management/test-shops';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { userIdOf } from '../users/owner.ts';
import { getTestShop } from './retrieve-test-shop.ts';
import { lockShop, updateShop } from './test-shop.store.ts';

type Deps = { db: Database };

/** Changes how the simulators behave, and wakes the shop. Throws 404 when it is not open. */
export async function updateTestShop(
  { db }: Deps,
  ctx: PrincipalContext,
  _params: object,
  settings: TestShopSettings,
): Promise<TestShop> {
  const user_id = userIdOf(ctx);
  await transactionOf(db, ctx, async (trx) => {
    const before = await lockShop(trx, user_id);
    if (!before) throw notFound('Test shop');
    await updateShop(trx, user_id, { settings, now: ctx.now });
    const details = changedFields(before.settings, settings);
    const { account_id, location_id: subject_id } = before;
    if (details)
      await recordEntry(trx, byPrincipal(ctx), { action: 'test_shop.update', account_id, subject_id, details });
  });
  return getTestShop(db, ctx);
}

/** Lets the till change all prices at its next visit, which is due now. Throws 404 when the shop is not open. */
export async function changeTestShopPrices(
  { db }: Deps,
  ctx: PrincipalContext,
  _params: object,
  { percent }: { percent: number },
): Promise<TestShop> {
  const user_id = userIdOf(ctx);
  await transactionOf(db, ctx, async (trx) => {
    const shop = await lockShop(trx, user_id);
    if (!shop) throw notFound('Test shop');
    await updateShop(trx, user_id, { asked_percent: percent, now: ctx.now });
    const { account_id, location_id: subject_id } = shop;
    const entry = { action: 'test_shop.change_prices', account_id, subject_id, details: { percent } } as const;
    await recordEntry(trx, byPrincipal(ctx), entry);
  });
  return getTestShop(db, ctx);
}
