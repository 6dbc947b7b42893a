import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FaultCode } from '@order-hub/shared/fault-codes';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lock,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { anyText, expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

/** A creation refuses each fault with a 422 that names the field by its path in the body. */
describe('a creation that is refused', () => {
  const as = aCaller();

  const create = (body: unknown) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

  async function expectRefused(body: unknown, field: string, code: FaultCode) {
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 422, body: { error_type: 'unprocessable_entity' } });
    expect(answer.body.errors).toContainEqual({ field, message: expect.any(String), code });
    expect(answer.body.message).toContain('The request is not valid');
  }

  const digits = (count: number) => '9'.repeat(count);

  const long = (character: string, count: number) => character.repeat(count);

  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  /** An object whose compact JSON has exactly `bytes` bytes. */
  const fieldsOf = (bytes: number) => ({ a: long('x', bytes - '{"a":""}'.length) });

  describe('required fields and types', () => {
    test.each<[string, unknown, string, FaultCode]>([
      ['status, the only required one', {}, 'status', 'missing'],
      ['status null', { status: null }, 'status', 'unknown_value'],
      ['an unknown status', { status: 'done' }, 'status', 'unknown_value'],
      [
        'an item without product_name',
        anOrder({ items: [{ price: '1.00 EUR', quantity: '1' }] }),
        'items.0.product_name',
        'missing',
      ],
      ['an item without price', anOrder({ items: [anItem({ price: undefined })] }), 'items.0.price', 'missing'],
      [
        'an item without quantity',
        anOrder({ items: [anItem(), anItem({ quantity: null })] }),
        'items.1.quantity',
        'not_a_number',
      ],
      [
        'an option without name',
        anOrder({ items: [anItem({ options: [{ option_list_name: 'L' }] })] }),
        'items.0.options.0.name',
        'missing',
      ],
      [
        'an option quantity that is no integer',
        anOrder({ items: [anItem({ options: [{ option_list_name: 'L', name: 'N', quantity: 1.5 }] })] }),
        'items.0.options.0.quantity',
        'wrong_type',
      ],
      ['a discount without price_off', anOrder({ discounts: [{ name: 'D' }] }), 'discounts.0.price_off', 'missing'],
      ['a charge without name', anOrder({ charges: [{ price: '1.00 EUR' }] }), 'charges.0.name', 'missing'],
      [
        'a charge with the deprecated charge_price alone',
        anOrder({ charges: [{ name: 'C', charge_price: '1.00 EUR' }] }),
        'charges.0.price',
        'missing',
      ],
      ['a payment without amount', anOrder({ payments: [{}] }), 'payments.0.amount', 'missing'],
      [
        'a deprecated field of more than 1,000 characters',
        anOrder({ payments: [{ amount: '1.00 EUR', type: long('x', 1_001) }] }),
        'payments.0.type',
        'too_long',
      ],
      [
        'payment info that is no object',
        anOrder({ payments: [{ amount: '1.00 EUR', info: [1] }] }),
        'payments.0.info',
        'wrong_type',
      ],
      ['a deal without name', anOrder({ deals: { a: {} } }), 'deals.a.name', 'missing'],
      ['deals as an array', anOrder({ deals: [{ name: 'Menu' }] }), 'deals', 'wrong_type'],
      ['items as an object', { status: 'new', items: {} }, 'items', 'wrong_type'],
      ['an item that is null', { status: 'new', items: [null] }, 'items.0', 'wrong_type'],
      ['an unknown service_type', anOrder({ service_type: 'drive' }), 'service_type', 'unknown_value'],
      ['coupon codes that are numbers', anOrder({ coupon_codes: ['a', 1] }), 'coupon_codes.1', 'wrong_type'],
      [
        'a loyalty operation without delta',
        anOrder({ loyalty_operations: [{}] }),
        'loyalty_operations.0.delta',
        'missing',
      ],
      ['deleted as a string', anOrder({ items: [anItem({ deleted: 'true' })] }), 'items.0.deleted', 'wrong_type'],
      ['an array for a body', [], '', 'wrong_type'],
      ['null for a body', null, '', 'wrong_type'],
    ])('%s', (_case, body, field, code) => expectRefused(body, field, code));
  });

  describe('Money: a number with exactly 2 decimals, a space, the ISO 4217 currency code', () => {
    test.each<[unknown]>([
      ...[[9.8], ['9.80'], ['9.8 EUR'], ['9.800 EUR'], ['9.80EUR'], ['9.80  EUR'], ['9,80 EUR'], ['+9.80 EUR']],
      ...[['9.80 eur'], ['9.80 ZZZ'], ['9.80 EUR\n'], ['1e3.00 EUR'], ['.50 EUR'], ['NaN EUR'], [''], [{}]],
      ...[[`${digits(25)}.00 EUR`], [`${digits(400)}.00 EUR`], ['1e1000000 EUR']],
    ] as [unknown][])('the price %j is not Money', (price) =>
      expectRefused(
        anOrder({ items: [anItem({ price })] }),
        'items.0.price',
        typeof price === 'string' ? 'not_money' : 'wrong_type',
      ),
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
      ...([['1.'], ['.5'], ['1e3'], ['1e1000000'], [' 1'], ['+1'], ['0x10'], ['Infinity'], [digits(400)]] as [
        unknown,
      ][]),
      ...([[digits(25)], ['0.12345678901'], ['--1'], ['1,5'], [true]] as [unknown][]),
    ])('the quantity %j is not a decimal', (quantity) =>
      expectRefused(anOrder({ items: [anItem({ quantity })] }), 'items.0.quantity', 'not_a_number'),
    );

    test.each(['1', '-2.5', '0.1000000000', digits(24), '00'])('returns %s as sent', async (quantity) => {
      expect((await create(anOrder({ items: [anItem({ quantity })] }))).body.items[0].quantity).toBe(quantity);
    });

    test.each(['tax_rate', 'points_earned', 'points_used'])('%s too', (name) =>
      expectRefused(anOrder({ items: [anItem({ [name]: '1,5' })] }), `items.0.${name}`, 'not_a_number'),
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
      const code = typeof private_ref === 'string' ? 'too_long' : 'wrong_type';
      await expectRefused(anOrder({ private_ref }), 'private_ref', code);
      await expectRefused(anOrder({ payments: [{ amount: '1.00 EUR', private_ref }] }), 'payments.0.private_ref', code);
    });
  });

  describe('custom_fields: an object of at most 8 kilobytes', () => {
    test('accepts 8,192 bytes, and refuses 8,193', async () => {
      expect((await create(anOrder({ custom_fields: fieldsOf(8_192) }))).body.custom_fields).toEqual(fieldsOf(8_192));
      await expectRefused(anOrder({ custom_fields: fieldsOf(8_193) }), 'custom_fields', 'too_large');
      await expectRefused(anOrder({ custom_fields: { a: long('é', 4_093) } }), 'custom_fields', 'too_large');
    });

    test.each([[[1]], ['{}'], [1]])('%j is not an object', (custom_fields) =>
      expectRefused(anOrder({ custom_fields }), 'custom_fields', 'wrong_type'),
    );
  });

  test('what is missing says so, with the unknown field that probably stood for it', async () => {
    const items = [
      { name: 'Margherita', unitPrice: '9.80 EUR', quantity: '1' },
      { product_name: 'Cola', qty: 1 },
    ];
    const { body } = await create({ items });
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(Array(5).fill('missing'));
    expect(body.errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`)).toEqual([
      expect.stringMatching(/^status is missing; must be one of `new`, /),
      'items.0.product_name is missing; `name` is not a field; must be a text',
      expect.stringMatching(/^items.0.price is missing; `unitPrice` is not a field; must be an amount/),
      expect.stringMatching(/^items.1.price is missing; must be an amount/),
      expect.stringMatching(/^items.1.quantity is missing; must be a decimal/),
    ]);
    const one = (await create(anOrder({ items: [{ product_name: 'Cola', price: '1.00 EUR', qty: 1 }] }))).body;
    expect(one.message).toContain('items.0.quantity is missing; `qty` is not a field; must be a decimal number');
    const listed = (await create(anOrder({ deals: [{ name: 'Lunch' }] }))).body;
    expect(listed.message).toContain(
      'deals must be a map from deal keys to deals, such as {"lunch": {"name": "Lunch"}}',
    );
  });

  describe('JSON that cannot be stored or shown again', () => {
    test.each<[string, string, FaultCode]>([
      ['depth 33', JSON.stringify(anOrder({ custom_fields: nested(32) })), 'too_deep'],
      ['U+0000 in a text', '{"status":"new","ref":"a\\u0000b"}', 'forbidden_characters'],
      ['U+0000 in a key', '{"status":"new","custom_fields":{"a\\u0000":1}}', 'forbidden_characters'],
      ['half of a surrogate pair', '{"status":"new","customer_notes":"\\ud83c"}', 'forbidden_characters'],
      ['half of a surrogate pair in a key', '{"status":"new","custom_fields":{"\\udf55":1}}', 'forbidden_characters'],
      ['__proto__ in custom fields', '{"status":"new","custom_fields":{"__proto__":{"a":1}}}', 'not_allowed'],
      ['__proto__ as a deal key', '{"status":"new","deals":{"__proto__":{"name":"x"}}}', 'not_allowed'],
      [
        '__proto__ in info',
        '{"status":"new","payments":[{"amount":"1.00 EUR","info":{"__proto__":1}}]}',
        'not_allowed',
      ],
      ['1e1000000 in info', '{"status":"new","payments":[{"amount":"1.00 EUR","info":{"n":1e1000000}}]}', 'too_large'],
      ['1e400 in custom fields', '{"status":"new","custom_fields":{"n":[1e400]}}', 'too_large'],
    ])('%s', async (_case, text, code) => {
      const { status, body } = await create(text);
      expect([status, body.error_type]).toEqual([422, 'unprocessable_entity']);
      expect(body.errors).toEqual([{ field: expect.any(String), message: expect.any(String), code }]);
    });

    test('refuses 100,000 levels like 33', async () => {
      const { status } = await create(
        `{"status":"new","custom_fields":${long('{"a":', 100_000)}1${long('}', 100_000)}}`,
      );
      expect(status).toBe(422);
    });

    test('returns nesting within the limit', async () => {
      const custom_fields = nested(30);
      expect((await create(anOrder({ custom_fields }))).body.custom_fields).toEqual(custom_fields);
    });
  });
});

/** How large an order may become (docs/api/limits.md#order-sizes, docs/api/limits.md#text-sizes). */
describe('sizes of an order', () => {
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
      expect([status, refused.errors]).toEqual([
        422,
        [{ field, message: expect.stringMatching(/^must have at most/), code: expect.stringMatching(/^too_/) }],
      ]);
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
      expect([status, body.errors]).toEqual([
        422,
        [{ field: 'payments', message: expect.stringContaining('1,000'), code: 'too_many' }],
      ]);
      expect((await orders.call(`GET ${path}/${order.id}`, { as })).body).toEqual(full);
      expect((await update(order.id, { payments: [{ id: full.payments[1].id, deleted: true }] })).status).toBe(200);
    });

    test('that makes the order larger than 1 MiB, and changes nothing', async () => {
      const half = times(52, anItem({ customer_notes: char(10_000) }));
      const { body: order } = await create(anOrder({ items: half }));
      const before = await orders.call(`GET ${path}/${order.id}`, { as });
      const { status, body } = await update(order.id, { status: 'accepted', items: half });
      expect([status, body.errors]).toEqual([
        422,
        [{ field: '', message: 'makes an order of more than 1 MiB of JSON', code: 'too_large' }],
      ]);
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
});

/** Unknown fields of orders, small and large, which a thread reads (docs/api/conventions.md#strict-handling). */
describe('strict handling', () => {
  let order_id: string;

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  beforeAll(async () => {
    order_id = (await orders.call(`POST ${path}`, { as, body: anOrder() })).body.id;
  });

  const headers = { Prefer: 'handling=strict' };

  const misspelled = { ...anItem(), prise: '1.00 EUR' };

  const count = async () => (await orders.db.query('select id from orders')).rows.length;

  describe.each([
    ['a small body', ''],
    ['a large body', ' '.repeat(65_536)],
  ])('%s', (_size, blanks) => {
    const send = (method: 'POST' | 'PATCH', body: object, more: object = {}) =>
      orders.call(`${method} ${method === 'POST' ? path : `${path}/${order_id}`}`, {
        ...{ as, body: JSON.stringify(body) + blanks, headers: { 'content-type': 'application/json', ...more } },
      });

    test('of a creation: 422 and no order, with the name that was meant', async () => {
      const before = await count();
      const { status, body } = await send('POST', { ...anOrder(), items: [misspelled], itemz: [] }, headers);
      expect([status, body.code, await count()]).toEqual([422, 'unknown_fields', before]);
      expect(body.errors).toEqual([
        { field: 'items.0.prise', message: 'is unknown; did you mean `price`?', code: 'unknown_field' },
        { field: 'itemz', message: 'is unknown; did you mean `items`?', code: 'unknown_field' },
      ]);
    });

    test('of an update: 422 and no change', async () => {
      const { status, body } = await send('PATCH', { status: 'accepted', statuz: 'x' }, headers);
      expect([status, body.errors]).toEqual([
        422,
        [{ field: 'statuz', message: 'is unknown; did you mean `status`?', code: 'unknown_field' }],
      ]);
      expect((await orders.call(`GET ${path}/${order_id}`, { as })).body.status).toBe('new');
    });

    test('goes through without the preference, and what was ignored is named', async () => {
      const created = await send('POST', { ...anOrder(), items: [misspelled], itemz: [] });
      expect([created.status, created.headers.get('ignored-fields')]).toEqual([200, 'items.0.prise, itemz']);
      const updated = await send('PATCH', { custom_fields: { table: 1 }, itemz: [] });
      expect([updated.status, updated.headers.get('ignored-fields')]).toEqual([200, 'itemz']);
    });

    test.each([
      ['a name of 79 letters and an emoji', `${'x'.repeat(79)}🍕!`],
      ['a name of 79 letters and one with a mark', `${'x'.repeat(79)}e\u0301!`],
    ])('%s is cut between characters', async (_what, name) => {
      const cut = 'x'.repeat(79);
      const created = await send('POST', { ...anOrder(), [name]: 1 });
      expect(created.headers.get('ignored-fields')).toBe(cut);
      const { body } = await send('POST', { ...anOrder(), [name]: 1 }, headers);
      expect([body.errors[0].field, body.message]).toEqual([`${cut}…`, expect.not.stringContaining('\ufffd')]);
    });

    test('of the hub alone that cannot be read counts as absent, and is named; strict handling refuses it', async () => {
      const sent = { ...anOrder(), asap: 'yes', expected_time_pickup: false };
      const created = await send('POST', sent);
      expect([created.status, created.headers.get('ignored-fields')]).toEqual([200, 'asap, expected_time_pickup']);
      expect(created.body).toMatchObject({ asap: null, expected_time_pickup: null, items: [{ price: '9.80 EUR' }] });
      const { status, body } = await send('POST', sent, headers);
      expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
        422,
        ['asap', 'expected_time_pickup'],
      ]);
      const faulty = await send('POST', { ...sent, status: 'lost' });
      expect(faulty.body.errors).toEqual([{ field: 'status', message: expect.any(String), code: 'unknown_value' }]);
    });

    test('with known fields only is as welcome as ever', async () => {
      const created = await send('POST', anOrder(), headers);
      expect([created.status, created.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
      expect(created.headers.get('ignored-fields')).toBeNull();
    });

    test('with an unknown query parameter is refused', async () => {
      const { status, body } = await orders.call(`POST ${path}?dry_run=1`, {
        ...{
          as,
          body: JSON.stringify(anOrder()) + blanks,
          headers: { 'content-type': 'application/json', ...headers },
        },
      });
      expect([status, body.errors[0].field]).toEqual([422, 'dry_run']);
    });
  });

  test('a misspelled filter is refused instead of listing everything', async () => {
    const { status, body } = await orders.call(`GET ${path}?statuz=new`, { as, headers });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'statuz', message: 'is unknown; did you mean `status`?', code: 'unknown_field' }],
    ]);
  });
});

/** Random orders, deliveries and queries never cause a 500. */
describe('random bodies and queries', () => {
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
    order = (await orders.call(`POST ${path}`, { as, body: whole })).body;
    await orders.call(`POST ${path}/${order.id}/delivery`, { as, body: aDelivery() });
  });

  const sendTo = async (route: string, body: unknown) =>
    expectDocumented(await orders.call(route, { as, body: JSON.stringify(body) ?? 'null' }), [200, 400, 404, 413, 422]);

  const runs = { numRuns: sized(40, 300) };

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
    const update = {
      ...whole,
      items: [...whole.items, gone],
      charges: [{ id: order.charges[0].id, private_ref: 'x' }],
    };
    return fc.assert(
      fc.asyncProperty(mutated(update), (body) => sendTo(`PATCH ${path}/${order.id}`, body)),
      { numRuns: sized(40, 150) },
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
      fc.asyncProperty(fc.dictionary(name, anyText()), async (filters) => {
        const { status } = await orders.call(`GET ${path}?${new URLSearchParams(filters).toString()}`, { as });
        expect([200, 400, 422]).toContain(status);
      }),
      runs,
    );
  });
});

/** A large order is prepared in a thread, with the same result as a small one on the event loop. */
describe('large orders in threads', () => {
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders({ now: () => new Date('2026-07-01T10:00:00Z') });
  });

  afterAll(() => orders.close());

  const as = aCaller();

  const pathOf = ({ location_id }: TestCaller) => `/locations/${location_id}/orders`;

  /** The same JSON in more than 64 KiB: white space does not count. */
  const enlarged = (body: unknown) => (JSON.stringify(body) ?? 'null') + ' '.repeat(65_536);

  const withoutIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, part) => (key === 'id' && part !== null ? 'id' : part)));

  type Method = 'POST' | 'PATCH';

  /** Jest runs these files in a realm of their own, whose objects zod calls by the name of their class. A thread has no such realm. */
  const withoutRealm = (body: unknown) =>
    JSON.parse(JSON.stringify(body).replaceAll('received Object', 'received object'));

  /** The answer to a request, what it stored, and the changes that it announced. */
  async function outcomeOf(route: `${Method} ${string}`, body: string, order_id?: string) {
    const before = orders.changes().length;
    const answer = await orders.call(route, { as, body });
    const id = order_id ?? answer.body.id;
    const { rows } = await orders.db.query('select status, document, private_refs from orders where id = $1', [id]);
    const [row] = rows;
    await orders.untilSent();
    const changes = orders.changes().slice(before);
    return withoutIds({
      status: answer.status,
      body: withoutRealm(answer.body),
      row: row && {
        ...row,
        document: JSON.parse(row.document),
        private_refs: Object.values(row.private_refs ?? {}).length,
      },
      changes: changes.map(({ event_type, new_state }) => [event_type, JSON.parse(new_state ?? '')]),
    });
  }

  const whole = {
    ...anOrder({ service_type: 'delivery', private_ref: 'r', expected_time: '2026-07-01T12:00:00Z' }),
    custom_fields: { a: { b: [1, null] } },
    deals: { a: { name: 'A' } },
    items: [
      anItem({
        private_ref: 'first',
        options: [{ option_list_name: 'L', name: 'N', price: '1.00 EUR', quantity: 1 }],
        deal_line: { deal_key: 'a', pricing_effect: 'fixed_price', pricing_value: '1.00 EUR' },
      }),
    ],
    discounts: [{ name: 'D', price_off: '1.00 EUR' }],
    charges: [{ name: 'C', price: '1.00 EUR' }],
    payments: [{ amount: '1.00 EUR', info: { x: 1 } }],
    customer: { first_name: 'A', birth_date: '2000-01-01', country: 'FR' },
  };

  describe('any body gives the same answer, row and changes in a thread', () => {
    test(
      'of a creation',
      () =>
        fc.assert(
          fc.asyncProperty(fc.oneof(fc.constant(whole), mutated(whole)), async (body) => {
            const route = `POST ${pathOf(as)}` as const;
            expect(await outcomeOf(route, enlarged(body))).toEqual(
              await outcomeOf(route, JSON.stringify(body) ?? 'null'),
            );
          }),
          { numRuns: sized(10, 100) },
        ),
      120_000,
    );

    test(
      'of an update',
      () =>
        fc.assert(
          fc.asyncProperty(fc.oneof(fc.constant({ ...whole, customer: undefined }), mutated(whole)), async (body) => {
            const { body: one } = await orders.call(`POST ${pathOf(as)}`, { as, body: whole });
            const { body: other } = await orders.call(`POST ${pathOf(as)}`, { as, body: whole });
            await orders.untilSent();
            const inThread = await outcomeOf(`PATCH ${pathOf(as)}/${one.id}`, enlarged(body), one.id);
            const onLoop = await outcomeOf(`PATCH ${pathOf(as)}/${other.id}`, JSON.stringify(body) ?? 'null', other.id);
            expect(inThread).toEqual(onLoop);
          }),
          { numRuns: sized(10, 60) },
        ),
      120_000,
    );
  });

  describe('a large body', () => {
    const send = (route: string, body: string) => orders.call(route, { as, body });

    test('whose order names a customer is prepared with the customer', async () => {
      orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: null });
      const { status, body } = await send(`POST ${pathOf(as)}`, enlarged(anOrder({ customer_id: 'c1' })));
      expect([status, body.customer.last_name]).toEqual([200, 'Lovelace']);
      expect(orders.customers.attached).toEqual([expect.objectContaining({ customer_id: 'c1', order_id: body.id })]);
    });

    test('that names an unknown customer is refused', async () => {
      const { status, body } = await send(`POST ${pathOf(as)}`, enlarged(anOrder({ customer_id: 'nobody' })));
      expect([status, body.errors[0].field]).toEqual([422, 'customer_id']);
    });

    test('that is no JSON is refused', async () => {
      const { status, body } = await send(`POST ${pathOf(as)}`, '{'.repeat(70_000));
      expect([status, body.error_type]).toEqual([422, 'unprocessable_entity']);
      expect((await send(`POST ${pathOf(as)}`, ' '.repeat(70_000))).status).toBe(400);
    });

    test('for an unknown order is 404, and an invalid one 422, as a small one is', async () => {
      const route = `PATCH ${pathOf(as)}/${'0'.repeat(20)}`;
      expect((await send(route, enlarged({ status: 'accepted' }))).status).toBe(404);
      expect((await send(route, enlarged({ status: 'nonsense' }))).status).toBe(422);
    });
  });
});

/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
describe('whatever a request takes is given back', () => {
  const readsMax = sized(5, 20);

  /** A thread takes half a second to load its modules. */
  const threadsMax = sized(3, 10);

  /** A location with a small order and two large ones, in this order: a page reads the first without a slot. */
  type Shop = { as: TestCaller; id: string; list: string; retrieve: string; update: string };

  let orders: TestOrders;

  const shops: Shop[] = [];

  async function openShop(): Promise<Shop> {
    const as = aCaller();
    const path = `/locations/${as.location_id}/orders`;
    await orders.call(`POST ${path}`, { as, body: anOrder() });
    const enlarge = async (bytes: number) => {
      const { body } = await orders.call(`POST ${path}`, { as, body: anOrder({ customer_notes: 'NOTE' }) });
      const text = `update orders set document = replace(document, 'NOTE', repeat('x', $2)) where id = $1`;
      await orders.db.query(text, [body.id, bytes]);
      return body.id as string;
    };
    await enlarge(1_100_000);
    const id = await enlarge(300_000);
    const one = `${path}/${id}`;
    return { as, id, list: `GET ${path}?count=2`, retrieve: `GET ${one}`, update: `PATCH ${one}` };
  }

  beforeAll(async () => {
    const settings = {
      NODE_ENV: 'production',
      LARGE_READS_MAX: `${readsMax}`,
      LARGE_ORDER_THREADS: `${threadsMax}`,
      DATABASE_POOL_SIZE: `${readsMax + 5}`,
    };
    orders = await startTestOrders({ settings });
    for (let count = 0; count < readsMax; count += 1) shops.push(await openShop());
  });

  afterAll(() => orders.close());

  /** A body that goes to a thread, and changes nothing. */
  const largeBody = `{${' '.repeat(65_536)}}`;

  const uses: Record<string, SlotUse> = {
    'a large order, or a page of large orders': {
      clients: sized(1, 1_000),
      db: () => orders.db,
      lockAll: () => lockLargeValues(orders.db, 'orders'),
      begin(account, count) {
        const { as, retrieve, list } = shops[account]!;
        return orders.begin((account + count) % 4 === 0 ? list : retrieve, { as });
      },
      ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
    },
    'a thread for a large body': {
      clients: sized(1, 1_000),
      db: () => orders.db,
      lockAll: () => lock(orders.db, 'select from orders where id = any ($1) for update', [shops.map(({ id }) => id)]),
      begin: (account) => orders.begin(shops[account]!.update, { as: shops[account]!.as, body: largeBody }),
      ...{ slots: threadsMax, perAccount: 1, waitingMax: 16 },
    },
  };

  describe.each(Object.entries(uses).map(([what, use]) => ({ what, use })))(
    'clients that need a slot for $what leave all free when they give up',
    ({ use }) => {
      test('while they wait for it', async () => {
        await giveUpWaiting(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      }, 360_000);

      test('while they have it', async () => {
        await giveUpInSlot(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      }, 360_000);
    },
  );
});
