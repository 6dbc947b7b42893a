/**
 * After a change of the location's timezone, the times of earlier orders and deliveries are in the new one
 * (docs/api/conventions.md#times).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders({ now: () => now });
});
afterAll(() => orders.close());

const inParis = {
  expected_time: '2026-07-01T12:45:00+02:00',
  expected_time_pickup: '2026-07-01T12:40:00+02:00',
  confirmed_time: '2026-07-01T12:50:00+02:00',
};
const inTokyo = {
  created_at: '2026-07-01T19:00:00+09:00',
  expected_time: '2026-07-01T19:45:00+09:00',
  expected_time_pickup: '2026-07-01T19:40:00+09:00',
  confirmed_time: '2026-07-01T19:50:00+09:00',
};
const pickup = { inParis: '2026-07-01T12:42:00+02:00', inTokyo: '2026-07-01T19:42:00+09:00' };

/** The connection that places the orders in Paris. */
let before: TestCaller;
/** The same connection once its location has moved to Tokyo. */
let as: TestCaller;
let office: TestCaller;
let path: string;
beforeEach(() => {
  now = new Date('2026-07-01T10:00:00Z');
  before = aCaller();
  as = { ...before, location: { id: before.location_id!, timezone: 'Asia/Tokyo' } };
  office = aCaller({ account: before.account, location_id: null });
  path = `/locations/${before.location_id}/orders`;
});

const place = async (body: object = {}) =>
  (await orders.call(`POST ${path}`, { as: before, body: anOrder({ ...inParis, service_type: 'delivery', ...body }) }))
    .body;
const deliver = (id: string) =>
  orders.call(`POST ${path}/${id}/delivery`, {
    as: before,
    body: aDelivery({ estimated_pickup_at: pickup.inParis, driver_latitude: '48.85' }),
  });
const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;
const rowOf = async (id: string) => (await orders.db.query('select * from orders where id = $1', [id])).rows[0];
const changesOf = async (id: string) => {
  await orders.untilSent();
  return orders.changes().filter(({ ids }) => ids['order_id'] === id);
};
const moveTo = (timezone: string | undefined, location_id = before.location_id!) => {
  const body = { id: location_id, account_id: before.account!.id, ...(timezone !== undefined && { timezone }) };
  return orders.send(messageOf('location', location_id, body));
};
const listed = async () => (await orders.call(`GET /accounts/${office.account!.id}/orders`, { as: office })).body;

describe('a reader gets every time in the timezone of now', () => {
  test('of an order, its delivery included; nothing else changes', async () => {
    const placed = await place({ private_ref: 'mine', custom_fields: { expected_time: inParis.expected_time } });
    await deliver(placed.id);
    const seen = await retrieve(placed.id);
    const { delivery, ...order } = seen;
    expect(order).toEqual({ ...placed, ...inTokyo });
    expect(delivery).toMatchObject({ estimated_pickup_at: pickup.inTokyo, pickup_at: null, carrier: 'Bolt' });
    expect((await orders.call(`GET ${path}`, { as })).body).toEqual([seen]);
  });

  test('of a delivery', async () => {
    const { id } = await place();
    const delivery = (await deliver(id)).body;
    const seen = (await orders.call(`GET ${path}/${id}/delivery`, { as })).body;
    expect(seen).toEqual({ ...delivery, estimated_pickup_at: pickup.inTokyo });
  });

  test.each([
    ["of the location's list, in the timezone too", '2026-01-01T10:00:00+01:00', '2026-01-01T18:00:00+09:00'],
    ["of the account's list, in UTC", '2026-01-01T09:00:00Z', '2026-01-01T09:00:00Z'],
  ])('of a customer %s', async (_list, created_at, shown) => {
    const customer_id = newId();
    const customer = aCustomer(customer_id, { created_at, first_order_date: created_at, last_order_date: null });
    orders.customers.known.set(customer_id, { customer, private_refs: null });
    const { id } = await place({ customer_id });
    expect((await retrieve(id)).customer).toEqual({ ...customer, created_at: shown, first_order_date: shown });
  });

  test('an order of the timezone of now is sent as it is stored', async () => {
    const { id } = await place();
    await orders.db.query(`update orders set document = replace(document, 'Margherita', 'Napoli') where id = $1`, [id]);
    const stored = JSON.parse((await rowOf(id)).document);
    expect((await orders.call(`GET ${path}/${id}`, { as: before })).body).toEqual(stored);
  });

  test('of the board, for the back office', async () => {
    const { id } = await place();
    const location = { location_id: before.location_id, location_name: 'Rue du Bac', timezone: 'Asia/Tokyo' };
    const account = { account_id: before.account!.id, account_name: 'Chez Ada', currency: 'EUR' };
    const user = aPrincipal({
      place: { ...account, ...location, catalog_id: null, customer_list_id: null, role: 'owner' },
    });
    const { created_at, expected_time } = inTokyo;
    const shown = (await orders.call('GET /internal/board', { user })).body.orders;
    expect(shown).toMatchObject([{ id, created_at, expected_time }]);
    expect(shown[0].timezone).toBeUndefined();
  });
});

describe('an update writes the order back in the timezone of now', () => {
  test('its states are what a GET shows, before and after', async () => {
    const { id } = await place();
    await deliver(id);
    const [old, delivery] = [await retrieve(id), (await orders.call(`GET ${path}/${id}/delivery`, { as })).body];
    const known = (await changesOf(id)).length;
    const updated = (await orders.call(`PATCH ${path}/${id}`, { as, body: { status: 'accepted' } })).body;
    expect(updated).toEqual({ ...old, status: 'accepted' });
    expect(await rowOf(id)).toMatchObject({ timezone: 'Asia/Tokyo', status: 'accepted' });
    const [change, ...others] = (await changesOf(id)).slice(known);
    expect(change).toMatchObject({ resource_type: 'order', event_type: 'update', timezone: 'Asia/Tokyo' });
    expect([change!.previous_state, change!.new_state].map((state) => JSON.parse(state!))).toEqual([old, updated]);
    // The delivery is the same, so it has no event of its own, and is read as before.
    expect(others).toEqual([]);
    expect((await orders.call(`GET ${path}/${id}/delivery`, { as })).body).toEqual(delivery);
  });

  test('a new time is in that timezone, and so is the time of a new status of the delivery', async () => {
    const { id } = await place();
    await deliver(id);
    const body = { confirmed_time: '2026-07-01T13:00:00+02:00' };
    const { confirmed_time } = (await orders.call(`PATCH ${path}/${id}`, { as, body })).body;
    expect(confirmed_time).toBe('2026-07-01T20:00:00+09:00');
    now = new Date('2026-07-01T10:30:00Z');
    const status = { status: 'pickup_enroute' };
    const delivery = (await orders.call(`PATCH ${path}/${id}/delivery`, { as, body: status })).body;
    const { assigned_at, estimated_pickup_at } = delivery;
    expect([assigned_at, estimated_pickup_at]).toEqual(['2026-07-01T19:30:00+09:00', pickup.inTokyo]);
    const change = (await changesOf(id)).findLast(({ resource_type }) => resource_type === 'delivery');
    expect(change?.timezone).toBe('Asia/Tokyo');
    expect(JSON.parse(change!.previous_state!)).toMatchObject({ estimated_pickup_at: pickup.inTokyo });
    expect(JSON.parse(change!.new_state!)).toEqual(delivery);
  });

  test('an update that changes nothing makes no event', async () => {
    const placed = await place();
    const known = (await changesOf(placed.id)).length;
    const { body } = await orders.call(`PATCH ${path}/${placed.id}`, { as, body: { status: 'new' } });
    expect(body).toEqual({ ...placed, ...inTokyo });
    expect(await changesOf(placed.id)).toHaveLength(known);
  });
});

describe('the list of an account', () => {
  test('follows the message of the move; other locations keep their timezone', async () => {
    const placed = await place();
    const other = aCaller({ account: before.account });
    const theirs = (
      await orders.call(`POST /locations/${other.location_id}/orders`, { as: other, body: anOrder(inParis) })
    ).body;
    expect(await listed()).toEqual([placed, theirs]);
    expect(await moveTo('Asia/Tokyo')).toEqual([]);
    expect(await listed()).toEqual([{ ...placed, ...inTokyo }, theirs]);
    await moveTo('Europe/Paris');
    expect(await listed()).toEqual([placed, theirs]);
  });

  test('the last of several moves holds, and one without a timezone is none', async () => {
    const placed = await place();
    const bodies = ['Europe/London', 'Asia/Tokyo', undefined].map((timezone) => ({
      ...{ id: before.location_id!, account_id: before.account!.id },
      ...(timezone !== undefined && { timezone }),
    }));
    expect(await orders.send(...bodies.map((body) => messageOf('location', body.id, body)))).toEqual([]);
    expect(await listed()).toEqual([{ ...placed, ...inTokyo }]);
  });
});

test('an anonymised order is stored and announced in the timezone of now', async () => {
  const customer_id = newId();
  orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: null });
  const { id } = await place({ customer_id });
  await deliver(id);
  await moveTo('Asia/Tokyo');
  const account_id = before.account!.id;
  const mark = { account_id, customer_list_id: 'l', customer_id, client_id: null, list_deleted: false };
  await orders.send(messageOf('customer.anonymised', customer_id, mark));
  const change = await eventually(async () =>
    (await changesOf(id)).find(({ client_id, event_type }) => event_type === 'update' && client_id === null),
  );
  expect(change.timezone).toBe('Asia/Tokyo');
  expect(await rowOf(id)).toMatchObject({ timezone: 'Asia/Tokyo', customer_anonymised: true });
  const seen = await retrieve(id);
  expect(seen).toMatchObject({ ...inTokyo, customer: { email: null, anonymised: true } });
  expect([change.previous_state, change.new_state].map((state) => JSON.parse(state!))).toEqual([seen, seen]);
  expect((await orders.call(`GET ${path}/${id}/delivery`, { as })).body.estimated_pickup_at).toBe(pickup.inTokyo);
});

describe('a row that the release before wrote', () => {
  /** Stores the order as that release did: without the newer fields and columns, and without a customer. */
  async function placedBefore(body: object = {}) {
    const placed = await place({ items: [anItem()], expected_time_pickup: null, ...body });
    const { asap: _, expected_time_pickup: __, ...older } = JSON.parse((await rowOf(placed.id)).document);
    const document = JSON.stringify({ ...older, customer: null });
    await orders.db.query('update orders set document = $2, document_version = default where id = $1', [
      placed.id,
      document,
    ]);
    return placed;
  }

  test('shows every field: asap and expected_time_pickup null, and a guest as its customer', async () => {
    const placed = await placedBefore();
    expect(placed.customer).toMatchObject({ id: null, first_name: null, loyalty_cards: [] });
    expect((await orders.call(`GET ${path}/${placed.id}`, { as: before })).body).toEqual(placed);
    expect((await orders.call(`GET ${path}`, { as: before })).body).toEqual([placed]);
    expect(await listed()).toEqual([placed]);
    expect(await retrieve(placed.id)).toEqual({ ...placed, ...inTokyo, expected_time_pickup: null });
  });

  test('keeps custom fields of the same names apart', async () => {
    const custom_fields = { asap: 'yes', expected_time_pickup: 'soon', customer: 'Ada' };
    const { id } = await placedBefore({ custom_fields });
    expect(await retrieve(id)).toMatchObject({ asap: null, expected_time_pickup: null, custom_fields });
  });

  test('is completed by an update, whose states show every field', async () => {
    const placed = await placedBefore();
    const body = { seller_notes: 'regular' };
    const updated = (await orders.call(`PATCH ${path}/${placed.id}`, { as: before, body })).body;
    expect(updated).toEqual({ ...placed, ...body });
    const change = (await changesOf(placed.id)).at(-1);
    expect(JSON.parse(change!.previous_state!)).toEqual(placed);
    expect(await rowOf(placed.id)).toMatchObject({ document_version: 2 });
  });
});
