/** Whatever a client sends: never a 500, and every error in the documented shape. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
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

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    ...[
      '',
      '\0',
      '\ud800',
      '__proto__',
      'constructor',
      'NaN',
      '-0.00 EUR',
      `${'9'.repeat(400)}.00 EUR`,
      '1e1000000',
      'x'.repeat(300),
    ],
    ...[null, true, -1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], { id: 'x', deleted: true }, { id: {} }],
  ),
);

/** Every place in a JSON value, as the keys that lead there. */
const placesIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [[key], ...placesIn(child).map((rest) => [key, ...rest])])
    : [];

/** The value with something else, or with `undefined` nothing, at a place. */
function changedAt(value: any, [key = '', ...rest]: string[], to: unknown): unknown {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = rest.length === 0 ? to : changedAt(value[key], rest, to);
  return copy;
}
const mutated = (body: object) =>
  fc
    .array(fc.tuple(fc.constantFrom(...placesIn(body)), fc.option(strange, { nil: undefined })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce<unknown>((current, [place, to]) => {
        try {
          return changedAt(current, place, to);
        } catch {
          return current; // An earlier change took the place away.
        }
      }, body),
    );

async function expectDocumented(route: string, body: unknown) {
  const answer = await orders.call(route, { as, body: JSON.stringify(body) ?? 'null' });
  expect([200, 400, 404, 413, 422]).toContain(answer.status);
  if (answer.status === 200) return;
  expect(answer.body).toMatchObject({ message: expect.any(String), error_type: expect.any(String) });
  if (answer.status !== 422) return;
  expect(answer.body.error_type).toBe('unprocessable_entity');
  for (const error of answer.body.errors)
    expect(error).toEqual({ field: expect.any(String), message: expect.any(String) });
}

const runs = { numRuns: 300 };

test(
  'creations',
  () =>
    fc.assert(
      fc.asyncProperty(mutated(whole), (body) => expectDocumented(`POST ${path}`, body)),
      runs,
    ),
  120_000,
);

test('updates', () => {
  const gone = { id: order.items[0].id, deleted: true };
  const update = { ...whole, items: [...whole.items, gone], charges: [{ id: order.charges[0].id, private_ref: 'x' }] };
  return fc.assert(
    fc.asyncProperty(mutated(update), (body) => expectDocumented(`PATCH ${path}/${order.id}`, body)),
    { numRuns: 150 },
  );
}, 120_000);

test('deliveries', () => {
  const delivery = aDelivery({ ref: 'r', driver_latitude: '1.5', pickup_at: '2026-07-01T12:00:00Z', fee: '1' });
  const route = `PATCH ${path}/${order.id}/delivery`;
  return fc.assert(
    fc.asyncProperty(mutated(delivery), (body) => expectDocumented(route, body)),
    runs,
  );
}, 120_000);

test(
  'anything at all',
  () =>
    fc.assert(
      fc.asyncProperty(strange, (body) => expectDocumented(`POST ${path}`, body)),
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
}, 120_000);
