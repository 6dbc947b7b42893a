/** The location of an order, for the customers service (docs/api/customers.md#loyalty-operations). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let order_id: string;
const as = aCaller();
const account_id = as.account?.id;
beforeAll(async () => {
  orders = await startTestOrders();
  order_id = (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() })).body.id;
});
afterAll(() => orders.close());

const lookUp = (body: object, from: ServiceName = 'customers') =>
  orders.call('POST /internal/operation-orders', { internal: 'orders', from, body });

test('the customers service gets the location of an order, and nothing else', async () => {
  const { status, body } = await lookUp({ account_id, order_id });
  expect([status, body]).toEqual([200, { location_id: as.location_id }]);
});

test('an order of another account is as unknown as a missing one', async () => {
  for (const asked of [
    { account_id: newId(), order_id },
    { account_id, order_id: newId() },
    { account_id, order_id: '' },
    { account_id, order_id: "' or true --" },
  ]) {
    const { status, body } = await lookUp(asked);
    expect([status, body.message]).toEqual([404, 'Order not found']);
  }
});

test('no other service may look an order up', async () => {
  for (const from of ['gateway', 'catalog', 'events', 'auth', 'orders'] as const) {
    expect((await lookUp({ account_id, order_id }, from)).status).toBe(401);
  }
  expect((await orders.call('POST /internal/operation-orders', { as, body: { account_id, order_id } })).status).toBe(
    401,
  );
});
