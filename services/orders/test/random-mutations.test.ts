/** Random orders, deliveries and queries never cause a 500. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let order: any;
const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const whole = {
  ...anOrder({ service_type: 'delivery', private_ref: 'r', expected_time: '2026-07-01T12:00:00Z' }),
  custom_fields: { a: { b: [1, null] } },
  deals: { a: { name: 'A' } },
  items: [
    anItem({
      options: [{ option_list_name: 'L', name: 'N', price: '1.00 EUR', quantity: 1 }],
      deal_line: { deal_key: 'a', pricing_effect: 'fixed_price', pricing_value: '1.00 EUR' },
    }),
  ],
  discounts: [{ name: 'D', price_off: '1.00 EUR' }],
  charges: [{ name: 'C', price: '1.00 EUR' }],
  payments: [{ amount: '1.00 EUR', info: { x: 1 } }],
  customer: { first_name: 'A', birth_date: '2000-01-01', country: 'FR' },
};

beforeAll(async () => {
  orders = await startTestOrders();
  order = (await orders.call(`POST ${path}`, { as, body: whole })).body;
  await orders.call(`POST ${path}/${order.id}/delivery`, { as, body: aDelivery() });
});
afterAll(() => orders.close());

const sendTo = async (route: string, body: unknown) =>
  expectDocumented(await orders.call(route, { as, body: JSON.stringify(body) ?? 'null' }), [200, 400, 404, 413, 422]);

const runs = { numRuns: 300 };

test(
  'creations',
  () =>
    fc.assert(
      fc.asyncProperty(mutated(whole), (body) => sendTo(`POST ${path}`, body)),
      runs,
    ),
  120_000,
);

test('updates', () => {
  const gone = { id: order.items[0].id, deleted: true };
  const update = { ...whole, items: [...whole.items, gone], charges: [{ id: order.charges[0].id, private_ref: 'x' }] };
  return fc.assert(
    fc.asyncProperty(mutated(update), (body) => sendTo(`PATCH ${path}/${order.id}`, body)),
    { numRuns: 150 },
  );
});

test('deliveries', () => {
  const delivery = aDelivery({ ref: 'r', driver_latitude: '1.5', pickup_at: '2026-07-01T12:00:00Z', fee: '1' });
  const route = `PATCH ${path}/${order.id}/delivery`;
  return fc.assert(
    fc.asyncProperty(mutated(delivery), (body) => sendTo(route, body)),
    runs,
  );
});

test(
  'anything at all',
  () =>
    fc.assert(
      fc.asyncProperty(strangeValue(), (body) => sendTo(`POST ${path}`, body)),
      runs,
    ),
  120_000,
);

test('queries', () => {
  const name = fc.constantFrom(
    'private_ref',
    'status',
    'created_by',
    'after',
    'before',
    'customer_id',
    'count',
    'cursor',
  );
  return fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.string({ unit: 'grapheme' })), async (filters) => {
      const { status } = await orders.call(`GET ${path}?${new URLSearchParams(filters).toString()}`, { as });
      expect([200, 400, 422]).toContain(status);
    }),
    runs,
  );
});
