/** Subtotals, totals and discrepancies, exactly (docs/api/orders.md#totals, docs/api/orders.md#discrepancies). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anItem } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const create = async (body: object) =>
  (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: { status: 'new', ...body } })).body;

const option = (price: string | null, more: object = {}) => ({ option_list_name: 'L', name: 'N', price, ...more });
const nines = '9'.repeat(24);

test.each<[string, object, string]>([
  ['0.1 + 0.2', { price: '0.10 EUR', options: [option('0.20 EUR')] }, '0.30 EUR'],
  ['a decimal quantity', { price: '9.99 EUR', quantity: '0.333' }, '3.33 EUR'],
  ['half a cent goes up', { price: '0.01 EUR', quantity: '0.5' }, '0.01 EUR'],
  ['half a cent goes away from zero', { price: '-0.01 EUR', quantity: '0.5' }, '-0.01 EUR'],
  ['less than half is nothing, without a sign', { price: '-0.01 EUR', quantity: '0.4999999999' }, '0.00 EUR'],
  ['17 digits', { price: '99999999999999999.99 EUR', quantity: '3' }, '299999999999999999.97 EUR'],
  [
    '24 digits times 24 digits',
    { price: `${nines}.99 EUR`, quantity: nines },
    '999999999999999999999998990000000000000000000000.01 EUR',
  ],
  ['a negative quantity', { price: '2.50 EUR', quantity: '-2' }, '-5.00 EUR'],
  [
    'options count per unit',
    { price: '1.00 EUR', quantity: '2', options: [option('0.50 EUR', { quantity: 3 })] },
    '5.00 EUR',
  ],
  ['an option without price is free', { price: '1.00 EUR', options: [option(null, { quantity: 9 })] }, '1.00 EUR'],
  [
    'the price of a removed option counts',
    { price: '1.00 EUR', options: [option('-0.20 EUR', { removed: true })] },
    '0.80 EUR',
  ],
  ['an option taken no time', { price: '1.00 EUR', options: [option('5.00 EUR', { quantity: 0 })] }, '1.00 EUR'],
])('subtotal: %s', async (_case, item, subtotal) => {
  const { items, total } = await create({ items: [anItem(item)] });
  expect([items[0].subtotal, total]).toEqual([subtotal, subtotal]);
});

test('items plus charges minus discounts; each subtotal is rounded, deleted elements do not count', async () => {
  const { total } = await create({
    items: [
      anItem({ price: '0.01 EUR', quantity: '0.5' }),
      anItem({ price: '0.01 EUR', quantity: '0.5' }),
      anItem({ price: '70.00 EUR', deleted: true }),
    ],
    charges: [
      { name: 'Box', price: '0.50 EUR' },
      { name: 'Gone', price: '9.00 EUR', deleted: true },
    ],
    discounts: [
      { name: 'Off', price_off: '10.00 EUR' },
      { name: 'Gone', price_off: '1.00 EUR', deleted: true },
    ],
  });
  expect(total).toBe('-9.48 EUR');
});

test.each<[string, object, string | null]>([
  ['no payments', {}, null],
  ['an empty list', { payments: [] }, null],
  ['all of it', { payments: [{ amount: '4.00 EUR' }, { amount: '5.80 EUR' }] }, '0.00 EUR'],
  ['too little', { payments: [{ amount: '9.79 EUR' }] }, '-0.01 EUR'],
  ['too much', { payments: [{ amount: '10.00 EUR' }] }, '0.20 EUR'],
  ['a deleted payment is none', { payments: [{ amount: '9.80 EUR', deleted: true }] }, null],
  ['a refund', { payments: [{ amount: '9.80 EUR' }, { amount: '-9.80 EUR' }] }, '-9.80 EUR'],
])('payment_discrepancy: %s', async (_case, payments, discrepancy) => {
  const order = await create({ items: [anItem()], ...payments });
  expect(order).toMatchObject({ payment_discrepancy: discrepancy, total_discrepancy: null, total: '9.80 EUR' });
});

test('the totals of an account are in its currency', async () => {
  const yen = aCaller({ account: { id: 'yen', currency: 'JPY' } });
  const { body } = await orders.call(`POST /locations/${yen.location_id}/orders`, {
    as: yen,
    body: { status: 'new', items: [anItem({ price: '500.00 JPY', quantity: '2' })] },
  });
  expect(body.total).toBe('1000.00 JPY');
});
