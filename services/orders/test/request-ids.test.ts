/** The id of a request goes with the messages that it causes (docs/decisions/0058-request-ids-travel-with-messages.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { aDelivery, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const call = (route: string, id: string, body: object) =>
  orders.call(route, { as, body, headers: { 'x-request-id': id } });

const idsOf = (count: number) =>
  eventually(() => orders.published.length >= count && orders.published.map(({ request_id }) => request_id));

test('of a new order, an update, and a delivery', async () => {
  const { body } = await call(`POST ${path}`, 'request-1', anOrder({ service_type: 'delivery' }));
  await call(`PATCH ${path}/${body.id}`, 'request-2', { seller_notes: 'soon' });
  await call(`POST ${path}/${body.id}/delivery`, 'request-3', aDelivery());
  expect([...new Set(await idsOf(4))]).toEqual(['request-1', 'request-2', 'request-3']);
});

test('of a large order, which a thread prepares', async () => {
  const before = orders.published.length;
  const payments = Array.from({ length: 500 }, () => ({ amount: '1.00 EUR', name: 'x'.repeat(150) }));
  const { body } = await call(`POST ${path}`, 'request-4', anOrder({ payments }));
  await call(`PATCH ${path}/${body.id}`, 'request-5', { payments });
  expect((await idsOf(before + 2)).slice(before)).toEqual(['request-4', 'request-5']);
});

test('nothing is traced without a collector', () => {
  expect(orders.published.map(({ traceparent }) => traceparent)).toEqual(orders.published.map(() => null));
});
