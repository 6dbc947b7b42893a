import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { anyText } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aCustomer, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

describe('creating an order', () => {
  const as = aCaller({ client_name: 'Website', connection_name: 'Main' });

  const path = `/locations/${as.location_id}/orders`;

  const create = (body: unknown, options: object = {}) => orders.call(`POST ${path}`, { as, body, ...options });

  describe('200', () => {
    test('an order with only a status has every field: unset ones are null, collections empty', async () => {
      const { status, body } = await create({ status: 'new' });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-z]{20}$/),
        location_id: as.location_id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
        created_by: 'Website',
        connection_name: 'Main',
        channel: 'Website',
        ref: null,
        private_ref: null,
        status: 'new',
        service_type: null,
        service_type_ref: null,
        expected_time: null,
        asap: null,
        expected_time_pickup: null,
        confirmed_time: null,
        customer_notes: null,
        seller_notes: null,
        collection_code: null,
        coupon_codes: [],
        items: [],
        deals: {},
        discounts: [],
        charges: [],
        payments: [],
        customer: expect.objectContaining({ id: null }),
        loyalty_operations: [],
        custom_fields: {},
        total: '0.00 EUR',
        total_discrepancy: null,
        payment_discrepancy: null,
      });
    });

    test('the reply is what a retrieval returns', async () => {
      const { body } = await create(anOrder({ private_ref: 'R-1', items: [anItem({ private_ref: 'L-1' })] }));
      const retrieved = await orders.call(`GET ${path}/${body.id}`, { as });
      expect(retrieved.body).toEqual(body);
      expect(body.private_ref).toBe('R-1');
      expect(body.items[0].private_ref).toBe('L-1');
    });

    test('announces its creation, with the state and the client that caused it', async () => {
      const { body } = await create(anOrder({ private_ref: 'R-2' }));
      const change = await eventually(() => orders.changes().find(({ ids }) => ids['order_id'] === body.id));
      expect(change).toMatchObject({
        resource_type: 'order',
        event_type: 'create',
        client_id: as.client_id,
        account_id: as.account?.id,
        location_id: as.location_id,
        timezone: 'Europe/Paris',
        previous_state: null,
        private_refs: { [as.client_id]: { self: 'R-2' } },
      });
      expect(JSON.parse(change.new_state ?? '')).toEqual({ ...body, private_ref: null });
    });
  });

  describe('refused', () => {
    test.each([
      ['no caller token', { as: undefined }, 401],
      ['a forged caller token', { as: undefined, headers: { 'x-hub-caller': 'eyJhbGciOiJub25lIn0.e30.' } }, 401],
      ['a scope without orders.write', { as: { ...as, scope: 'location[orders.read]' } }, 403],
      ['a connection of another location', { as: aCaller() }, 404],
      ['a connection without location or account', { as: { ...as, account: null, scope: 'profile' } }, 403],
      ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
      ['malformed JSON', { body: '{"status":' }, 400],
      ['an empty body', { body: '' }, 400],
    ])('%s', async (_case, options, status) => {
      const answer = await create(anOrder(), options);
      expect(answer.status).toBe(status);
      expect(answer.body.error_type).toBeDefined();
    });

    test('a body over 1 MiB is 413', async () => {
      const { status, body } = await create(anOrder({ customer_notes: 'x'.repeat(1_100_000) }));
      expect([status, body.error_type]).toEqual([413, 'payload_too_large']);
    });

    test('a refused order is neither stored nor announced', async () => {
      await orders.untilSent();
      const before = orders.published.length;
      await create(anOrder({ items: [anItem({ deal_line: { deal_key: 'x' } })], private_ref: 'refused' }));
      const { body } = await orders.call(`GET ${path}?private_ref=refused`, { as });
      expect(body).toEqual([]);
      await orders.untilSent();
      expect(orders.published).toHaveLength(before);
    });
  });
});

/** The tables of docs/api/orders.md: a reply returns what was sent, with defaults for the rest. */
describe('fields of an order', () => {
  beforeAll(async () => {
    orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: null });
  });

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
      const payment = {
        private_ref: 'p',
        name: 'Card',
        ref: 'X',
        amount: '9.30 EUR',
        info: { a: [1] },
        deleted: false,
      };
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
      const { items } = await created(
        anOrder({ items: [anItem({ options: [{ option_list_name: 'L', name: 'N' }] })] }),
      );
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
});

/** Times are shown with the UTC offset of the location's timezone (docs/api/conventions.md#times). */
describe('times of an order', () => {
  let now = new Date('2026-03-29T00:59:59.999Z');

  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders({ now: () => now });
  });

  afterAll(() => orders.close());

  const paris = aCaller();

  const callerIn = (timezone: string) => aCaller({ location_id: 'loc1', location: { id: 'loc1', timezone } });

  const create = (body: unknown, as = paris) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

  test.each([
    ['the last second of winter', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59+01:00'],
    ['the first of summer', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00+02:00'],
    ['02:30 before the clocks go back', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['02:30 after they did', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
  ])('created_at in Paris: %s', async (_when, at, shown) => {
    now = new Date(at);
    expect((await create(anOrder())).body.created_at).toBe(shown);
  });

  test.each([
    ['Europe/Paris', '2026-07-01T12:00:00Z', '2026-07-01T14:00:00+02:00'],
    ['Europe/Paris', '2026-12-01T12:00:00-05:00', '2026-12-01T18:00:00+01:00'],
    ['Europe/Paris', '2026-07-01T12:00:00.987+0200', '2026-07-01T12:00:00+02:00'],
    ['Europe/Paris', '2026-07-01T10:00+02:00', '2026-07-01T10:00:00+02:00'],
    ['Asia/Kolkata', '2026-07-01T12:00:00Z', '2026-07-01T17:30:00+05:30'],
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
    ['UTC', '2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00Z'],
  ])('in %s, %s is shown as %s', async (timezone, sent, shown) => {
    const { body } = await create(
      anOrder({ expected_time: sent, expected_time_pickup: sent, confirmed_time: sent }),
      callerIn(timezone),
    );
    expect([body.expected_time, body.expected_time_pickup, body.confirmed_time]).toEqual([shown, shown, shown]);
  });

  describe('refused', () => {
    test.each([
      ...['2026-07-01T12:00:00', '2026-07-01', '12:00', '2026-07-01 12:00:00Z', '2026-07-01T12:00', ' ', 'now'],
      ...['2026-02-29T12:00:00Z', '2026-07-01T24:00:01Z', '2026-07-01T12:00:60Z', '2026-07-01T12:00:00+24:00'],
      ...['+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', 1_783_000_000],
    ])('%j', async (time) => {
      for (const field of ['expected_time', 'confirmed_time']) {
        const { status, body } = await create(anOrder({ [field]: time }));
        expect([status, body.errors[0].field]).toEqual([422, field]);
      }
    });
  });
});

/** Subtotals, totals and discrepancies, exactly (docs/api/orders.md#totals, docs/api/orders.md#discrepancies). */
describe('totals of an order', () => {
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
    [
      'just under half a cent of the longest numbers is nothing',
      {
        price: `${nines}.99 EUR`,
        quantity: '999999999999999999999899.4999000001',
        options: [option(`${nines}.99 EUR`, { quantity: 1_000_000 })],
      },
      '1000000999999999999999899489799490000000100000001005002.00 EUR',
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
});

/** Deals and deal lines (docs/api/orders.md#deals, docs/api/orders.md#deal-lines). */
describe('deals of an order', () => {
  const as = aCaller();

  const create = (body: unknown) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

  const inDeal = (deal_key: string, line: object = {}) => anItem({ deal_line: { deal_key, ...line } });

  describe('the service renumbers the keys 0, 1, …', () => {
    test('in the order of the keys; items follow their deal', async () => {
      const deals = { lunch: { name: 'Lunch' }, 'a b': { name: 'AB', ref: 'R' }, constructor: { name: 'C' } };
      const { body } = await create(anOrder({ deals, items: [inDeal('constructor'), inDeal('lunch'), inDeal('a b')] }));
      expect(body.deals).toEqual({
        0: { name: 'Lunch', ref: null },
        1: { name: 'AB', ref: 'R' },
        2: { name: 'C', ref: null },
      });
      expect(body.items.map((item: any) => item.deal_line.deal_key)).toEqual(['2', '0', '1']);
    });

    test('numeric keys in their numeric order', async () => {
      const deals = { 10: { name: 'ten' }, 9: { name: 'nine' }, 1: { name: 'one' } };
      const { body } = await create(anOrder({ deals, items: [inDeal('10'), inDeal('1')] }));
      expect(Object.values(body.deals).map((deal: any) => deal.name)).toEqual(['one', 'nine', 'ten']);
      expect(body.items.map((item: any) => item.deal_line.deal_key)).toEqual(['2', '0']);
    });

    test('a deal without items stays', async () => {
      const { body } = await create(anOrder({ deals: { x: { name: 'Unused' } } }));
      expect(body.deals).toEqual({ 0: { name: 'Unused', ref: null } });
    });
  });

  describe('refuses a deal_key that is not a key of the deals', () => {
    test.each([
      ['another key', { deals: { a: { name: 'A' } }, items: [inDeal('b')] }],
      ['no deals', { items: [inDeal('0')] }],
      ['null deals', { deals: null, items: [inDeal('0')] }],
      ['the key that the service would give', { deals: { a: { name: 'A' } }, items: [inDeal('0')] }],
      ['a name that every object has', { deals: {}, items: [inDeal('toString')] }],
    ])('%s', async (_case, body) => {
      const answer = await create(anOrder(body));
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        error_type: 'unprocessable_entity',
        errors: [
          { field: 'items.0.deal_line.deal_key', message: "must be a key of the order's deals", code: 'not_found' },
        ],
      });
    });

    test('naming every such item', async () => {
      const { body } = await create(
        anOrder({ deals: { a: { name: 'A' } }, items: [inDeal('x'), inDeal('a'), inDeal('y')] }),
      );
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
        'items.0.deal_line.deal_key',
        'items.2.deal_line.deal_key',
      ]);
    });
  });

  describe('pricing_value: Money for fixed_price and price_off, 0 to 100 for percentage_off, null for unchanged', () => {
    const send = (line: object) => create(anOrder({ deals: { a: { name: 'A' } }, items: [inDeal('a', line)] }));

    test.each([
      [{ pricing_effect: 'unchanged', pricing_value: null }],
      [{ pricing_effect: 'fixed_price', pricing_value: '5.00 EUR' }],
      [{ pricing_effect: 'price_off', pricing_value: '0.00 EUR' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '0' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '100.0' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '33.3333333333' }],
      [{ pricing_effect: null, pricing_value: null }],
      [{ label: 'Main', position: 2 }],
      [{ label: null, position: 'first' }],
    ])('accepts %j, and computes nothing from it', async (line) => {
      const { status, body } = await send(line);
      expect(status).toBe(200);
      const unset = { label: null, position: null, pricing_effect: null, pricing_value: null };
      expect(body.items[0].deal_line).toEqual({ deal_key: '0', ...unset, ...line });
      expect(body.total).toBe('9.80 EUR');
    });

    test('a percentage may be a JSON number, and is shown as a decimal', async () => {
      const { body } = await send({ pricing_effect: 'percentage_off', pricing_value: 10 });
      expect(body.items[0].deal_line.pricing_value).toBe('10');
    });

    test.each([
      [{ pricing_effect: 'unchanged', pricing_value: '1.00 EUR' }],
      [{ pricing_effect: 'fixed_price' }],
      [{ pricing_effect: 'fixed_price', pricing_value: '10' }],
      [{ pricing_effect: 'price_off', pricing_value: null }],
      [{ pricing_effect: 'price_off', pricing_value: '1.00 USD' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '100.01' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '-1' }],
      [{ pricing_effect: 'percentage_off', pricing_value: '5.00 EUR' }],
      [{ pricing_effect: 'percentage_off' }],
      [{ pricing_effect: 'percentage_off', pricing_value: 100.5 }],
      [{ pricing_effect: 'fixed_price', pricing_value: 10 }],
      [{ pricing_value: '10' }],
    ])('refuses %j', async (line) => {
      const { status, body } = await send(line);
      expect(status).toBe(422);
      expect(body.errors[0].field).toBe('items.0.deal_line.pricing_value');
    });

    test.each(['free', 'FIXED_PRICE'])('refuses the effect %j', async (pricing_effect) => {
      const { status, body } = await send({ pricing_effect });
      expect([status, body.errors[0].field]).toEqual([422, 'items.0.deal_line.pricing_effect']);
    });
  });
});

/** The customer of an order (docs/api/orders.md#customers). */
describe('the customer of an order', () => {
  beforeAll(async () => {
    const known = { customer: aCustomer('c1'), private_refs: { [as.client_id]: 'mine', other: 'theirs' } };
    orders.customers.known.set('c1', known).set('list1/P-1', known);
  });

  afterEach(() => void (orders.customers.isUnavailable = false));

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const create = (body: unknown) => orders.call(`POST ${path}`, { as, body });

  const stored = async () => (await orders.db.query('select count(*)::int as n from orders')).rows[0].n;

  const ways = {
    id: { customer_id: 'c1' },
    list: { customer_list_id: 'list1' },
    ref: { customer_private_ref: 'P-1' },
    guest: { customer: { first_name: 'Bob' } },
  };

  describe('the ways to name a customer', () => {
    test.each([
      ['customer_id', ways.id],
      ['customer_list_id and customer_private_ref', { ...ways.list, ...ways.ref }],
    ])("%s: the customer is shown as recorded, with the calling client's private ref", async (_way, names) => {
      const { status, body } = await create(anOrder(names));
      expect(status).toBe(200);
      expect(body.customer).toEqual({ ...aCustomer('c1'), private_ref: 'mine' });
      expect(body.customer_id).toBeUndefined();
      const other = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
      const seen = await orders.call(`GET ${path}/${body.id}`, { as: other });
      expect(seen.body.customer.private_ref).toBeNull();
    });

    test('the order keeps the values recorded at creation', async () => {
      orders.customers.known.set('c2', { customer: aCustomer('c2'), private_refs: null });
      const { body } = await create(anOrder({ customer_id: 'c2' }));
      orders.customers.known.set('c2', { customer: aCustomer('c2', { first_name: 'Eve' }), private_refs: null });
      expect((await orders.call(`GET ${path}/${body.id}`, { as })).body.customer.first_name).toBe('Ada');
    });

    test('adds an attached order to its customer, with total and loyalty operations', async () => {
      const operation = { ref: 'CARD', name: null, delta: '3', reason: null };
      const { body } = await create(anOrder({ ...ways.id, loyalty_operations: [operation] }));
      expect(orders.customers.attached.find(({ order_id }: any) => order_id === body.id)).toMatchObject({
        account_id: as.account?.id,
        location_id: as.location_id,
        customer_id: 'c1',
        total: '9.80 EUR',
        created_at: body.created_at,
        loyalty_operations: [operation],
      });
    });

    const combined = 'customer_id';
    test.each([
      ['id + list', { ...ways.id, ...ways.list }, combined],
      ['id + ref', { ...ways.id, ...ways.ref }, combined],
      ['id + list + ref', { ...ways.id, ...ways.list, ...ways.ref }, combined],
      ['id + guest', { ...ways.id, ...ways.guest }, combined],
      ['everything', { ...ways.id, ...ways.list, ...ways.ref, ...ways.guest }, combined],
      ['list + ref + guest', { ...ways.list, ...ways.ref, ...ways.guest }, 'customer'],
      ['list + guest', { ...ways.list, ...ways.guest }, 'customer'],
      ['ref + guest', { ...ways.ref, ...ways.guest }, 'customer'],
      ['id + empty guest', { ...ways.id, customer: {} }, combined],
      ['list alone', ways.list, 'customer_private_ref'],
      ['ref alone', ways.ref, 'customer_list_id'],
      ['an id that no customer has', { customer_id: 'nobody' }, 'customer_id'],
      ['an unknown ref', { customer_list_id: 'list1', customer_private_ref: 'P-2' }, 'customer_private_ref'],
      ['a ref of another list', { customer_list_id: 'list2', customer_private_ref: 'P-1' }, 'customer_private_ref'],
      ['a list and an empty ref', { ...ways.list, customer_private_ref: '' }, 'customer_private_ref'],
      ['an id that is a number', { customer_id: 1 }, 'customer_id'],
    ])('%s: 422, and nothing is stored', async (_case, names, field) => {
      const before = await stored();
      const { status, body } = await create(anOrder(names));
      expect([status, body.error_type, body.errors[0].field]).toEqual([422, 'unprocessable_entity', field]);
      expect(await stored()).toBe(before);
    });

    test('while the customers service is unavailable, its customers get 503 and nothing is stored; guests can order', async () => {
      orders.customers.isUnavailable = true;
      const before = await stored();
      const { status, body, headers } = await create(anOrder(ways.id));
      expect([status, body.error_type, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
      expect(await stored()).toBe(before);
      expect((await create(anOrder(ways.guest))).status).toBe(200);
      expect((await create(anOrder())).body.customer).toMatchObject({ id: null });
    });
  });

  describe('naming a customer needs customer_list.read or all_customer_lists.read', () => {
    const connection = (scope: string) =>
      aCaller({ account: as.account, location_id: as.location_id, location: as.location, scope });
    const named = [ways.id, { ...ways.list, ...ways.ref }];

    test.each(named)('without either: 403 that names them, before any look-up, for %j', async (names) => {
      const [before, asked] = [await stored(), orders.customers.asked.length];
      const caller = connection('location[orders.write]');
      const { status, body } = await orders.call(`POST ${path}`, { as: caller, body: anOrder(names) });
      expect([status, body.error_type]).toEqual([403, 'forbidden']);
      expect(body.message).toContain('only with customer_list.read or all_customer_lists.read');
      expect([await stored(), orders.customers.asked.length]).toEqual([before, asked]);
      expect((await orders.call(`POST ${path}`, { as: caller, body: anOrder(ways.guest) })).status).toBe(200);
    });

    test.each(['customer_list.read', 'customer_list.write', 'all_customer_lists.read', 'all_customer_lists.write'])(
      'with %s the customer is looked up',
      async (right) => {
        const caller = connection(`location[orders.write,${right}]`);
        for (const names of named) {
          expect((await orders.call(`POST ${path}`, { as: caller, body: anOrder(names) })).status).toBe(200);
        }
      },
    );
  });

  describe('guests', () => {
    const unset = {
      ...Object.fromEntries(Object.keys(aCustomer('any')).map((name) => [name, null])),
      ...{ anonymised: false, sms_marketing: false, email_marketing: false, custom_fields: {}, loyalty_cards: [] },
    };

    test('a guest has every field of a customer, and the id null', async () => {
      const data = { first_name: 'Bob', latitude: '48.10', country: 'FR', sms_marketing: true };
      const { body } = await create(anOrder({ customer: { ...data, loyalty_cards: 'ignored' } }));
      expect(body.customer).toEqual({ ...unset, ...data });
    });

    test.each([{}, { customer: null }, { customer: {} }])(
      'customer is always an object: that of a guest without data has its fields unset, in the event too (%j)',
      async (who) => {
        const { body } = await create(anOrder(who));
        expect(body.customer).toEqual(unset);
        await orders.untilSent();
        const change = orders.changes().find(({ ids }) => ids['order_id'] === body.id);
        expect(change?.customer_id).toBeNull();
        expect(JSON.parse(change!.new_state!).customer).toEqual(unset);
      },
    );

    test('returns every field of a guest', async () => {
      const {
        id: _id,
        customer_list_id: _list,
        anonymised: _anonymised,
        private_ref: _ref,
        ...rest
      } = aCustomer('any');
      const { custom_fields: _fields, created_at: _at, nb_orders: _n, order_total: _total, ...more } = rest;
      const { first_order_date: _first, last_order_date: _last, loyalty_cards: _cards, ...guest } = more;
      expect(Object.keys(guest)).toHaveLength(19);
      expect((await create(anOrder({ customer: guest }))).body.customer).toMatchObject(guest);
    });

    test('without an email address and with a birth date that is none is taken', async () => {
      const nothing = { gender: '', birth_date: '0000-00-00', country: '', latitude: '', sms_marketing: '' };
      const order = { service_type: '', expected_time: '', private_ref: '', custom_fields: [], deals: [] };
      const refs = { customer_id: '', customer_list_id: '', customer_private_ref: '' };
      const { status, body } = await create(
        anOrder({ ...order, ...refs, customer: { first_name: 'Bob', ...nothing } }),
      );
      const unset = { gender: null, birth_date: null, country: null, latitude: null, sms_marketing: false };
      expect([status, body.customer]).toEqual([
        200,
        expect.objectContaining({ id: null, first_name: 'Bob', ...unset }),
      ]);
      expect(body).toMatchObject({
        service_type: null,
        expected_time: null,
        private_ref: null,
        custom_fields: {},
        deals: {},
      });
    });

    test('with an id may come with an empty guest of PHP', async () => {
      expect((await create(anOrder({ ...ways.id, customer: [], custom_fields: '' }))).body.customer.id).toBe('c1');
    });

    test.each([
      ['gender', 'other'],
      ['birth_date', '2001-02-29'],
      ['birth_date', '2001-02-03T00:00:00Z'],
      ['country', 'fr'],
      ['country', 'FRA'],
      ['latitude', 'north'],
      ['longitude', '2,34'],
      ['sms_marketing', 'yes'],
      ['phone', 33612345678],
      ['email', {}],
    ])('%s cannot be %j', async (field, value) => {
      const { status, body } = await create(anOrder({ customer: { [field]: value } }));
      expect([status, body.errors[0].field]).toEqual([422, `customer.${field}`]);
    });

    test.each([{}, { customer: { first_name: 'Bob' } }])(
      'loyalty operations need a customer: refused with %j',
      async (who) => {
        const { status, body } = await create(anOrder({ ...who, loyalty_operations: [{ delta: '1' }] }));
        expect([status, body.errors[0].field]).toEqual([422, 'loyalty_operations']);
        expect((await create(anOrder({ ...who, loyalty_operations: [] }))).status).toBe(200);
      },
    );
  });
});

/** Every valid order is returned as sent, with the totals of an independent exact computation. */
describe('random valid orders', () => {
  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const text = anyText({ maxLength: 20 }).filter((value) => !value.includes('\0'));

  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));

  const sign = fc.constantFrom('', '-');

  const money = fc.tuple(sign, digits(24), fc.stringMatching(/^[0-9]{2}$/)).map(([s, n, d]) => `${s}${n}.${d} EUR`);

  const decimal = fc
    .tuple(sign, digits(24), fc.option(digits(10)))
    .map(([s, n, d]) => `${s}${n}${d === null ? '' : `.${d}`}`);

  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

  const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });

  /** An empty one counts as absent. */
  const ref = text.filter((sent) => sent !== '');

  const option = fc.record({
    option_list_name: text,
    name: text,
    ref: optional(ref),
    price: optional(money),
    quantity: fc.nat(1_000_000),
    removed: optional(fc.boolean()),
  });

  const item = fc.record({
    product_name: text,
    sku_ref: optional(ref),
    price: money,
    quantity: decimal,
    tax_rate: optional(decimal),
    options: few(option),
    deleted: fc.boolean(),
  });

  const order = fc.record({
    status: fc.constantFrom('new', 'accepted', 'completed'),
    ref: optional(ref),
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
      { numRuns: sized(20, 100) },
    );
  });
});

/** JSON numbers in orders (docs/api/conventions.md#json-numbers, docs/api/conventions.md#decimals). */
describe('numbers in JSON', () => {
  const as = aCaller();

  /** Sends an order in which the text "<n>" is a JSON number, written like this. */
  function create(order: object, number: string) {
    const body = JSON.stringify(order).replaceAll('"<n>"', number);
    return orders.call(`POST /locations/${as.location_id}/orders`, { as, body });
  }

  const fieldsOf = (body: { errors: { field: string; message: string }[] }) => body.errors.map(({ field }) => field);

  describe('a JSON number where a decimal is due', () => {
    test.each([
      ['2', '2'],
      ['-1', '-1'],
      ['1.5', '1.5'],
      ['2.50', '2.5'],
      ['25e-1', '2.5'],
      ['123456789.012345', '123456789.012345'],
      ['9007199254740993', '9007199254740993'],
      ['123456789012345678901234', '123456789012345678901234'],
    ])('is taken when it is exact: %s, shown as %j', async (number, shown) => {
      const item = anItem({ quantity: '<n>', tax_rate: '<n>', points_earned: '<n>', points_used: '<n>' });
      const { status, body } = await create(anOrder({ items: [item], customer: { latitude: '<n>' } }), number);
      expect(status).toBe(200);
      expect(body.items[0]).toMatchObject({
        quantity: shown,
        tax_rate: shown,
        points_earned: shown,
        points_used: shown,
      });
      expect(body.customer.latitude).toBe(shown);
    });

    test.each([
      ['39.956259811402624', '39.956259811402624'],
      ['-2.33304998850000013', '-2.33304998850000013'],
      ['0.30000000000000004', '0.30000000000000004'],
      ['1e-11', '0.00000000001'],
      ['"48.856613000000000000"', '48.856613000000000000'],
      [`"-${'1'.repeat(3)}.${'1'.repeat(35)}"`, `-${'1'.repeat(3)}.${'1'.repeat(35)}`],
    ])('is a coordinate with all its digits: %s', async (sent, shown) => {
      const { status, body } = await create(anOrder({ customer: { latitude: '<n>', longitude: '<n>' } }), sent);
      expect([status, body.customer.latitude, body.customer.longitude]).toEqual([200, shown, shown]);
    });

    test.each(['1e-400', '1e1000', `0.${'1'.repeat(39)}`, '"1e-7"', '"+1"'])('is no coordinate: %s', async (sent) => {
      expect((await create(anOrder({ customer: { latitude: '<n>' } }), sent)).status).toBe(422);
    });

    test.each(['0.30000000000000004', '1.0000000000000001', '1234567890123.4567', '1e24', '1e-11', '1e400'])(
      'is refused otherwise: %s',
      async (number) => {
        const { status, body } = await create(anOrder({ items: [anItem({ quantity: '<n>' })] }), number);
        expect([status, fieldsOf(body)]).toEqual([422, ['items.0.quantity']]);
      },
    );

    test('counts in the total', async () => {
      const { body } = await create(anOrder({ items: [anItem({ price: '0.10 EUR', quantity: '<n>' })] }), '3.5');
      expect(body.total).toBe('0.35 EUR');
    });

    test('is taken for the percentage of a deal line', async () => {
      const lines = { deal_key: 'a', pricing_effect: 'percentage_off', pricing_value: '<n>' };
      const order = anOrder({ deals: { a: { name: 'Menu' } }, items: [anItem({ deal_line: lines })] });
      expect((await create(order, '12.5')).body.items[0].deal_line.pricing_value).toBe('12.5');
      expect(fieldsOf((await create(order, '101')).body)).toEqual(['items.0.deal_line.pricing_value']);
      expect(fieldsOf((await create(order, '12.500000000000000001')).body)).toEqual([
        'items.0.deal_line.pricing_value',
      ]);
    });

    test('is never taken for Money', async () => {
      expect(fieldsOf((await create(anOrder({ items: [anItem({ price: '<n>' })] }), '1')).body)).toEqual([
        'items.0.price',
      ]);
    });
  });

  describe('a number in custom fields or in the info of a payment', () => {
    const order = anOrder({ custom_fields: { erp: { ids: ['<n>'] } } });

    test.each(['9007199254740991', '-0.1', '1e21', '0.30000000000000004'])(
      'that JSON keeps is stored: %s',
      async (number) => {
        const { status, body } = await create(order, number);
        expect([status, body.custom_fields]).toEqual([200, { erp: { ids: [Number(number)] } }]);
      },
    );

    test.each(['9007199254740993', '12345678901234567890', '0.1000000000000000055', '1e-400'])(
      'that would change is a 422 that names its path: %s',
      async (number) => {
        const { status, body } = await create(order, number);
        expect([status, fieldsOf(body)]).toEqual([422, ['custom_fields.erp.ids.0']]);
        expect(body.message).toContain('send it as a string');
      },
    );

    test('in the info of a payment too', async () => {
      const paid = anOrder({ payments: [{ amount: '1.00 EUR', info: { terminal: '<n>' } }] });
      expect(fieldsOf((await create(paid, '9007199254740993')).body)).toEqual(['payments.0.info.terminal']);
    });

    test('in a field that the hub does not know is ignored', async () => {
      expect((await create({ ...anOrder(), legacy: '<n>' }, '9007199254740993')).status).toBe(200);
    });
  });
});
