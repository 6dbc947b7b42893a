/** Every valid order is returned as sent, with the totals of an independent exact computation. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import fc from 'fast-check';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;

const text = fc
  .string({ unit: 'binary', maxLength: 20 })
  .filter((value) => !value.includes('\0') && value.isWellFormed());
const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const sign = fc.constantFrom('', '-');
const money = fc.tuple(sign, digits(24), fc.stringMatching(/^[0-9]{2}$/)).map(([s, n, d]) => `${s}${n}.${d} EUR`);
const decimal = fc
  .tuple(sign, digits(24), fc.option(digits(10)))
  .map(([s, n, d]) => `${s}${n}${d === null ? '' : `.${d}`}`);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });

const option = fc.record({
  option_list_name: text,
  name: text,
  ref: optional(text),
  price: optional(money),
  quantity: fc.nat(1_000_000),
  removed: optional(fc.boolean()),
});
const item = fc.record({
  product_name: text,
  sku_ref: optional(text),
  price: money,
  quantity: decimal,
  tax_rate: optional(decimal),
  options: few(option),
  deleted: fc.boolean(),
});
const order = fc.record({
  status: fc.constantFrom('new', 'accepted', 'completed'),
  ref: optional(text),
  customer_notes: optional(text),
  coupon_codes: few(text),
  items: few(item),
  discounts: few(fc.record({ name: text, price_off: money, deleted: fc.boolean() })),
  charges: few(fc.record({ name: text, price: money, tax_rate: optional(decimal), deleted: fc.boolean() })),
  payments: few(fc.record({ name: optional(text), amount: money, deleted: fc.boolean() })),
});

/** A decimal text as a whole number of units of 10^-scale. */
function units(value: string, scale: number): bigint {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(scale, '0'));
  return value.startsWith('-') ? -size : size;
}
const cents = (amount: string) => units(amount.slice(0, -4), 2);

/** Cents × 10^-10 to cents, half away from zero. */
function rounded(value: bigint): bigint {
  const one = 10n ** 10n;
  const size = ((value < 0n ? -value : value) + one / 2n) / one;
  return value < 0n ? -size : size;
}
function asMoney(value: bigint): string {
  const size = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)} EUR`;
}

type Sent = Parameters<
  Parameters<typeof fc.asyncProperty<[typeof order extends fc.Arbitrary<infer T> ? T : never]>>[1]
>[0];
const subtotal = ({ price, quantity, options }: Sent['items'][number]) =>
  rounded(
    options.reduce((sum, o) => sum + (o.price === null ? 0n : cents(o.price) * BigInt(o.quantity)), cents(price)) *
      units(quantity, 10),
  );
const sum = <Part extends { deleted: boolean }>(parts: Part[], amount: (part: Part) => bigint) =>
  parts.reduce((total, part) => (part.deleted ? total : total + amount(part)), 0n);

test('random orders', async () => {
  await fc.assert(
    fc.asyncProperty(order, async (sent) => {
      const { status, body } = await orders.call(`POST ${path}`, { as, body: sent });
      expect(status).toBe(200);
      expect(body).toMatchObject(sent);
      expect((await orders.call(`GET ${path}/${body.id}`, { as })).body).toEqual(body);
      const total =
        sum(sent.items, subtotal) +
        sum(sent.charges, (c) => cents(c.price)) -
        sum(sent.discounts, (d) => cents(d.price_off));
      const paid = sum(sent.payments, (p) => cents(p.amount));
      expect(body.items.map((one: any) => one.subtotal)).toEqual(sent.items.map((one) => asMoney(subtotal(one))));
      expect(body.total).toBe(asMoney(total));
      const isPaid = sent.payments.some(({ deleted }) => !deleted);
      expect(body.payment_discrepancy).toBe(isPaid ? asMoney(paid - total) : null);
    }),
    { numRuns: 100 },
  );
});
