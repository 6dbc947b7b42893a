/** How large an order may become (docs/api/limits.md#order-sizes, docs/api/limits.md#text-sizes). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { anItem, anOrder, aDelivery } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const create = (body: object) => orders.call(`POST ${path}`, { as, body });
const update = (id: string, body: object, client = as) => orders.call(`PATCH ${path}/${id}`, { as: client, body });
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

const payment = { amount: '1.00 EUR' };
const option = { option_list_name: 'Extras', name: 'Basil' };
const char = (count: number) => 'x'.repeat(count);

describe('accepts exactly the limit; one more is a 422 that names the field', () => {
  const cases: [field: string, limit: number, body: (size: number) => object][] = [
    ['payments', 1_000, (size) => anOrder({ payments: times(size, payment) })],
    ['coupon_codes', 1_000, (size) => anOrder({ coupon_codes: times(size, 'X') })],
    ['items', 1_000, (size) => anOrder({ items: times(size, anItem()) })],
    ['items.0.options', 100, (size) => anOrder({ items: [anItem({ options: times(size, option) })] })],
    [
      'deals',
      1_000,
      (size) => anOrder({ deals: Object.fromEntries(times(size, 0).map((_, key) => [`k${key}`, { name: 'Menu' }])) }),
    ],
    ['ref', 1_000, (size) => anOrder({ ref: char(size) })],
    ['channel', 1_000, (size) => anOrder({ channel: '🍕'.repeat(size) })],
    ['seller_notes', 10_000, (size) => anOrder({ seller_notes: char(size) })],
    ['items.0.product_name', 1_000, (size) => anOrder({ items: [anItem({ product_name: char(size) })] })],
    ['items.0.customer_notes', 10_000, (size) => anOrder({ items: [anItem({ customer_notes: char(size) })] })],
    ['customer.delivery_notes', 10_000, (size) => anOrder({ customer: { delivery_notes: char(size) } })],
    ['payments.0.info', 8_192, (size) => anOrder({ payments: [{ ...payment, info: { a: char(size - 8) } }] })],
  ];
  test.each(cases)('%s: %i', async (field, limit, body) => {
    expect((await create(body(limit))).status).toBe(200);
    const { status, body: refused } = await create(body(limit + 1));
    expect([status, refused.errors]).toEqual([422, [{ field, message: expect.stringMatching(/^must have at most/) }]]);
  });
});

test('a delivery has limits too', async () => {
  const { body: order } = await create(anOrder({ service_type: 'delivery' }));
  const refused = await orders.call(`POST ${path}/${order.id}/delivery`, {
    as,
    body: aDelivery({ carrier: char(1_001), tracking_url: char(2_049) }),
  });
  expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['carrier', 'tracking_url']);
});

describe('refuses an update', () => {
  test('that adds the 1,001st element of a collection, deleted ones included, and changes nothing', async () => {
    const { body: order } = await create(anOrder({ payments: times(999, payment) }));
    const deletion = { id: order.payments[0].id, deleted: true };
    const { body: full } = await update(order.id, { payments: [deletion, payment] });
    expect(full.payments).toHaveLength(1_000);
    const { status, body } = await update(order.id, { status: 'accepted', payments: [payment] });
    expect([status, body.errors]).toEqual([422, [{ field: 'payments', message: expect.stringContaining('1,000') }]]);
    expect((await orders.call(`GET ${path}/${order.id}`, { as })).body).toEqual(full);
    expect((await update(order.id, { payments: [{ id: full.payments[1].id, deleted: true }] })).status).toBe(200);
  });

  test('that makes the order larger than 1 MiB, and changes nothing', async () => {
    const half = times(52, anItem({ customer_notes: char(10_000) }));
    const { body: order } = await create(anOrder({ items: half }));
    const before = await orders.call(`GET ${path}/${order.id}`, { as });
    const { status, body } = await update(order.id, { status: 'accepted', items: half });
    expect([status, body.errors]).toEqual([422, [{ field: '', message: 'makes an order of more than 1 MiB of JSON' }]]);
    expect((await orders.call(`GET ${path}/${order.id}`, { as })).body).toEqual(before.body);
    expect((await update(order.id, { items: half.slice(10) })).status).toBe(200);
  });

  test('that makes the private refs of all clients larger than 1 MiB', async () => {
    const element = { payments: payment, charges: { name: 'Box', price: '1.00 EUR' } };
    const { body: order } = await create(
      anOrder({ payments: times(1_000, element.payments), charges: times(1_000, element.charges) }),
    );
    const setRefs = (client: typeof as) => {
      const refs = ({ id }: { id: string }) => ({ id, private_ref: '🍕'.repeat(100) });
      return update(order.id, { payments: order.payments.map(refs), charges: order.charges.map(refs) }, client);
    };
    const other = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
    expect((await setRefs(as)).status).toBe(200);
    const { status, body } = await setRefs(other);
    expect([status, body.errors[0].field]).toEqual([422, 'private_ref']);
  });
});

test('refuses an order that its defaults make larger than 1 MiB', async () => {
  const items = times(220, anItem({ options: times(90, option) }));
  const { status, body } = await create(anOrder({ items }));
  expect([status, body.errors[0].message]).toEqual([422, 'makes an order of more than 1 MiB of JSON']);
});

test('the largest messages stay within the limit of a message', async () => {
  // Quotes are escaped in the document, and once more in the message.
  const items = times(50, anItem({ customer_notes: '"'.repeat(10_000) }));
  const { body: order } = await create(anOrder({ items }));
  expect((await update(order.id, { seller_notes: '"'.repeat(8_000) })).status).toBe(200);
  const messages = () => orders.published.filter(({ body }) => body.includes(order.id));
  await eventually(() => messages().length === 2);
  expect(Buffer.byteLength(messages()[1]?.body ?? '')).toBeGreaterThan(3 * 1024 * 1024);
  expect(Buffer.byteLength(messages()[1]?.body ?? '')).toBeLessThan(15 * 1024 * 1024);
});
