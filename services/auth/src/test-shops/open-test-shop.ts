import type { Database, Queryable } from '@order-hub/shared/database';
import { unprocessable } from '@order-hub/shared/errors';
import type { TestShop } from '@order-hub/shared/management/test-shops';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { parseScope } from '@order-hub/shared/scopes';
import { transactionOf } from '../acting/open-transaction.ts';
import { createOwnAccountIn } from '../accounts/create-account.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { findOrCreateClient } from '../clients/find-or-create-client.ts';
import { grantConnection, type GrantDeps } from '../connections/granting/grant-connection.ts';
import { createLocationIn } from '../locations/managed/create-location.ts';
import { userIdOf } from '../users/owner.ts';
import { getTestShop, retrieveTestShop } from './retrieve-test-shop.ts';
import { countOpenShops, lockShopPlace, upsertShop } from './test-shop.store.ts';
import {
  endOf,
  newSettings,
  shopAccount,
  shopLocation,
  tillName,
  tillScope,
  websiteName,
  websiteScope,
} from './test-shop.ts';

type Deps = { db: Database; testShopsMax: number } & GrantDeps;
type Place = { account_id: string; location_id: string };

const assertRoom = (hasRoom: boolean): void => {
  if (!hasRoom) throw unprocessable('All test shops of this hub are taken; try again later', 'test_shops_taken');
};

/** Makes the account and the location of the shop. Throws 422 for a quota that is used up. */
async function createPlace(trx: Queryable, ctx: PrincipalContext, { quotas }: GrantDeps): Promise<Place> {
  const { id: account_id } = await createOwnAccountIn(trx, ctx, quotas, shopAccount);
  const { id: location_id } = await createLocationIn(trx, byPrincipal(ctx), { ...shopLocation, account_id });
  return { account_id, location_id };
}

type Simulator = { client_id: string; scope: string };

/** Connects a simulator to the location, and returns the id of its connection. */
async function connect(
  trx: Queryable,
  ctx: PrincipalContext,
  deps: GrantDeps,
  grant: Simulator & Place,
): Promise<string> {
  const { client_id, scope, location_id } = grant;
  const bindings = { account_id: null, location_id, catalog_id: null, customer_list_id: null };
  const terms = { client_id, user_id: userIdOf(ctx), name: null, scope: parseScope(scope), ...bindings };
  return (await grantConnection(trx, { ...deps, log: ctx.log }, byPrincipal(ctx), terms)).id;
}

/**
 * Opens the user's test shop: a shop that ended opens again in its account, with new connections. Returns the shop that is
 * open already. Throws 422 when the hub has no room for another, and for a quota that is used up.
 */
export async function openTestShop(
  { db, testShopsMax, encryptionKeys, quotas }: Deps,
  ctx: PrincipalContext,
): Promise<TestShop> {
  const { shop, offer } = await retrieveTestShop({ db, testShopsMax }, ctx);
  if (shop) return shop;
  assertRoom(offer === 'open');
  const granting = { encryptionKeys, quotas };
  const till = { client_id: await findOrCreateClient({ db, ...granting }, ctx, tillName), scope: tillScope };
  const website = { client_id: await findOrCreateClient({ db, ...granting }, ctx, websiteName), scope: websiteScope };
  const user_id = userIdOf(ctx);
  await transactionOf(db, ctx, async (trx) => {
    const former = await lockShopPlace(trx, user_id);
    if (former?.is_open) return;
    assertRoom((await countOpenShops(trx)) < testShopsMax);
    const { account_id, location_id } = former ?? (await createPlace(trx, ctx, granting));
    const place = { account_id, location_id };
    const till_id = await connect(trx, ctx, granting, { ...till, ...place });
    const website_id = await connect(trx, ctx, granting, { ...website, ...place });
    const opening = { settings: newSettings, now: ctx.now, ends_at: endOf(ctx.now) };
    await upsertShop(trx, { user_id, ...place, till_id, website_id }, opening);
    await recordEntry(trx, byPrincipal(ctx), { action: 'test_shop.open', account_id, subject_id: location_id });
  });
  return getTestShop(db, ctx);
}
