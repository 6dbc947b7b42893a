import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import * as management from '@order-hub/shared/management/test-shops';
import { answerFor } from '@order-hub/shared/principal-call';
import * as calls from '@order-hub/shared/auth-calls';
import { closeTestShop } from './close-test-shop.ts';
import { openTestShop } from './open-test-shop.ts';
import { retrieveTestShop } from './retrieve-test-shop.ts';
import { changeTestShopPrices, updateTestShop } from './update-test-shop.ts';
import { claimTestShops } from './visits/claim-test-shops.ts';
import { keepTestShop } from './visits/keep-test-shop.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Test shops: for the users who have one, and for the back office, which runs the simulators. */
export const testShopEndpoints = [
  answerFor(management.retrieveTestShop, retrieveTestShop),
  answerFor(management.openTestShop, openTestShop),
  answerFor(management.updateTestShop, updateTestShop),
  answerFor(management.changeTestShopPrices, changeTestShopPrices),
  answerFor(management.endTestShop, closeTestShop),
  answerTo(calls.claimTestShops, ({ params, body }, ctx, deps: Deps) => claimTestShops(deps, ctx, params, body)),
  answerTo(calls.keepTestShop, ({ params, body }, ctx, deps: Deps) => keepTestShop(deps, ctx, params, body)),
];
