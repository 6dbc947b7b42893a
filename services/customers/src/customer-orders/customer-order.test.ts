/** Which orders count, and for how much (docs/api/customers.md#orders-of-a-customer). */
import { expect, test } from '@jest/globals';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { newCustomer, keyText, type CustomerRecord } from '../customers/customer.ts';
import { countOrders, orderKeyText, type CountedTotal } from './customer-order.ts';

const list = { account_id: 'a', id: 'l', location_id: null, timezone: 'UTC', currency: 'EUR', name: 'Guests' };
const customer: CustomerRecord = { ...newCustomer('c', {}), list, private_refs: {} };
const now = new Date('2026-03-01T12:00:00Z');

const anOrder = (overrides: Partial<CustomerOrder> = {}): CustomerOrder => ({
  ...{
    account_id: 'a',
    customer_list_id: 'l',
    customer_id: 'c',
    order_id: 'o',
    location_id: 'p',
    client_id: 'website',
  },
  ...{ created_at: '2026-03-01T12:00:00Z', total: '10.00 EUR', total_version: 1, loyalty_operations: [] },
  ...overrides,
});
const points = (delta: string) => ({ ref: null, name: null, reason: null, delta });

const count = (orders: CustomerOrder[], totals: [CustomerOrder, CountedTotal][] = []) =>
  countOrders(
    orders,
    {
      customers: new Map([[keyText({ account_id: 'a', customer_list_id: 'l', customer_id: 'c' }), customer]]),
      totals: new Map(totals.map(([order, total]) => [orderKeyText(order), total])),
    },
    now,
  );

test('each order in a batch starts where the previous one ended', () => {
  const orders = [
    anOrder({ loyalty_operations: [points('1'), points('0.50')] }),
    anOrder({
      order_id: 'o2',
      total: '-0.05 EUR',
      created_at: '2026-02-01T12:00:00Z',
      loyalty_operations: [points('2')],
    }),
    anOrder({ total: '12.00 EUR', total_version: 2, loyalty_operations: [points('7')] }),
  ];
  const counted = count(orders);
  expect(counted.map(({ after: { nb_orders, order_total } }) => [nb_orders, order_total])).toEqual([
    [1, '10'],
    [2, '9.95'],
    [2, '11.95'],
  ]);
  expect(counted[0]?.before).toBe(customer);
  expect([counted[1]?.before, counted[2]?.before]).toEqual([counted[0]?.after, counted[1]?.after]);
  expect(counted.at(-1)?.after).toMatchObject({
    first_order_at: new Date('2026-02-01T12:00:00Z'),
    last_order_at: now,
    loyalty_cards: [{ ref: null, balance: '3.5', nb_operations: 3 }],
  });
  const operations = counted.flatMap((order) => order.operations.map(({ operation }) => operation));
  expect(operations.map(({ new_balance, position }) => [new_balance, position])).toEqual([
    ['1', 1],
    ['1.5', 2],
    ['3.5', 3],
  ]);
});

test.each<[string, CustomerOrder, CountedTotal | null, string[]]>([
  ['a new order', anOrder(), null, ['10']],
  ['the same total again', anOrder(), { total: '10', total_version: 1 }, []],
  ['an older total', anOrder(), { total: '4', total_version: 3 }, []],
  ['a newer total', anOrder({ total_version: 2 }), { total: '4', total_version: 1 }, ['6']],
  ['an order of another list', anOrder({ customer_list_id: 'x' }), null, []],
  ['an order of another account', anOrder({ account_id: 'x' }), null, []],
])('%s', (_what, order, total, sums) => {
  const counted = count([order], total ? [[order, total]] : []);
  expect(counted.map(({ after }) => after.order_total)).toEqual(sums);
});
