import { describe, expect, test } from '@jest/globals';
import { sized } from '@order-hub/testing/extent';
import fc from 'fast-check';
import { guestOf } from '../../customers/order-customer.ts';
import { prepareOrder } from '../prepare-order.ts';
import { orderCreate } from '../order.schema.ts';
import { assertMayFit, assertMayFitInto, leastBytesOf } from './least-size.ts';

const source = {
  account_id: 'a',
  location_id: 'l',
  timezone: 'UTC',
  currency: 'EUR',
  client_id: 'c',
  client_name: 'Website',
  connection_name: null,
  now: new Date('2026-07-01T10:00:00Z'),
  request_id: 'r',
  traceparent: null,
};

const money = fc.constantFrom('0.00 EUR', '12.50 EUR');
const text = fc.string({ maxLength: 10 }).filter((value) => !value.includes('\0'));
const perhaps = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 6 });
const option = fc.record({ option_list_name: text, name: text, ref: perhaps(text), price: perhaps(money) });
const item = fc.record({
  product_name: text,
  sku_ref: perhaps(text),
  price: money,
  quantity: fc.constant('1'),
  tax_rate: perhaps(fc.constant('5')),
  customer_notes: perhaps(text),
  options: few(option),
  deleted: fc.boolean(),
});
const order = fc.record({
  status: fc.constant('new' as const),
  items: few(item),
  discounts: few(fc.record({ name: text, ref: perhaps(text), price_off: money, pricing_effect: perhaps(text) })),
  charges: few(fc.record({ name: text, price: money, type: perhaps(text) })),
  payments: few(fc.record({ name: perhaps(text), amount: money })),
});

test('no order has fewer bytes than its elements have at least', () => {
  fc.assert(
    fc.property(order, (body) => {
      const given = orderCreate.parse(body);
      const { row } = prepareOrder(source, given, guestOf(given)).asDrafted;
      expect(leastBytesOf(body)).toBeLessThanOrEqual(Buffer.byteLength(row.document));
    }),
    { numRuns: sized(25, 200) },
  );
});

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const options = (count: number) => times(count, { option_list_name: 'Extras', name: 'Basil' });

describe('refuses, before it is checked,', () => {
  test('an order of too many small parts', () => {
    expect(() => assertMayFit({ items: times(220, { options: options(90) }) })).toThrow('more than 1 MiB');
    expect(() => assertMayFit({ items: times(100, { options: options(90) }) })).not.toThrow();
  });

  test('an update of a large order', () => {
    const update = { items: times(100, { options: options(90) }) };
    expect(() => assertMayFitInto('x'.repeat(600_000), update)).toThrow('more than 1 MiB');
    expect(() => assertMayFitInto('x'.repeat(6_000), update)).not.toThrow();
  });
});

test('leaves to the schema what is not a list of elements, or too long a list', () => {
  for (const body of [null, 1, 'x', [], { items: 1 }, { items: [null, 1, 'x'] }, { items: times(1_001, {}) }]) {
    expect(leastBytesOf(body)).toBe(0);
  }
});

test('leaves existing elements out', () => {
  expect(leastBytesOf({ payments: [{ id: 'p1', deleted: true }, { amount: '1.00 EUR' }] })).toBe(120);
});
