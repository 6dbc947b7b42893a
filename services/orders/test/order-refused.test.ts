/** A creation refuses each fault with a 422 that names the field by its path in the body. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const create = (body: unknown) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

async function expectRefused(body: unknown, field: string) {
  const answer = await create(body);
  expect(answer).toMatchObject({ status: 422, body: { error_type: 'unprocessable_entity' } });
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  expect(answer.body.message).toContain('The request is not valid');
}

const digits = (count: number) => '9'.repeat(count);
const long = (character: string, count: number) => character.repeat(count);
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
/** An object whose compact JSON has exactly `bytes` bytes. */
const fieldsOf = (bytes: number) => ({ a: long('x', bytes - '{"a":""}'.length) });

describe('required fields and types', () => {
  test.each<[string, unknown, string]>([
    ['status, the only required one', {}, 'status'],
    ['status null', { status: null }, 'status'],
    ['an unknown status', { status: 'done' }, 'status'],
    [
      'an item without product_name',
      anOrder({ items: [{ price: '1.00 EUR', quantity: '1' }] }),
      'items.0.product_name',
    ],
    ['an item without price', anOrder({ items: [anItem({ price: undefined })] }), 'items.0.price'],
    ['an item without quantity', anOrder({ items: [anItem(), anItem({ quantity: null })] }), 'items.1.quantity'],
    [
      'an option without name',
      anOrder({ items: [anItem({ options: [{ option_list_name: 'L' }] })] }),
      'items.0.options.0.name',
    ],
    [
      'an option quantity that is no integer',
      anOrder({ items: [anItem({ options: [{ option_list_name: 'L', name: 'N', quantity: 1.5 }] })] }),
      'items.0.options.0.quantity',
    ],
    ['a discount without price_off', anOrder({ discounts: [{ name: 'D' }] }), 'discounts.0.price_off'],
    ['a charge without name', anOrder({ charges: [{ price: '1.00 EUR' }] }), 'charges.0.name'],
    [
      'a charge with the deprecated charge_price alone',
      anOrder({ charges: [{ name: 'C', charge_price: '1.00 EUR' }] }),
      'charges.0.price',
    ],
    ['a payment without amount', anOrder({ payments: [{}] }), 'payments.0.amount'],
    [
      'a deprecated field of more than 1,000 characters',
      anOrder({ payments: [{ amount: '1.00 EUR', type: long('x', 1_001) }] }),
      'payments.0.type',
    ],
    ['asap as a string', anOrder({ asap: 'true' }), 'asap'],
    ['payment info that is no object', anOrder({ payments: [{ amount: '1.00 EUR', info: [] }] }), 'payments.0.info'],
    ['a deal without name', anOrder({ deals: { a: {} } }), 'deals.a.name'],
    ['deals as an array', anOrder({ deals: [] }), 'deals'],
    ['items as an object', { status: 'new', items: {} }, 'items'],
    ['an item that is null', { status: 'new', items: [null] }, 'items.0'],
    ['an unknown service_type', anOrder({ service_type: 'drive' }), 'service_type'],
    ['coupon codes that are numbers', anOrder({ coupon_codes: ['a', 1] }), 'coupon_codes.1'],
    ['a loyalty operation without delta', anOrder({ loyalty_operations: [{}] }), 'loyalty_operations.0.delta'],
    ['deleted as a string', anOrder({ items: [anItem({ deleted: 'true' })] }), 'items.0.deleted'],
    ['an array for a body', [], ''],
    ['null for a body', null, ''],
  ])('%s', (_case, body, field) => expectRefused(body, field));
});

describe('Money: a number with exactly 2 decimals, a space, the ISO 4217 currency code', () => {
  test.each<[unknown]>([
    ...[[9.8], ['9.80'], ['9.8 EUR'], ['9.800 EUR'], ['9.80EUR'], ['9.80  EUR'], ['9,80 EUR'], ['+9.80 EUR']],
    ...[['9.80 eur'], ['9.80 ZZZ'], ['9.80 EUR\n'], ['1e3.00 EUR'], ['.50 EUR'], ['NaN EUR'], [''], [{}]],
    ...[[`${digits(25)}.00 EUR`], [`${digits(400)}.00 EUR`], ['1e1000000 EUR']],
  ] as [unknown][])('the price %j is not Money', (price) =>
    expectRefused(anOrder({ items: [anItem({ price })] }), 'items.0.price'),
  );

  test.each([[`${digits(24)}.99 EUR`], ['-0.01 EUR'], ['0.00 EUR'], ['007.00 EUR']])(
    'returns %s as sent',
    async (price) => {
      expect((await create(anOrder({ items: [anItem({ price })] }))).body.items[0].price).toBe(price);
    },
  );
});

describe('decimals: an exact number, as a string or as a JSON number', () => {
  test.each<[unknown]>([
    ...([['1.'], ['.5'], ['1e3'], ['1e1000000'], [' 1'], ['+1'], ['0x10'], ['Infinity'], [digits(400)]] as [unknown][]),
    ...([[digits(25)], ['0.12345678901'], ['--1'], ['1,5'], [true]] as [unknown][]),
  ])('the quantity %j is not a decimal', (quantity) =>
    expectRefused(anOrder({ items: [anItem({ quantity })] }), 'items.0.quantity'),
  );

  test.each(['1', '-2.5', '0.1000000000', digits(24), '00'])('returns %s as sent', async (quantity) => {
    expect((await create(anOrder({ items: [anItem({ quantity })] }))).body.items[0].quantity).toBe(quantity);
  });

  test.each(['tax_rate', 'points_earned', 'points_used'])('%s too', (name) =>
    expectRefused(anOrder({ items: [anItem({ [name]: '1,5' })] }), `items.0.${name}`),
  );
});

test('names every amount that is not in the currency of the account', async () => {
  const usd = '1.00 USD';
  const answer = await create(
    anOrder({
      deals: { a: { name: 'A' } },
      items: [
        anItem(),
        anItem({
          price: usd,
          options: [{ option_list_name: 'L', name: 'N', price: usd }],
          deal_line: { deal_key: 'a', pricing_effect: 'price_off', pricing_value: usd },
        }),
      ],
      discounts: [{ name: 'D', price_off: usd }],
      charges: [{ name: 'C', price: usd }],
      payments: [{ amount: '1.00 EUR' }, { amount: usd }],
    }),
  );
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    ...['items.1.price', 'items.1.options.0.price', 'items.1.deal_line.pricing_value'],
    ...['discounts.0.price_off', 'charges.0.price', 'payments.1.amount'],
  ]);
  expect(answer.body.errors[0].message).toBe('must be in EUR, the currency of the account');
});

describe('private_ref: 1 to 255 characters', () => {
  test.each([long('x', 255), long('é', 255), long('🍕', 255)])('accepts 255', async (private_ref) => {
    const { status, body } = await create(anOrder({ private_ref, items: [anItem({ private_ref })] }));
    expect([status, body.private_ref, body.items[0].private_ref]).toEqual([200, private_ref, private_ref]);
  });

  test.each([long('x', 256), long('🍕', 256), 5])('refuses 256 characters and a number', async (private_ref) => {
    await expectRefused(anOrder({ private_ref }), 'private_ref');
    await expectRefused(anOrder({ payments: [{ amount: '1.00 EUR', private_ref }] }), 'payments.0.private_ref');
  });
});

describe('custom_fields: an object of at most 8 kilobytes', () => {
  test('accepts 8,192 bytes, and refuses 8,193', async () => {
    expect((await create(anOrder({ custom_fields: fieldsOf(8_192) }))).body.custom_fields).toEqual(fieldsOf(8_192));
    await expectRefused(anOrder({ custom_fields: fieldsOf(8_193) }), 'custom_fields');
    await expectRefused(anOrder({ custom_fields: { a: long('é', 4_093) } }), 'custom_fields');
  });

  test.each([[[]], ['{}'], [1]])('%j is not an object', (custom_fields) =>
    expectRefused(anOrder({ custom_fields }), 'custom_fields'),
  );
});

describe('JSON that cannot be stored or shown again', () => {
  test.each<[string, string]>([
    ['depth 33', JSON.stringify(anOrder({ custom_fields: nested(32) }))],
    ['U+0000 in a text', '{"status":"new","ref":"a\\u0000b"}'],
    ['U+0000 in a key', '{"status":"new","custom_fields":{"a\\u0000":1}}'],
    ['half of a surrogate pair', '{"status":"new","customer_notes":"\\ud83c"}'],
    ['half of a surrogate pair in a key', '{"status":"new","custom_fields":{"\\udf55":1}}'],
    ['__proto__ in custom fields', '{"status":"new","custom_fields":{"__proto__":{"a":1}}}'],
    ['__proto__ as a deal key', '{"status":"new","deals":{"__proto__":{"name":"x"}}}'],
    ['__proto__ in info', '{"status":"new","payments":[{"amount":"1.00 EUR","info":{"__proto__":1}}]}'],
    ['1e1000000 in info', '{"status":"new","payments":[{"amount":"1.00 EUR","info":{"n":1e1000000}}]}'],
    ['1e400 in custom fields', '{"status":"new","custom_fields":{"n":[1e400]}}'],
  ])('%s', async (_case, text) => {
    const { status, body } = await create(text);
    expect([status, body.error_type, body.errors.length]).toEqual([422, 'unprocessable_entity', 1]);
  });

  test('refuses 100,000 levels like 33', async () => {
    const { status } = await create(`{"status":"new","custom_fields":${long('{"a":', 100_000)}1${long('}', 100_000)}}`);
    expect(status).toBe(422);
  });

  test('returns nesting within the limit', async () => {
    const custom_fields = nested(30);
    expect((await create(anOrder({ custom_fields }))).body.custom_fields).toEqual(custom_fields);
  });
});
