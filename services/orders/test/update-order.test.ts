/** Updates of an order (docs/api/orders.md#update), and their announcements. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

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
    ['custom_fields', []],
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
