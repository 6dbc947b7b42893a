import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { messageOf } from '@order-hub/testing/service';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

/** Updates of an order (docs/api/orders.md#update), and their announcements. */
describe('updating an order', () => {
  const as = aCaller({ client_name: 'EPOS' });

  const path = `/locations/${as.location_id}/orders`;

  const place = async (body: object = anOrder()) => (await orders.call(`POST ${path}`, { as, body })).body;

  const update = (id: string, body: unknown, options: object = {}) =>
    orders.call(`PATCH ${path}/${id}`, { as, body, ...options });

  const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

  const updatesOf = (id: string) =>
    orders.changes().filter(({ ids, event_type }) => ids['order_id'] === id && event_type === 'update');

  describe('the fields of an update', () => {
    test.each([
      ['status', 'received', 'received'],
      ['confirmed_time', '2026-07-01T12:00:00Z', '2026-07-01T14:00:00+02:00'],
      ['seller_notes', 'rush', 'rush'],
      ['collection_code', '17', '17'],
      ['private_ref', 'R-9', 'R-9'],
      ['custom_fields', { a: { b: [1] } }, { a: { b: [1] } }],
    ])('%s', async (field, value, shown) => {
      const order = await place();
      const { status, body } = await update(order.id, { [field]: value });
      expect(status).toBe(200);
      expect(body).toEqual({ ...order, [field]: shown });
      expect(await retrieve(order.id)).toEqual(body);
    });

    test('null clears a field; absent fields stay', async () => {
      const set = {
        confirmed_time: '2026-07-01T12:00:00+02:00',
        seller_notes: 'n',
        collection_code: 'c',
        private_ref: 'r',
      };
      const order = await place(anOrder(set));
      const { body } = await update(order.id, { seller_notes: null, private_ref: null });
      expect(body).toEqual({ ...order, seller_notes: null, private_ref: null });
      const cleared = await update(order.id, { confirmed_time: null, collection_code: null });
      expect(cleared.body).toEqual({ ...body, confirmed_time: null, collection_code: null });
    });

    test('what says nothing leaves a field alone', async () => {
      const order = await place(anOrder({ private_ref: 'r', confirmed_time: '2026-07-01T12:00:00+02:00' }));
      const nothing = { status: '', confirmed_time: '0000-00-00', private_ref: '', custom_fields: [], items: '' };
      const { status, body } = await update(order.id, nothing);
      expect([status, body]).toEqual([200, order]);
    });

    test('null leaves a collection and the custom fields alone', async () => {
      const order = await place(anOrder({ custom_fields: { a: 1 } }));
      const nulls = { items: null, discounts: null, charges: null, payments: null, custom_fields: null };
      expect((await update(order.id, nulls)).body).toEqual(order);
    });

    test('custom fields: sets the keys present, removes a key that is null, and keeps the others', async () => {
      const order = await place(anOrder({ custom_fields: { keep: 1, change: { a: 1, b: 2 }, remove: true } }));
      const { body } = await update(order.id, {
        custom_fields: { change: { a: 3 }, remove: null, add: 'x', never: null },
      });
      expect(body.custom_fields).toEqual({ keep: 1, change: { a: 3 }, add: 'x' });
    });

    test('refuses custom fields of more than 8,192 bytes after the merge, and changes nothing', async () => {
      const order = await place(anOrder({ custom_fields: { a: 'x'.repeat(5_000) } }));
      const answer = await update(order.id, { seller_notes: 'n', custom_fields: { b: 'x'.repeat(5_000) } });
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'custom_fields']);
      expect(await retrieve(order.id)).toEqual(order);
      expect((await update(order.id, { custom_fields: { a: null, b: 'x'.repeat(5_000) } })).status).toBe(200);
    });

    test.each([
      ['status', null],
      ['status', 'done'],
      ['confirmed_time', '2026-07-01T12:00:00'],
      ['seller_notes', 7],
      ['collection_code', 17],
      ['private_ref', 'x'.repeat(256)],
      ['custom_fields', [1]],
    ])('%s cannot be %j', async (field, value) => {
      const order = await place();
      const { status, body } = await update(order.id, { seller_notes: 'n', [field]: value });
      expect([status, body.errors[0].field]).toEqual([422, field]);
      expect(await retrieve(order.id)).toEqual(order);
    });

    test('PUT does the same', async () => {
      const order = await place(anOrder({ seller_notes: 'kept' }));
      const { status, body } = await orders.call(`PUT ${path}/${order.id}`, { as, body: { status: 'accepted' } });
      expect([status, body]).toEqual([200, { ...order, status: 'accepted' }]);
    });
  });

  describe('announces', () => {
    test('both states, exactly as retrieved before and after', async () => {
      const before = await place(anOrder({ custom_fields: { a: 1 }, items: [anItem(), anItem()] }));
      const sent = {
        status: 'accepted',
        custom_fields: { b: 2 },
        items: [anItem(), { id: before.items[0].id, deleted: true }],
      };
      const after = (await update(before.id, sent)).body;
      const [change] = await eventually(() => updatesOf(before.id).length > 0 && updatesOf(before.id));
      expect(change).toMatchObject({
        resource_type: 'order',
        client_id: as.client_id,
        timezone: 'Europe/Paris',
        ids: { order_id: before.id, location_id: as.location_id, account_id: as.account?.id },
      });
      expect(JSON.parse(change!.previous_state!)).toEqual(before);
      expect(JSON.parse(change!.new_state!)).toEqual(after);
      expect(await retrieve(before.id)).toEqual(after);
    });

    test.each([
      ['an empty update', {}],
      ['the same values', { status: 'new', seller_notes: 'n', custom_fields: { a: 1 } }],
      [
        'fields that cannot be updated',
        { ref: 'other', items: [], customer_notes: 'x', expected_time: null, total: '0.00 EUR' },
      ],
      ['nulls for unset fields', { confirmed_time: null, collection_code: null, items: null, private_ref: null }],
      ['the removal of an unknown key', { custom_fields: { b: null } }],
      ['a private ref alone, which no other client sees', { private_ref: 'mine' }],
    ])('nothing for %s', async (_case, body) => {
      const order = await place(anOrder({ ref: 'R', customer_notes: 'c', seller_notes: 'n', custom_fields: { a: 1 } }));
      const answer = await update(order.id, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...order, private_ref: (body as { private_ref?: string }).private_ref ?? null });
      await orders.untilSent();
      expect(updatesOf(order.id)).toEqual([]);
    });

    test('nothing for a refused update', async () => {
      const order = await place();
      await update(order.id, { status: 'accepted', items: [{ id: 'nothing', deleted: true }] });
      await orders.untilSent();
      expect(updatesOf(order.id)).toEqual([]);
    });
  });

  describe('refused', () => {
    test.each([
      ['no caller token', { as: undefined }, 401],
      ['only the right to read', { as: { ...as, scope: 'location[orders.read]' } }, 403],
      ['a connection of another location', { as: aCaller() }, 404],
      ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
      ['malformed JSON', { body: '{' }, 400],
      ['no body', { body: '' }, 400],
      ['a body over 1 MiB', { body: { seller_notes: 'x'.repeat(1_100_000) } }, 413],
      ['an array', { body: [] }, 422],
    ])('%s', async (_case, options, status) => {
      const order = await place();
      const answer = await update(order.id, { status: 'accepted' }, options);
      expect([answer.status, typeof answer.body.error_type]).toEqual([status, 'string']);
      expect(await retrieve(order.id)).toEqual(order);
    });

    test.each(['0'.repeat(20), 'x', '%00', 'a'.repeat(65), '..%2f'])('the unknown order %s', async (id) => {
      expect((await update(id, { status: 'accepted' })).status).toBe(404);
      expect((await orders.call(`GET ${path}/${id}`, { as })).status).toBe(404);
    });

    test('there is no DELETE and no POST of an order', async () => {
      const { id } = await place();
      for (const method of ['DELETE', 'POST']) {
        const { status, body } = await orders.call(`${method} ${path}/${id}`, { as, body: {} });
        expect([status, body.error_type]).toEqual([404, 'routing_error']);
      }
    });
  });
});

/** Elements in an update (docs/api/orders.md#element-updates, docs/api/orders.md#deleted-elements). */
describe('updating elements', () => {
  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const element = {
    items: anItem({ price: '10.00 EUR' }),
    discounts: { name: 'Off', price_off: '1.00 EUR' },
    charges: { name: 'Box', price: '2.00 EUR' },
    payments: { name: 'Card', amount: '11.00 EUR' },
  };

  type Collection = keyof typeof element;

  const collections = Object.keys(element) as Collection[];

  const place = async (more: object = {}) => {
    const one = Object.fromEntries(Object.entries(element).map(([name, value]) => [name, [value]]));
    const { body } = await orders.call(`POST ${path}`, { as, body: anOrder({ ...one, ...more }) });
    expect(body).toMatchObject({ total: '11.00 EUR', payment_discrepancy: '0.00 EUR' });
    return body;
  };

  const update = (id: string, body: object) => orders.call(`PATCH ${path}/${id}`, { as, body });

  const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

  describe.each(collections)('%s', (name) => {
    test('an addition comes last, with its own id and private ref', async () => {
      const order = await place();
      const { status, body } = await update(order.id, { [name]: [{ ...element[name], private_ref: 'new one' }] });
      expect(status).toBe(200);
      expect(body[name]).toEqual([
        order[name][0],
        { ...order[name][0], id: expect.not.stringContaining(order[name][0].id), private_ref: 'new one' },
      ]);
    });

    test('a deleted element stays in the order, marked; deleting it again changes nothing', async () => {
      const order = await place();
      const gone = [{ id: order[name][0].id, deleted: true }];
      const { body } = await update(order.id, { [name]: gone });
      expect(body[name]).toEqual([{ ...order[name][0], deleted: true }]);
      const again = await update(order.id, { [name]: gone });
      expect([again.status, again.body]).toEqual([200, body]);
    });

    test('sets a private ref; null clears it', async () => {
      const order = await place();
      const { id } = order[name][0];
      const { body } = await update(order.id, { [name]: [{ id, private_ref: 'L-1' }] });
      expect(body).toEqual({ ...order, [name]: [{ ...order[name][0], private_ref: 'L-1' }] });
      expect((await update(order.id, { [name]: [{ id, private_ref: '' }] })).body).toEqual(body);
      expect((await update(order.id, { [name]: [{ id, private_ref: null }] })).body).toEqual(order);
    });

    test('takes several updates at once', async () => {
      const order = await place();
      const { id } = order[name][0];
      const { body } = await update(order.id, {
        [name]: [element[name], { id, private_ref: 'p' }, { id, deleted: true }],
      });
      expect(body[name]).toHaveLength(2);
      expect(body[name][0]).toMatchObject({ id, private_ref: 'p', deleted: true });
      expect(body[name][1]).toMatchObject({ deleted: false, private_ref: null });
    });

    describe('refuses, naming the element and changing nothing', () => {
      test.each<[string, (id: string) => object, string]>([
        ['an unknown id', () => ({ id: 'nothing', deleted: true }), '.id'],
        ['a private ref of an unknown id', () => ({ id: 'nothing', private_ref: 'x' }), '.id'],
        ['an id that is a number', () => ({ id: 7, deleted: true }), '.id'],
        ['a deletion taken back', (id) => ({ id, deleted: false }), '.deleted'],
        ['deleted null', (id) => ({ id, deleted: null }), '.deleted'],
        ['an id alone', (id) => ({ id }), ''],
        ['deleted and private_ref together', (id) => ({ id, deleted: true, private_ref: 'x' }), ''],
        ['deleted, and a private_ref of null', (id) => ({ id, deleted: true, private_ref: null }), ''],
        ['an element modified', (id) => ({ id, ...element[name] }), ''],
        ['a private ref and a name', (id) => ({ id, private_ref: 'x', name: 'y' }), ''],
        ['a private ref too long', (id) => ({ id, private_ref: 'x'.repeat(256) }), '.private_ref'],
        [
          'an addition without its fields',
          () => ({}),
          name === 'payments' ? '.amount' : name === 'items' ? '.product_name' : '.name',
        ],
        ['null', () => null as never, ''],
      ])('%s', async (_case, broken, path) => {
        const order = await place();
        const sent = { seller_notes: 'not this either', [name]: [element[name], broken(order[name][0].id)] };
        const { status, body } = await update(order.id, sent);
        expect([status, body.error_type]).toEqual([422, 'unprocessable_entity']);
        expect(body.errors.map(({ field }: { field: string }) => field)).toContain(`${name}.1${path}`);
        expect(await retrieve(order.id)).toEqual(order);
      });

      test("another order's element", async () => {
        const [order, other] = [await place(), await place()];
        const { status, body } = await update(order.id, { [name]: [{ id: other[name][0].id, deleted: true }] });
        expect([status, body.errors[0].field]).toEqual([422, `${name}.0.id`]);
      });
    });
  });

  describe('totals follow', () => {
    test.each<[Collection, string, string | null]>([
      ['items', '21.00 EUR', '-10.00 EUR'],
      ['discounts', '10.00 EUR', '1.00 EUR'],
      ['charges', '13.00 EUR', '-2.00 EUR'],
      ['payments', '11.00 EUR', '11.00 EUR'],
    ])('an addition to %s: %s', async (name, total, payment_discrepancy) => {
      const order = await place();
      expect((await update(order.id, { [name]: [element[name]] })).body).toMatchObject({ total, payment_discrepancy });
    });

    test.each<[Collection, string, string | null]>([
      ['items', '1.00 EUR', '10.00 EUR'],
      ['discounts', '12.00 EUR', '-1.00 EUR'],
      ['charges', '9.00 EUR', '2.00 EUR'],
      ['payments', '11.00 EUR', null],
    ])('a deletion from %s: %s', async (name, total, payment_discrepancy) => {
      const order = await place();
      const { body } = await update(order.id, { [name]: [{ id: order[name][0].id, deleted: true }] });
      expect(body).toMatchObject({ total, payment_discrepancy });
    });
  });

  describe('additions follow the rules of a creation', () => {
    test('an added item joins a deal by the key of the service', async () => {
      const order = await place({ deals: { lunch: { name: 'Lunch' } } });
      const { body } = await update(order.id, { items: [anItem({ deal_line: { deal_key: '0', label: 'Side' } })] });
      expect(body.items[1].deal_line).toMatchObject({ deal_key: '0', label: 'Side' });
    });

    test.each<[string, object, string]>([
      [
        'the key that the client once gave',
        { items: [anItem({ deal_line: { deal_key: 'lunch' } })] },
        'items.0.deal_line.deal_key',
      ],
      ['another currency', { charges: [{ name: 'Box', price: '1.00 USD' }] }, 'charges.0.price'],
      ['a price that is a number', { items: [anItem({ price: 1 })] }, 'items.0.price'],
      [
        'a pricing value that does not fit',
        { items: [anItem({ deal_line: { deal_key: '0', pricing_effect: 'fixed_price' } })] },
        'items.0.deal_line.pricing_value',
      ],
      ['a collection that is no array', { payments: {} }, 'payments'],
    ])('%s', async (_case, sent, field) => {
      const order = await place({ deals: { lunch: { name: 'Lunch' } } });
      const { status, body } = await update(order.id, sent);
      expect([status, body.errors[0].field]).toEqual([422, field]);
      expect(await retrieve(order.id)).toEqual(order);
    });

    test('ignores deals: they cannot be added', async () => {
      const order = await place();
      expect((await update(order.id, { deals: { a: { name: 'A' } } })).body).toEqual(order);
    });
  });
});

/** Updates that expect a status (docs/api/orders.md#conditional-updates). */
describe('conditional updates', () => {
  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const place = async (overrides: object = {}) =>
    (await orders.call(`POST ${path}`, { as, body: anOrder(overrides) })).body;

  const update = (id: string, expected: string, body: unknown, options: object = {}) =>
    orders.call(`PATCH ${path}/${id}?if_status=${expected}`, { as, body, ...options });

  const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

  const large = { custom_fields: { note: 'x'.repeat(8_000) }, seller_notes: 'y'.repeat(60_000) };

  describe('with one of the statuses, the order is updated', () => {
    test.each(['new', 'received,new', 'new,new'])('%s', async (expected) => {
      const order = await place();
      const { status, body } = await update(order.id, expected, { status: 'accepted' });
      expect([status, body.status]).toEqual([200, 'accepted']);
    });

    test('by PUT too', async () => {
      const order = await place({ status: 'accepted' });
      const answer = await orders.call(`PUT ${path}/${order.id}?if_status=new`, { as, body: { status: 'received' } });
      expect([answer.status, answer.body.current_status]).toEqual([409, 'accepted']);
    });
  });

  describe('with another status, nothing changes, and the answer names the status', () => {
    test.each([
      ['a small update', { status: 'rejected', seller_notes: 'Closed' }],
      ['an update that a thread prepares', { status: 'rejected', ...large }],
      ['an update that would change nothing', {}],
    ])('%s', async (_case, body) => {
      const order = await place({ status: 'accepted' });
      const answer = await update(order.id, 'new,received', body);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        error_type: 'conflict',
        code: 'status_changed',
        current_status: 'accepted',
        message: expect.stringContaining('accepted'),
      });
      expect(answer.headers.get('retry-after')).toBeNull();
      expect(await retrieve(order.id)).toEqual(order);
    });

    test('no message is left', async () => {
      const order = await place({ status: 'accepted' });
      await update(order.id, 'new', { status: 'rejected' });
      await orders.untilSent();
      expect(orders.changes().filter(({ ids }) => ids['order_id'] === order.id)).toHaveLength(1);
    });
  });

  test.each([
    ['done', 422],
    ['', 422],
    ['new,', 422],
    ['new+received', 422],
    ['NEW', 422],
    ['new&if_status=received', 400],
  ])('if_status=%s is refused with %d', async (expected, status) => {
    const order = await place();
    const answer = await update(order.id, expected, { status: 'accepted' });
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.errors[0].field).toMatch(/^if_status/);
    expect(await retrieve(order.id)).toEqual(order);
  });

  test('an order of another tenant stays unknown', async () => {
    const order = await place();
    expect((await update(order.id, 'accepted', {}, { as: aCaller() })).status).toBe(404);
    expect((await update('0'.repeat(20), 'accepted', {})).status).toBe(404);
  });

  test('of 50 concurrent decisions one is made, and the others are told which', async () => {
    const order = await place();
    const decisions = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'accepted' : 'rejected'));
    const answers = await Promise.all(decisions.map((status) => update(order.id, 'new,received', { status })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const { status } = await retrieve(order.id);
    expect(done[0]?.body.status).toBe(status);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused).toHaveLength(49);
    expect(new Set(refused.map(({ body }) => body.current_status))).toEqual(new Set([status]));
  });

  test('a request that is repeated with its key gets its first answer', async () => {
    const order = await place();
    const headers = { 'idempotency-key': 'decision-1' };
    const first = await update(order.id, 'new', { status: 'accepted' }, { headers });
    const again = await update(order.id, 'new', { status: 'accepted' }, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('concurrent updates', () => {
  test('concurrent updates, each adding an item, leave all items, their total, and their changes in order', async () => {
    const as = aCaller();
    const count = sized(20, 100);
    const path = `/locations/${as.location_id}/orders`;
    const order = (await orders.call(`POST ${path}`, { as, body: anOrder({ items: [] }) })).body;
    const items = Array.from({ length: count }, (_, index) => anItem({ sku_ref: `S${index}`, price: '1.01 EUR' }));
    const answers = await Promise.all(
      items.map((item) => orders.call(`PATCH ${path}/${order.id}`, { as, body: { items: [item] } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));

    const after = (await orders.call(`GET ${path}/${order.id}`, { as })).body;
    expect(new Set(after.items.map((item: any) => item.sku_ref)).size).toBe(count);
    expect(after.items).toHaveLength(count);
    expect(after.total).toBe(sized('20.20 EUR', '101.00 EUR'));

    const ofOrder = () => orders.changes().filter(({ ids }) => ids['order_id'] === order.id);
    const [created, ...updates] = await eventually(() => ofOrder().length > count && ofOrder());
    expect(updates).toHaveLength(count);
    const states = [created!, ...updates].map(({ new_state }) => new_state);
    expect(updates.map(({ previous_state }) => previous_state)).toEqual(states.slice(0, -1));
    expect(JSON.parse(states.at(-1)!)).toEqual(after);
  });
});

/** docs/api/conventions.md#idempotency-keys, by the orders service. */
describe('idempotency keys', () => {
  let other: TestOrders;

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  let keys = 0;

  const aKey = () => `key-${(keys += 1)}`;

  type Keyed = { key: string; as?: TestCaller; on?: TestOrders; route?: string };

  const send = (body: unknown, { key, as: by = as, on = orders, route = `POST ${path}` }: Keyed) =>
    on.call(route, { as: by, body, headers: { 'idempotency-key': key } });

  const countOrders = async (ref: string) => {
    const { rows } = await orders.db.query(`select from orders where account_id = $1 and document::json->>'ref' = $2`, [
      as.account?.id,
      ref,
    ]);
    return rows.length;
  };

  describe('the same request with the same key', () => {
    test('gets the first answer again, and creates one order and one event', async () => {
      const key = aKey();
      const first = await send(anOrder({ ref: 'once', private_ref: 'R' }), { key });
      const again = await send(anOrder({ ref: 'once', private_ref: 'R' }), { key });
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
      expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
        null,
        'true',
      ]);
      expect(await countOrders('once')).toBe(1);
      await orders.untilSent();
      expect(orders.changes().filter(({ ids }) => ids['order_id'] === first.body.id)).toHaveLength(1);
    });

    test('gets the first answer after the order has changed', async () => {
      const key = aKey();
      const first = await send(anOrder(), { key });
      await orders.call(`PATCH ${path}/${first.body.id}`, { as, body: { status: 'accepted' } });
      expect((await send(anOrder(), { key })).body).toEqual(first.body);
    });

    test('is the same with the key quoted', async () => {
      const key = aKey();
      const first = await send(anOrder(), { key });
      expect((await send(anOrder(), { key: `"${key}"` })).body).toEqual(first.body);
    });

    test('gets the answer of an order that is prepared in a thread', async () => {
      const key = aKey();
      const large = anOrder({
        ref: 'large',
        items: Array.from({ length: 800 }, () => anItem({ customer_notes: 'x'.repeat(80) })),
      });
      const first = await send(large, { key });
      expect(first.status).toBe(200);
      expect((await send(large, { key })).body).toEqual(first.body);
      expect(await countOrders('large')).toBe(1);
    });

    test('gets the answer of an update, although the update is impossible by now', async () => {
      const { body: order } = await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) });
      const key = aKey();
      const route = `POST ${path}/${order.id}/delivery`;
      const first = await send(aDelivery(), { key, route });
      const again = await send(aDelivery(), { key, route });
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
      expect((await orders.call(route, { as, body: aDelivery() })).status).toBe(422);
    });

    test.each([
      ['PATCH', ''],
      ['PUT', ''],
      ['PATCH', '/delivery'],
    ])('is answered again: %s …%s', async (method, rest) => {
      const { body: order } = await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) });
      await orders.call(`POST ${path}/${order.id}/delivery`, { as, body: aDelivery() });
      const key = aKey();
      const route = `${method} ${path}/${order.id}${rest}`;
      const body = rest === '' ? { items: [anItem({ product_name: 'Added' })] } : { driver_name: 'Sam' };
      const first = await send(body, { key, route });
      const again = await send(body, { key, route });
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });
  });

  describe('422', () => {
    test.each([
      ['body', { body: anOrder({ ref: 'another' }) }],
      ['invalid body', { body: { status: 'no such status' } }],
      ['query', { route: `POST ${path}?a=1` }],
      ['path', { route: `PATCH ${path}/000000000000` }],
    ])('names the header when the same key comes with another %s', async (_what, { body = anOrder(), route }: any) => {
      const key = aKey();
      await send(anOrder(), { key });
      const refused = await send(body, { key, ...(route && { route }) });
      expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    });
  });

  describe('400', () => {
    test.each([['a b'], ['x'.repeat(256)], ['""'], ['é']])('for the key %j', async (key) => {
      const refused = await send(anOrder({ ref: 'bad key' }), { key });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
      expect(await countOrders('bad key')).toBe(0);
    });

    test('not for a GET, which ignores the header', async () => {
      expect((await orders.call(`GET ${path}`, { as, headers: { 'idempotency-key': 'a b' } })).status).toBe(200);
    });
  });

  describe('a key', () => {
    test('is not remembered for a refused request', async () => {
      const key = aKey();
      expect((await send({ status: 'no such status' }, { key })).status).toBe(422);
      expect((await send(anOrder(), { key })).status).toBe(200);
    });

    test('belongs to its connection: others use the same one for orders of their own', async () => {
      const key = aKey();
      const sibling = { ...as, connection_id: aCaller().connection_id };
      const stranger = aCaller({ connection_id: as.connection_id });
      const account = aCaller({ location_id: null });
      const answers = [
        await send(anOrder(), { key }),
        await send(anOrder(), { key, as: sibling }),
        await send(anOrder(), { key, as: stranger, route: `POST /locations/${stranger.location_id}/orders` }),
        await send(anOrder(), {
          key,
          as: { ...account, location: { id: 'aaaaaaaaaaaa', timezone: 'UTC' } },
          route: 'POST /locations/aaaaaaaaaaaa/orders',
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
    });

    test('is used once by concurrent requests, of one replica and of two', async () => {
      other = await startTestOrders({ database: orders.database });
      for (let round = 0; round < sized(4, 20); round += 1) {
        const key = aKey();
        const ref = `concurrent ${round}`;
        const answers = await Promise.all(
          [orders, other, orders, other].map((on) => send(anOrder({ ref }), { key, on })),
        );
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
        const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
        expect(new Set(ids).size).toBe(1);
        expect(await countOrders(ref)).toBe(1);
      }
      await other.close();
    });

    test('may be in a group with orders without one', async () => {
      const group = Array.from({ length: 60 }, (_, at) => at);
      const once = () =>
        Promise.all(
          group.map((at) => {
            const body = anOrder({ ref: `grouped ${at}` });
            return at % 2 ? send(body, { key: `grouped-${at}` }) : orders.call(`POST ${path}`, { as, body });
          }),
        );
      const first = await once();
      const again = await once();
      expect(new Set([...first, ...again].map(({ status }) => status))).toEqual(new Set([200]));
      for (const at of group) {
        expect(await countOrders(`grouped ${at}`)).toBe(at % 2 ? 1 : 2);
        expect(again[at]?.body.id === first[at]?.body.id).toBe(at % 2 === 1);
      }
    });
  });

  /** docs/api/conventions.md#idempotency-keys: an answer is for the rights that its connection had. */
  describe('the answer to a connection whose rights have changed since', () => {
    const narrower = { ...as, scope: 'location[orders.write]' };
    const notKept = [422, 'answer_not_kept'];
    const outcomeOf = ({ status, body }: { status: number; body: any }) => [status, body.code];

    test('is not given again: it shows the customer, whom the connection may not see any more', async () => {
      orders.customers.known.set('customer0002', { customer: aCustomer('customer0002'), private_refs: {} });
      const key = aKey();
      const body = anOrder({ ref: 'narrowed', customer_id: 'customer0002' });
      const first = await send(body, { key });
      expect(first.body.customer.email).toBe('ada@example.com');
      expect(outcomeOf(await send(body, { key, as: narrower }))).toEqual(notKept);
      expect((await send(body, { key })).body).toEqual(first.body);
      expect(await countOrders('narrowed')).toBe(1);
    });

    test('nor that of an order in a group with a repeated request', async () => {
      const body = anOrder({ ref: 'in a group' });
      const repeated = aKey();
      await send(body, { key: repeated });
      const keys = Array.from({ length: 20 }, aKey);
      await Promise.all(keys.flatMap((key) => [send(body, { key }), send(anOrder({ ref: key }), { key: repeated })]));
      const answers = await Promise.all(keys.map((key) => send(body, { key, as: narrower })));
      expect(answers.map(outcomeOf)).toEqual(keys.map(() => notKept));
    });

    test('is given if it was kept by the release before, which stored no rights', async () => {
      const key = aKey();
      const first = await send(anOrder(), { key });
      await orders.db.query('update idempotent_requests set rights = null where account_id = $1 and key = $2', [
        as.account?.id,
        key,
      ]);
      expect((await send(anOrder(), { key, as: narrower })).body).toEqual(first.body);
    });
  });

  describe('of an anonymised customer', () => {
    const anonymised = { customer_list_id: 'list1', list_deleted: false };

    /** Shows the customer in an answer, anonymises, and waits until the answer is not kept any more. */
    async function forget(key: string, customer_id: string): Promise<void> {
      const kept = async () => {
        const { rows } = await orders.db.query<{ answer: Buffer | null }>(
          'select answer from idempotent_requests where account_id = $1 and key = $2',
          [as.account?.id, key],
        );
        return rows[0]?.answer;
      };
      expect((await kept())?.toString()).toContain('ada@example.com');
      const mark = { ...anonymised, account_id: as.account?.id ?? '', client_id: as.client_id, customer_id };
      await orders.send(messageOf('customer.anonymised', customer_id, mark));
      await eventually(async () => (await kept()) === null);
    }

    const known = (customer_id: string) =>
      void orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: {} });

    test('the answer to a creation is not kept, and its request is not repeated', async () => {
      known('customer0001');
      const key = aKey();
      const body = anOrder({ ref: 'forgotten', customer_id: 'customer0001' });
      expect((await send(body, { key })).body.customer.email).toBe('ada@example.com');
      await forget(key, 'customer0001');
      const again = await send(body, { key });
      expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('not kept any more')]);
      expect(await countOrders('forgotten')).toBe(1);
    });

    test('the answer to an update is not kept either', async () => {
      known('customer0002');
      const { id } = (await send(anOrder({ customer_id: 'customer0002' }), { key: aKey() })).body;
      const key = aKey();
      const updated = await send({ status: 'accepted' }, { key, route: `PATCH ${path}/${id}` });
      expect(updated.body.customer.email).toBe('ada@example.com');
      await forget(key, 'customer0002');
    });
  });
});

/** Deliveries (docs/api/deliveries.md). */
describe('the delivery of an order', () => {
  let now = new Date('2026-07-01T10:00:00.500Z');

  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders({ now: () => now });
  });

  afterAll(() => orders.close());

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const place = async (more: object = {}): Promise<string> =>
    (await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery', ...more }) })).body.id;

  const attach = (id: string, body: unknown = aDelivery(), options: object = {}) =>
    orders.call(`POST ${path}/${id}/delivery`, { as, body, ...options });

  const update = (id: string, body: unknown, options: object = {}) =>
    orders.call(`PATCH ${path}/${id}/delivery`, { as, body, ...options });

  const retrieve = (id: string, options: object = {}) => orders.call(`GET ${path}/${id}/delivery`, { as, ...options });

  const attached = async (more: object = {}) => {
    const id = await place();
    return { id, delivery: (await attach(id, aDelivery(more))).body };
  };

  const unset = Object.fromEntries(
    'carrier_ref ref fee estimated_pickup_at estimated_dropoff_at tracking_url driver_pickup_url driver_name driver_phone driver_phone_access_code driver_latitude driver_longitude assigned_at pickup_at delivered_at cancelled_at'
      .split(' ')
      .map((name) => [name, null]),
  );

  const texts = {
    ref: 'SVC-1',
    tracking_url: 'https://track.example/1',
    driver_pickup_url: 'https://pick.example/1',
    driver_name: 'Kim',
    driver_phone: '+33600000000',
    driver_phone_access_code: '9',
    driver_latitude: '48.85660000',
    driver_longitude: '-2.35',
  };

  const times = [
    'estimated_pickup_at',
    'estimated_dropoff_at',
    'assigned_at',
    'pickup_at',
    'delivered_at',
    'cancelled_at',
  ];

  describe('create and retrieve', () => {
    test('needs only carrier and status; the rest is null', async () => {
      const id = await place();
      const { status, body } = await attach(id);
      expect(status).toBe(200);
      const own = { id: expect.any(String), order_id: id, location_id: as.location_id };
      expect(body).toEqual({ ...unset, ...own, carrier: 'Bolt', status: 'pending' });
      expect((await retrieve(id)).body).toEqual(body);
    });

    test('returns every field, times in the zone of the location', async () => {
      const given = { ...texts, carrier_ref: 'CR', fee: '3.50 EUR', status: 'dropoff_waiting' };
      const at = Object.fromEntries(times.map((name) => [name, '2026-07-01T12:00:00Z']));
      const shown = Object.fromEntries(times.map((name) => [name, '2026-07-01T14:00:00+02:00']));
      expect((await attached({ ...given, ...at })).delivery).toMatchObject({ ...given, ...shown });
    });

    test('the order shows all of its fields but driver_latitude and driver_longitude', async () => {
      const { id, delivery } = await attached(texts);
      const order = (await orders.call(`GET ${path}/${id}`, { as })).body;
      const { driver_latitude: _latitude, driver_longitude: _longitude, ...shown } = delivery;
      expect(order.delivery).toEqual(shown);
      expect((await orders.call(`GET ${path}`, { as })).body.find((one: any) => one.id === id).delivery).toEqual(shown);
    });

    test('an order without a delivery has no such field', async () => {
      expect((await orders.call(`GET ${path}/${await place()}`, { as })).body).not.toHaveProperty('delivery');
    });

    test.each(
      'pending pickup_enroute pickup_approaching pickup_waiting dropoff_enroute dropoff_approaching dropoff_waiting delivered cancelled'.split(
        ' ',
      ),
    )('the status %s', async (status) => {
      expect((await attached({ status })).delivery.status).toBe(status);
    });

    test.each<[string, object, string]>([
      ['no carrier', { carrier: undefined }, 'carrier'],
      ['carrier null', { carrier: null }, 'carrier'],
      ['no status', { status: undefined }, 'status'],
      ['an unknown status', { status: 'lost' }, 'status'],
      ['a position with a comma', { driver_latitude: '48,8' }, 'driver_latitude'],
      ['a time without offset', { estimated_pickup_at: '2026-07-01T12:00:00' }, 'estimated_pickup_at'],
      ['a fee that is a number', { fee: 3.5 }, 'fee'],
      ['a tracking URL that runs a script', { tracking_url: 'javascript:alert(1)' }, 'tracking_url'],
      ['a pickup URL that opens a program', { driver_pickup_url: 'intent://scan' }, 'driver_pickup_url'],
      ['a tracking URL that is none', { tracking_url: 'track.example/1' }, 'tracking_url'],
    ])('%s is 422', async (_case, more, field) => {
      const id = await place();
      const { status, body } = await attach(id, aDelivery(more));
      expect([status, body.errors[0].field]).toEqual([422, field]);
      expect((await retrieve(id)).status).toBe(404);
    });
  });

  describe('only an order of service type delivery without a delivery gets one', () => {
    test.each(['collection', 'eat_in', null])('not one of the service type %s', async (service_type) => {
      const id = await place({ service_type });
      const { status, body } = await attach(id);
      expect([status, body.error_type, body.errors]).toEqual([422, 'unprocessable_entity', []]);
    });

    test('not a second time: the first delivery stays', async () => {
      const { id, delivery } = await attached();
      expect((await attach(id, aDelivery({ carrier: 'Other' }))).status).toBe(422);
      expect((await retrieve(id)).body).toEqual(delivery);
    });

    test('one of 10 concurrent creations succeeds', async () => {
      const id = await place();
      const answers = await Promise.all(Array.from({ length: 10 }, () => attach(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
    });
  });

  describe('update', () => {
    test.each(Object.entries(texts))('%s; null clears it', async (name, value) => {
      const { id, delivery } = await attached();
      expect((await update(id, { [name]: value })).body).toEqual({ ...delivery, [name]: value });
      expect((await update(id, { [name]: null })).body).toEqual(delivery);
    });

    test.each(times)('%s; null clears it', async (name) => {
      const { id, delivery } = await attached();
      const { body } = await update(id, { [name]: '2026-12-01T12:00:00Z' });
      expect(body).toEqual({ ...delivery, [name]: '2026-12-01T13:00:00+01:00' });
      expect((await update(id, { [name]: '' })).body).toEqual(body);
      expect((await update(id, { [name]: null })).body).toEqual(delivery);
    });

    test('a position has the digits that a map gives it', async () => {
      const { id } = await attached();
      const position = '{"driver_latitude": 39.956259811402624, "driver_longitude": "116.3093948364257812500"}';
      const { status, body } = await orders.call(`PATCH ${path}/${id}/delivery`, { as, body: position });
      const shown = { driver_latitude: '39.956259811402624', driver_longitude: '116.3093948364257812500' };
      expect([status, body]).toEqual([200, expect.objectContaining(shown)]);
    });

    test('carrier, carrier_ref and fee are ignored', async () => {
      const { id, delivery } = await attached({ carrier_ref: 'CR', fee: '1' });
      const fixed = { carrier: 'X', carrier_ref: 'X', fee: 'X', id: 'X', order_id: 'X', location_id: 'X' };
      const answer = await update(id, fixed);
      expect([answer.status, answer.body]).toEqual([200, delivery]);
    });

    test('PUT does the same', async () => {
      const { id, delivery } = await attached();
      const { body } = await orders.call(`PUT ${path}/${id}/delivery`, { as, body: { driver_name: 'Kim' } });
      expect(body).toEqual({ ...delivery, driver_name: 'Kim' });
    });

    test.each([
      ['status', null],
      ['status', 'lost'],
      ['driver_longitude', true],
      ['pickup_at', 'now'],
    ])('%s cannot be %j', async (field, value) => {
      const { id, delivery } = await attached();
      const { status, body } = await update(id, { driver_name: 'Kim', [field]: value });
      expect([status, body.errors[0].field]).toEqual([422, field]);
      expect((await retrieve(id)).body).toEqual(delivery);
    });
  });

  const moment = '2026-07-01T12:00:00+02:00';

  describe.each([
    ['pickup_enroute', 'assigned_at'],
    ['dropoff_enroute', 'pickup_at'],
    ['delivered', 'delivered_at'],
    ['cancelled', 'cancelled_at'],
  ])('the status %s sets %s', (status, field) => {
    test('by an update and at creation', async () => {
      const { id, delivery } = await attached();
      expect((await update(id, { status })).body).toEqual({ ...delivery, status, [field]: moment });
      expect((await attached({ status })).delivery[field]).toBe(moment);
    });

    test('unless the request sets it, also to null; it can be changed afterwards', async () => {
      const { id } = await attached();
      const set = '2026-07-01T09:00:00+02:00';
      expect((await update(id, { status, [field]: set })).body[field]).toBe(set);
      expect((await update(id, { [field]: null })).body[field]).toBeNull();
      const other = await attached();
      expect((await update(other.id, { status, [field]: null })).body[field]).toBeNull();
    });

    test('but not again when the same status is sent', async () => {
      const { id } = await attached({ status });
      now = new Date('2026-07-01T11:00:00Z');
      expect((await update(id, { status })).body[field]).toBe(moment);
      now = new Date('2026-07-01T10:00:00.500Z');
    });
  });

  describe('refused', () => {
    test('404 for an order without a delivery', async () => {
      const id = await place();
      for (const answer of [await retrieve(id), await update(id, { driver_name: 'Kim' })]) {
        expect(answer).toMatchObject({ status: 404, body: { error_type: 'not_found', message: 'Delivery not found' } });
      }
    });

    test('404 for an unknown order', async () => {
      const id = '0'.repeat(20);
      for (const answer of [await retrieve(id), await update(id, {}), await attach(id)]) {
        expect(answer).toMatchObject({ status: 404, body: { error_type: 'not_found', message: 'Order not found' } });
      }
    });

    test.each([
      ['no caller token', { as: undefined }, 401],
      ['a scope without orders.write', { as: { ...as, scope: 'location[orders.read]' } }, 403],
      ['a connection of another location', { as: aCaller() }, 404],
      ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
      ['malformed JSON', { body: '{' }, 400],
      ['a body over 1 MiB', { body: { ref: 'x'.repeat(1_100_000) } }, 413],
    ])('%s', async (_case, options, status) => {
      const { id } = await attached();
      expect((await update(id, { driver_name: 'Kim' }, options)).status).toBe(status);
      expect((await attach(await place(), aDelivery(), options)).status).toBe(status);
    });

    test('reading needs orders.read', async () => {
      const { id } = await attached();
      expect((await retrieve(id, { as: { ...as, scope: 'location[catalog.read]' } })).status).toBe(403);
      expect((await retrieve(id, { as: undefined })).status).toBe(401);
    });
  });
});

/** Events of deliveries (docs/api/events.md#emitting-operations). */
describe('events of a delivery', () => {
  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const place = async () =>
    (await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) })).body;

  const send = async (method: string, id: string, body: object) =>
    (await orders.call(`${method} ${path}/${id}/delivery`, { as, body })).body;

  const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

  /** The changes of an order and its delivery after its creation. */
  async function changesOf(id: string) {
    await orders.untilSent();
    return orders
      .changes()
      .filter(({ ids }) => ids['order_id'] === id)
      .slice(1);
  }

  const kinds = (changes: { resource_type: string; event_type: string }[]) =>
    changes.map(({ resource_type, event_type }) => `${resource_type}.${event_type}`);

  test('a creation announces delivery.create, and order.update with the delivery in its state', async () => {
    const before = await place();
    const delivery = await send('POST', before.id, aDelivery({ driver_latitude: '48.1' }));
    const after = await retrieve(before.id);
    const changes = await changesOf(before.id);
    expect(kinds(changes)).toEqual(['delivery.create', 'order.update']);
    const [created, updated] = changes;
    expect(created).toMatchObject({
      client_id: as.client_id,
      ids: { delivery_id: delivery.id, order_id: before.id, location_id: as.location_id, account_id: as.account?.id },
      previous_state: null,
      private_refs: null,
    });
    expect(JSON.parse(created!.new_state!)).toEqual(delivery);
    expect(JSON.parse(updated!.previous_state!)).toEqual(before);
    expect(JSON.parse(updated!.new_state!)).toEqual(after);
    expect(after.delivery.driver_latitude).toBeUndefined();
  });

  test('an update announces delivery.update and order.update, each with both states', async () => {
    const { id } = await place();
    const before = await send('POST', id, aDelivery());
    const orderBefore = await retrieve(id);
    const after = await send('PATCH', id, { status: 'pickup_enroute', driver_longitude: '2.35' });
    const changes = (await changesOf(id)).slice(2);
    expect(kinds(changes)).toEqual(['delivery.update', 'order.update']);
    const [ofDelivery, ofOrder] = changes.map(({ previous_state, new_state }) => [
      JSON.parse(previous_state!),
      JSON.parse(new_state!),
    ]);
    expect(ofDelivery).toEqual([before, after]);
    expect(ofOrder).toEqual([orderBefore, await retrieve(id)]);
  });

  test.each([
    { driver_latitude: '48.2' },
    { driver_longitude: '2.1' },
    { driver_latitude: '1', driver_longitude: null },
  ])('the position alone, %j, announces delivery.update and no order.update', async (position) => {
    const { id } = await place();
    await send('POST', id, aDelivery({ driver_longitude: '2.0' }));
    await send('PATCH', id, position);
    expect(kinds((await changesOf(id)).slice(2))).toEqual(['delivery.update']);
  });

  test.each([{}, { status: 'pending' }, { carrier: 'Other', fee: '9' }, { driver_name: null }])(
    '%j changes nothing and announces nothing',
    async (body) => {
      const { id } = await place();
      await send('POST', id, aDelivery());
      await send('PATCH', id, body);
      expect((await changesOf(id)).slice(2)).toEqual([]);
    },
  );

  test('an update of the order keeps the delivery, in the state of its event too', async () => {
    const { id } = await place();
    await send('POST', id, aDelivery());
    const { delivery } = await retrieve(id);
    await orders.call(`PATCH ${path}/${id}`, { as, body: { status: 'in_delivery' } });
    const last = (await changesOf(id)).at(-1);
    expect(JSON.parse(last!.new_state!)).toMatchObject({ status: 'in_delivery', delivery });
    expect(await retrieve(id)).toMatchObject({ status: 'in_delivery', delivery });
  });

  test('20 concurrent updates of the position and 20 of the order lose nothing', async () => {
    const { id } = await place();
    await send('POST', id, aDelivery());
    const each = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(
      each.flatMap((n) => [
        send('PATCH', id, { driver_latitude: n, ref: n }),
        orders.call(`PATCH ${path}/${id}`, { as, body: { custom_fields: { [`k${n}`]: n } } }),
      ]),
    );
    const order = await retrieve(id);
    expect(Object.keys(order.custom_fields)).toHaveLength(20);
    expect(order.delivery.ref).toBe((await send('PATCH', id, {})).driver_latitude);
  });
});
