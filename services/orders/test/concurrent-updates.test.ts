import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

test('100 concurrent updates, each adding an item, leave 100 items, their total, and 100 changes in order', async () => {
  const as = aCaller();
  const path = `/locations/${as.location_id}/orders`;
  const order = (await orders.call(`POST ${path}`, { as, body: anOrder({ items: [] }) })).body;
  const items = Array.from({ length: 100 }, (_, index) => anItem({ sku_ref: `S${index}`, price: `${index}.01 EUR` }));
  const answers = await Promise.all(
    items.map((item) => orders.call(`PATCH ${path}/${order.id}`, { as, body: { items: [item] } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));

  const after = (await orders.call(`GET ${path}/${order.id}`, { as })).body;
  expect(new Set(after.items.map((item: any) => item.sku_ref)).size).toBe(100);
  expect(after.items).toHaveLength(100);
  expect(after.total).toBe('4951.00 EUR');

  const changes = await eventually(() => orders.changes().length > 100 && orders.changes());
  const [created, ...updates] = changes.filter(({ resource_type }) => resource_type === 'order');
  expect(updates).toHaveLength(100);
  const states = [created!, ...updates].map(({ new_state }) => new_state);
  expect(updates.map(({ previous_state }) => previous_state)).toEqual(states.slice(0, -1));
  expect(JSON.parse(states.at(-1)!)).toEqual(after);
});
