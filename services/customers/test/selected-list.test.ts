/** The answer to auth about a list that a user selects (docs/api/authentication.md#web-application-flow). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const lookUp = (account_id: string | undefined, id: string, from = 'auth') =>
  customers.call(`GET /internal/accounts/${account_id ?? ''}/customer_lists/${id}`, { internal: 'customers', from });

test('gives the name and the location of a list of the account, to auth only', async () => {
  const shop = aCaller();
  const chain = aCaller({ location_id: null, account: shop.account });
  const make = async (as: typeof shop, path: string, name: string) =>
    (await customers.call(`POST ${path}/customer_lists`, { as, body: { name } })).body.id as string;
  const own = await make(shop, `/locations/${shop.location_id}`, 'Regulars');
  const shared = await make(chain, `/accounts/${chain.account?.id}`, 'Everywhere');
  expect((await lookUp(shop.account?.id, own)).body).toEqual({ name: 'Regulars', location_id: shop.location_id });
  expect((await lookUp(shop.account?.id, shared)).body).toEqual({ name: 'Everywhere', location_id: null });
  expect((await lookUp(newId(), own)).status).toBe(404);
  expect((await lookUp(shop.account?.id, newId())).status).toBe(404);
  expect((await lookUp(shop.account?.id, own, 'orders')).status).toBe(401);
});
