/** Users of the back office call the API in their role (docs/decisions/0080-users-call-the-api.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aCaller, aPlace, aPrincipal, aUserAt } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => (orders = await startTestOrders()));
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const anId = async () => (await orders.call(`POST ${path}`, { as, body: anOrder() })).body.id as string;

test.each(['owner', 'manager', 'kitchen'] as const)(
  'a user accepts an order as %s, and applications see it',
  async (role) => {
    const id = await anId();
    const user = aUserAt(as, role);
    const { status, body } = await orders.call(`PATCH ${path}/${id}`, { user, body: { status: 'accepted' } });
    expect([status, body.status]).toEqual([200, 'accepted']);
    expect((await orders.call(`GET ${path}/${id}`, { as })).body.status).toBe('accepted');
  },
);

test('only the owner lists the orders of the account', async () => {
  const listing = (role: 'owner' | 'manager' | 'kitchen') =>
    orders.call(`GET /accounts/${as.account!.id}/orders`, { user: aUserAt(as, role) });
  expect((await listing('owner')).status).toBe(200);
  for (const role of ['manager', 'kitchen'] as const) {
    const { status, body } = await listing(role);
    expect([status, body.message]).toEqual([403, `Your role here is ${role}; this is for: owner`]);
  }
});

test('nobody creates an order as a user: that endpoint names no role', async () => {
  expect((await orders.call(`POST ${path}`, { user: aUserAt(as), body: anOrder() })).status).toBe(401);
});

test("another location's and another account's orders do not exist", async () => {
  const id = await anId();
  const read = (user: ReturnType<typeof aUserAt>) => orders.call(`GET ${path}/${id}`, { user });
  const account_id = as.account!.id;
  for (const place of [
    aPlace({ account_id, role: 'kitchen' }),
    aPlace(),
    aPlace({ account_id, location_id: newId() }),
  ]) {
    expect((await read(aPrincipal({ place }))).status).toBe(404);
  }
  expect((await read(aPrincipal())).status).toBe(403);
  expect(
    (await read(aPrincipal({ kind: 'operator', place: aPlace({ account_id, location_id: as.location_id }) }))).status,
  ).toBe(403);
});

test('a user token counts only from the back office', async () => {
  const token = await signUserToken(testSigningKeys.auth, aUserAt(as));
  const sentBy = async (service: 'back-office' | 'events' | 'gateway') =>
    (
      await orders.call(`GET ${path}`, {
        headers: {
          [userTokenHeader]: token,
          [serviceTokenHeader]: await signServiceToken(testSigningKeys[service], service, 'orders'),
        },
      })
    ).status;
  expect([await sentBy('back-office'), await sentBy('events'), await sentBy('gateway')]).toEqual([200, 401, 401]);
  expect((await orders.call(`GET ${path}`, { headers: { [userTokenHeader]: token } })).status).toBe(401);
});
