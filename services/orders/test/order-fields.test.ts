/** The tables of docs/api/orders.md: a reply returns what was sent, with defaults for the rest. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { aCustomer, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
  orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: null });
});
afterAll(() => orders.close());

const as = aCaller({ client_name: 'Website' });
const path = `/locations/${as.location_id}/orders`;

async function created(body: object) {
  const answer = await orders.call(`POST ${path}`, { as, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const wholeItem = {
  private_ref: 'line 1',
  product_name: 'Margherita',
  sku_name: 'Large',
  sku_ref: 'MAR-L',
  price: '9.80 EUR',
  quantity: '2',
  tax_rate: '15.5',
  subset: 'starters',
  customer_notes: 'no basil',
  points_earned: '1.5',
  points_used: '0',
  options: [
    { option_list_name: 'Crust', name: 'Thick', ref: 'CR-T', price: '1.20 EUR', quantity: 2, removed: false },
    { option_list_name: 'Less', name: 'Cheese', ref: null, price: null, quantity: 1, removed: true },
  ],
  deleted: false,
};

describe('returns', () => {
  test.each([
    ['channel', 'Kiosk 3'],
    ['ref', 'W-17'],
    ['service_type', 'eat_in'],
    ['service_type_ref', 'TABLE'],
    ['customer_notes', 'by the window\n“please” 🍕'],
    ['seller_notes', 'regular'],
    ['collection_code', '42'],
    ['coupon_codes', ['TWO', 'FOR', 'ONE', 'ONE']],
    ['custom_fields', { a: null, b: [1, 'x', { c: false }], 'd e': 1.5 }],
    ['channel', ''],
    ['asap', true],
    ['asap', false],
  ])('%s', async (field, value) => {
    const expected = field === 'custom_fields' ? { b: [1, 'x', { c: false }], 'd e': 1.5 } : value;
    expect((await created(anOrder({ [field]: value })))[field]).toEqual(expected);
  });

  test.each(
    'new received accepted in_preparation awaiting_shipment awaiting_collection in_delivery completed rejected cancelled delivery_failed'.split(
      ' ',
    ),
  )('status %s', async (status) => {
    expect((await created({ status })).status).toBe(status);
  });

  test.each(['delivery', 'collection', 'eat_in'])('service_type %s', async (service_type) => {
    expect((await created({ status: 'new', service_type })).service_type).toBe(service_type);
  });

  test('an item with all its fields, and its subtotal', async () => {
    const { items } = await created(anOrder({ items: [wholeItem] }));
    // (9.80 + 2 × 1.20) × 2
    expect(items).toEqual([{ ...wholeItem, id: expect.any(String), subtotal: '24.40 EUR' }]);
  });

  test('discounts, charges and payments with all their fields, deprecated ones null', async () => {
    const discount = { private_ref: 'd', name: 'Happy hour', ref: 'HH', price_off: '1.00 EUR', deleted: false };
    const charge = { private_ref: 'c', name: 'Box', ref: 'B', price: '0.50 EUR', tax_rate: '20', deleted: false };
    const payment = { private_ref: 'p', name: 'Card', ref: 'X', amount: '9.30 EUR', info: { a: [1] }, deleted: false };
    const order = await created(anOrder({ discounts: [discount], charges: [charge], payments: [payment] }));
    const id = expect.any(String);
    expect(order.discounts).toEqual([{ id, ...discount, pricing_effect: null, pricing_value: null }]);
    const deprecated = { type: null, charge_type: null, charge_price: null, charge_ref: null };
    expect(order.charges).toEqual([{ id, ...charge, ...deprecated }]);
    expect(order.payments).toEqual([{ id, ...payment, type: null }]);
  });

  test('a number in a deprecated field, as text', async () => {
    const { discounts } = await created(
      anOrder({ discounts: [{ name: 'D', price_off: '1.00 EUR', pricing_value: 50 }] }),
    );
    expect(discounts[0].pricing_value).toBe('50');
  });

  test('the deprecated fields of discounts, charges and payments as they were sent, and computes nothing from them', async () => {
    const discount = { name: 'D', price_off: '1.00 EUR', pricing_effect: 'percentage_off', pricing_value: '50' };
    const charge = { name: 'C', price: '0.50 EUR' };
    const older = { type: 'fee', charge_type: 'fixed', charge_price: '7.00 USD', charge_ref: 'F-1' };
    const payment = { amount: '9.30 EUR', type: 'online' };
    const order = await created(
      anOrder({ discounts: [discount], charges: [{ ...charge, ...older }], payments: [payment] }),
    );
    expect(order).toMatchObject({ discounts: [discount], charges: [{ ...charge, ...older }], payments: [payment] });
    expect(order.total).toBe('9.30 EUR');
    const added = { discounts: [discount], charges: [{ ...charge, ...older }], payments: [payment] };
    const { body } = await orders.call(`PATCH ${path}/${order.id}`, { as, body: added });
    expect(body).toMatchObject({
      ...{ discounts: [discount, discount], payments: [payment, payment] },
      charges: [
        { ...charge, ...older },
        { ...charge, ...older },
      ],
    });
  });

  test('loyalty operations of an attached order', async () => {
    const operation = { ref: 'CARD', name: 'Points', delta: '-2.50', reason: 'reward' };
    const order = await created(anOrder({ customer_id: 'c1', loyalty_operations: [operation, { delta: '1' }] }));
    expect(order.loyalty_operations).toEqual([operation, { ref: null, name: null, delta: '1', reason: null }]);
  });

  test('an element deleted from the start, which counts for nothing', async () => {
    const order = await created(anOrder({ items: [anItem(), anItem({ deleted: true })] }));
    expect(order.items.map(({ deleted }: { deleted: boolean }) => deleted)).toEqual([false, true]);
    expect(order.total).toBe('9.80 EUR');
  });
});

describe('defaults', () => {
  test('of an item: null, no options, not deleted, no deal_line', async () => {
    const { items } = await created(anOrder());
    expect(items).toEqual([
      {
        id: expect.any(String),
        private_ref: null,
        product_name: 'Margherita',
        sku_name: null,
        sku_ref: null,
        price: '9.80 EUR',
        quantity: '1',
        subtotal: '9.80 EUR',
        tax_rate: null,
        subset: null,
        customer_notes: null,
        points_earned: null,
        points_used: null,
        options: [],
        deleted: false,
      },
    ]);
  });

  test('of an option: quantity 1, and free', async () => {
    const { items } = await created(anOrder({ items: [anItem({ options: [{ option_list_name: 'L', name: 'N' }] })] }));
    const option = { option_list_name: 'L', name: 'N', ref: null, price: null, quantity: 1, removed: null };
    expect(items[0]).toMatchObject({ options: [option], subtotal: '9.80 EUR' });
  });

  test("of channel: the client's name", async () => {
    expect(await created({ status: 'new', channel: null })).toMatchObject({
      channel: 'Website',
      created_by: 'Website',
      connection_name: null,
    });
  });

  test('null means absent, for every optional field and collection', async () => {
    const names =
      'channel ref private_ref service_type service_type_ref expected_time asap expected_time_pickup confirmed_time customer_notes seller_notes collection_code coupon_codes items deals discounts charges payments customer_id customer_list_id customer_private_ref customer loyalty_operations custom_fields';
    const nulls = Object.fromEntries(names.split(' ').map((name) => [name, null]));
    const fresh = { id: expect.any(String), created_at: expect.any(String) };
    expect(await created({ ...nulls, status: 'new' })).toEqual({ ...(await created({ status: 'new' })), ...fresh });
  });

  test('ignores unknown and output-only fields', async () => {
    const order = await created({
      ...anOrder({ items: [anItem({ id: 'mine', subtotal: '1.00 EUR', colour: 'red' })] }),
      ...{ id: 'mine', total: '1.00 EUR', created_by: 'me', location_id: 'x', created_at: 'then', toString: 1 },
      charges: [{ name: 'Box', price: '1.00 EUR', total: '7.00 EUR' }],
    });
    expect(order).toMatchObject({ created_by: 'Website', total: '10.80 EUR', location_id: as.location_id });
    expect(order.id).not.toBe('mine');
    expect(order.items[0].id).not.toBe('mine');
    expect(order.items[0].colour).toBeUndefined();
    expect(order.charges[0].total).toBeUndefined();
  });
});
