import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { idFloor, newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { boardMarksMax, retrieveBoard } from '@order-hub/shared/orders-calls';
import type { Role } from '@order-hub/shared/roles';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aCaller, aPlace, aPrincipal, aUserAt, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { testSigningKeys } from '@order-hub/testing/keys';
import { messageOf } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startClearingMarks } from '../src/customers/clear-old-marks.ts';
import { boardFloors } from '../src/orders/board/board-statuses.ts';
import { listBoardMarks, listBoardRows } from '../src/orders/board/board.store.ts';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

/** Another tenant's order gets exactly the reply of an unknown one (docs/api/authentication.md#tenants). */
describe('orders of other tenants', () => {
  const owner = aCaller();

  const { account, location, location_id } = owner;

  let order: { id: string; total: string };

  beforeAll(async () => {
    const placed = await orders.call(`POST /locations/${location_id}/orders`, {
      as: owner,
      body: anOrder({ service_type: 'delivery', private_ref: 'mine' }),
    });
    order = placed.body;
    await orders.call(`POST /locations/${location_id}/orders/${order.id}/delivery`, { as: owner, body: aDelivery() });
  });

  const endpoints: [string, (order_id: string) => string, object | undefined][] = [
    ['GET', (id) => `/orders/${id}`, undefined],
    ['PATCH', (id) => `/orders/${id}`, { status: 'cancelled' }],
    ['PUT', (id) => `/orders/${id}`, { status: 'cancelled' }],
    ['POST', (id) => `/orders/${id}/delivery`, aDelivery()],
    ['GET', (id) => `/orders/${id}/delivery`, undefined],
    ['PATCH', (id) => `/orders/${id}/delivery`, { driver_name: 'Mallory' }],
    ['PUT', (id) => `/orders/${id}/delivery`, { driver_name: 'Mallory' }],
  ];

  const state = async () => (await orders.db.query('select * from orders where id = $1', [order.id])).rows[0];

  /** A connection, and the location in its path: its own, or the order's. */
  const strangers: [string, TestCaller, string][] = (() => {
    const sibling = aCaller({ account });
    const other = aCaller();
    const otherAccount = aCaller({ location_id: null, location: { id: 'l1', timezone: 'UTC' } });
    return [
      ['of a sibling location, at its own', sibling, sibling.location_id!],
      ["of a sibling location, at the order's", sibling, location_id!],
      ['of another account, at its own', other, other.location_id!],
      ["of another account, at the order's", other, location_id!],
      ['bound to another account, at its location', otherAccount, 'l1'],
      ["bound to another account, at the order's location", otherAccount, location_id!],
      // As if the gateway were mistaken about the location: the account alone keeps the connection out.
      ["of another account that vouches for the order's location", aCaller({ location_id, location }), location_id!],
      [
        'bound to the same account, at a sibling location',
        aCaller({ account, location_id: null, location: { id: 'l2', timezone: 'UTC' } }),
        'l2',
      ],
    ];
  })();

  describe.each(strangers)('a connection %s', (_who, as, place) => {
    test.each(endpoints)('%s gets the reply of an unknown id', async (method, path, body) => {
      const before = await state();
      const answer = await orders.call(`${method} /locations/${place}${path(order.id)}`, { as, body });
      const missing = await orders.call(`${method} /locations/${place}${path(newId())}`, { as, body });
      expect([answer.status, answer.body]).toEqual([404, missing.body]);
      expect(answer.body.error_type).toBe('not_found');
      expect(await state()).toEqual(before);
    });
  });

  test.each(endpoints)('without a caller token, %s is 401', async (method, path, body) => {
    const answer = await orders.call(`${method} /locations/${location_id}${path(order.id)}`, { body });
    expect([answer.status, answer.body.error_type]).toEqual([401, 'unauthorized']);
  });

  test('a list contains nothing of another tenant, whatever the filter', async () => {
    for (const [, as, place] of strangers.filter(([, as, place]) => as.location?.id === place)) {
      for (const filter of ['', '?private_ref=mine', '?status=new', '?created_by=Test%20client']) {
        const { status, body } = await orders.call(`GET /locations/${place}/orders${filter}`, { as });
        expect([status, body]).toEqual([200, []]);
      }
    }
  });

  test('an account connection of the same account reads and writes the order and its delivery', async () => {
    const as = aCaller({ account, location_id: null, location });
    const at = (suffix = '') => `/locations/${location_id}/orders/${order.id}${suffix}`;
    expect((await orders.call(`GET ${at()}`, { as })).body).toMatchObject({ id: order.id, private_ref: null });
    expect((await orders.call(`PATCH ${at()}`, { as, body: { status: 'accepted' } })).body.status).toBe('accepted');
    expect((await orders.call(`GET ${at('/delivery')}`, { as })).status).toBe(200);
    const named = await orders.call(`PATCH ${at('/delivery')}`, { as, body: { driver_name: 'Kim' } });
    expect([named.status, named.body.driver_name]).toEqual([200, 'Kim']);
    const placed = await orders.call(`POST /locations/${location_id}/orders`, { as, body: anOrder() });
    expect([placed.status, placed.body.location_id]).toEqual([200, location_id]);
  });
});

/** Private refs: only the client that set one sees it and can filter by it (docs/api/conventions.md#private-refs). */
describe('private refs', () => {
  beforeAll(async () => {
    orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: { [web.client_id]: 'web customer' } });
  });

  const web = aCaller({ client_name: 'Website' });

  const epos = aCaller({
    client_name: 'EPOS',
    account: web.account,
    location_id: web.location_id,
    location: web.location,
  });

  const path = `/locations/${web.location_id}/orders`;

  const collections = ['items', 'discounts', 'charges', 'payments'] as const;

  /** The private refs that an order shows: its own, each element's, its customer's. */
  const refsOf = (order: any) => [
    order.private_ref,
    ...collections.flatMap((name) => order[name].map((element: any) => element.private_ref)),
    order.customer.private_ref,
  ];

  const nulls = Array<null>(6).fill(null);

  const webRefs = ['web order', 'web item', 'web discount', 'web charge', 'web payment', 'web customer'];

  const eposRefs = ['epos order', 'epos item', 'epos discount', 'epos charge', 'epos payment', null];

  const anOrderOfTheWeb = (more: object = {}) =>
    anOrder({
      private_ref: 'web order',
      customer_id: 'c1',
      items: [anItem({ private_ref: 'web item' })],
      discounts: [{ name: 'D', price_off: '1.00 EUR', private_ref: 'web discount' }],
      charges: [{ name: 'C', price: '1.00 EUR', private_ref: 'web charge' }],
      payments: [{ amount: '1.00 EUR', private_ref: 'web payment' }],
      ...more,
    });

  const place = async (more: object = {}) =>
    (await orders.call(`POST ${path}`, { as: web, body: anOrderOfTheWeb(more) })).body;

  const retrieve = async (as: TestCaller, id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

  const eposSetsRefs = (order: any) =>
    orders.call(`PATCH ${path}/${order.id}`, {
      as: epos,
      body: {
        private_ref: 'epos order',
        ...Object.fromEntries(
          collections.map((name) => [name, [{ id: order[name][0].id, private_ref: `epos ${name.slice(0, -1)}` }]]),
        ),
      },
    });

  describe('each client sees its own refs and no other', () => {
    test('in the replies of create, retrieve and update', async () => {
      const order = await place();
      expect(refsOf(order)).toEqual(webRefs);
      expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
      expect(refsOf(await retrieve(epos, order.id))).toEqual(nulls);
      expect(refsOf((await eposSetsRefs(order)).body)).toEqual(eposRefs);
      expect(refsOf(await retrieve(epos, order.id))).toEqual(eposRefs);
      expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
      const updated = await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { status: 'accepted' } });
      expect(refsOf(updated.body)).toEqual(webRefs);
    });

    test('in lists', async () => {
      const order = await place();
      await eposSetsRefs(order);
      for (const [as, refs] of [
        [web, webRefs],
        [epos, eposRefs],
      ] as const) {
        const { body } = await orders.call(`GET ${path}`, { as });
        expect(refsOf(body.find(({ id }: { id: string }) => id === order.id))).toEqual(refs);
      }
    });

    test('another connection of the same client sees them; an account connection of another client does not', async () => {
      const order = await place();
      expect(refsOf(await retrieve({ ...web, connection_id: 'second' }, order.id))).toEqual(webRefs);
      const account = aCaller({ account: web.account, location_id: null, location: web.location });
      expect(refsOf(await retrieve(account, order.id))).toEqual(nulls);
    });

    test("a client that clears its own leaves the other's", async () => {
      const order = await place();
      await eposSetsRefs(order);
      const body = { private_ref: null, items: [{ id: order.items[0].id, private_ref: null }] };
      expect(refsOf((await orders.call(`PATCH ${path}/${order.id}`, { as: epos, body })).body)).toEqual([
        ...[null, null],
        ...eposRefs.slice(2),
      ]);
      expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
    });

    test('shows custom fields that look like an element as sent', async () => {
      const order = await place();
      const custom_fields = { id: order.items[0].id, private_ref: '' };
      const { body } = await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { custom_fields } });
      expect(body.custom_fields).toEqual(custom_fields);
    });
  });

  describe('the filter', () => {
    const find = async (as: TestCaller, ref: string) =>
      (await orders.call(`GET ${path}?private_ref=${encodeURIComponent(ref)}`, { as })).body.map((one: any) => one.id);

    test("finds an order by the client's own ref; nothing by another client's or an element's", async () => {
      const order = await place({ private_ref: 'filter, web "1" %_' });
      await orders.call(`PATCH ${path}/${order.id}`, { as: epos, body: { private_ref: 'filter, epos' } });
      expect(await find(web, 'filter, web "1" %_')).toEqual([order.id]);
      expect(await find(epos, 'filter, epos')).toEqual([order.id]);
      expect(await find(epos, 'filter, web "1" %_')).toEqual([]);
      expect(await find(web, 'filter, epos')).toEqual([]);
      expect(await find(web, 'web item')).toEqual([]);
      expect(await find(web, '')).toEqual([]);
    });

    test('finds the current ref', async () => {
      const order = await place({ private_ref: 'old' });
      await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { private_ref: 'new' } });
      expect([await find(web, 'old'), await find(web, 'new')]).toEqual([[], [order.id]]);
    });
  });

  test('events carry null in both states, and the refs beside them by client', async () => {
    const order = await place({ service_type: 'delivery' });
    await eposSetsRefs(order);
    await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { status: 'accepted', private_ref: 'changed' } });
    await orders.call(`POST ${path}/${order.id}/delivery`, { as: web, body: aDelivery() });
    const changes = await eventually(() => {
      const own = orders.changes().filter(({ ids }) => ids['order_id'] === order.id);
      return own.length === 4 && own;
    });
    for (const { previous_state, new_state } of changes) {
      for (const state of [previous_state, new_state]) expect(state ?? '').not.toMatch(/web |epos |changed/);
    }
    const [created, updated] = changes;
    const webFirst = {
      ...{ self: 'web order', c1: 'web customer', [order.items[0].id]: 'web item' },
      ...{ [order.discounts[0].id]: 'web discount', [order.charges[0].id]: 'web charge' },
      [order.payments[0].id]: 'web payment',
    };
    expect(created!.private_refs).toEqual({ [web.client_id]: webFirst });
    expect(updated!.previous_private_refs).toEqual({
      [web.client_id]: webFirst,
      [epos.client_id]: expect.objectContaining({ self: 'epos order' }),
    });
    expect(updated!.private_refs?.[web.client_id]).toEqual({ ...webFirst, self: 'changed' });
  });
});

/**
 * After a change of the location's timezone, the times of earlier orders and deliveries are in the new one
 * (docs/api/conventions.md#times).
 */
describe('orders of a location that moved to another timezone', () => {
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
    (
      await orders.call(`POST ${path}`, {
        as: before,
        body: anOrder({ ...inParis, service_type: 'delivery', ...body }),
      })
    ).body;

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
      await orders.db.query(`update orders set document = replace(document, 'Margherita', 'Napoli') where id = $1`, [
        id,
      ]);
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
});

describe('boards', () => {
  /** The board of a location, for the back office (docs/api/back-office.md#order-board). */
  describe('a board', () => {
    type As = ReturnType<typeof aCaller>;

    const create = async (as: As, overrides: object = {}) =>
      (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;

    const placeOf = (account_id: string | null, location_id: string | null, role: Role = 'owner') =>
      aPlace({ account_id, location_id, role });

    const ask = (...of: Parameters<typeof placeOf>) =>
      orders.call('GET /internal/board', { user: aPrincipal({ place: placeOf(...of) }) });

    const board = async ({ account, location_id }: As, role?: Role) =>
      retrieveBoard.reply.parse((await ask(account?.id ?? '', location_id, role)).body);

    const idsOf = async (as: As) => (await board(as)).orders.map(({ id }) => id);

    test('an order has all that people in a kitchen need', async () => {
      const as = aCaller();
      const order = await create(as, {
        ref: 'WEB-1',
        collection_code: '42',
        service_type: 'delivery',
        channel: 'Web shop',
        expected_time: '2026-03-01T18:30:00+01:00',
        customer_notes: 'No cutlery',
        customer: {
          ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+33612345678' },
          ...{ address_1: '1 rue des Nombres', postal_code: '75001', city: 'Paris', delivery_notes: 'Ring twice' },
        },
        deals: { lunch: { name: 'Lunch deal' } },
        items: [
          anItem({
            quantity: '2',
            customer_notes: 'Well done',
            options: [
              { option_list_name: 'Size', name: 'Large', price: '2.00 EUR' },
              { option_list_name: 'Without', name: 'Onions', removed: true },
            ],
            deal_line: { deal_key: 'lunch' },
          }),
          anItem({ deleted: true }),
        ],
        charges: [{ name: 'Delivery', price: '3.00 EUR' }],
        discounts: [{ name: 'Welcome', price_off: '1.00 EUR' }],
        payments: [
          { name: 'Card', amount: '20.00 EUR' },
          { name: 'Refunded', amount: '5.00 EUR', deleted: true },
        ],
      });
      const { orders: found, has_more } = await board(as);
      expect(has_more).toBe(false);
      expect(found).toEqual([
        {
          id: order.id,
          status: 'new',
          ref: 'WEB-1',
          collection_code: '42',
          channel: 'Web shop',
          service_type: 'delivery',
          created_at: order.created_at,
          expected_time: '2026-03-01T18:30:00+01:00',
          expected_time_pickup: null,
          confirmed_time: null,
          asap: null,
          customer_notes: 'No cutlery',
          seller_notes: null,
          items: [
            {
              name: 'Margherita',
              sku: null,
              quantity: '2',
              subset: null,
              notes: 'Well done',
              deal: 'Lunch deal',
              options: [
                { list: 'Size', name: 'Large', quantity: 1, is_removed: false },
                { list: 'Without', name: 'Onions', quantity: 1, is_removed: true },
              ],
              subtotal: '23.60 EUR',
            },
          ],
          more_items: 0,
          money: {
            total: '25.60 EUR',
            due: '5.60 EUR',
            charges: [{ name: 'Delivery', amount: '3.00 EUR' }],
            discounts: [{ name: 'Welcome', amount: '1.00 EUR' }],
            payments: [{ name: 'Card', amount: '20.00 EUR' }],
          },
          customer: {
            name: 'Ada Lovelace',
            phone: '+33612345678',
            phone_access_code: null,
            address: ['1 rue des Nombres', '75001 Paris'],
            delivery_notes: 'Ring twice',
          },
          delivery: null,
        },
      ]);
    });

    test('the kitchen sees neither money nor contact data; a manager sees both', async () => {
      const as = aCaller();
      const secrets = ['Lovelace', '+33612345678', 'rue des Nombres', 'Ring twice', '+33700000000', 'EUR', '9.80'];
      const { id } = await create(as, {
        service_type: 'delivery',
        customer_notes: 'No cutlery',
        customer: {
          last_name: 'Lovelace',
          phone: '+33612345678',
          address_1: '1 rue des Nombres',
          delivery_notes: 'Ring twice',
        },
        charges: [{ name: 'Delivery', price: '3.00 EUR' }],
        payments: [{ name: 'Card', amount: '20.00 EUR' }],
      });
      const delivery = aDelivery({ driver_name: 'Dana', driver_phone: '+33700000000' });
      await orders.call(`POST /locations/${as.location_id}/orders/${id}/delivery`, { as, body: delivery });
      const seen = JSON.stringify(await board(as, 'kitchen'));
      expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
      expect(seen).toContain('No cutlery');
      const managed = JSON.stringify(await board(as, 'manager'));
      expect(secrets.filter((secret) => !managed.includes(secret))).toEqual([]);
    });

    test('one order is told alone as the board tells it, also when it is not on the board any more', async () => {
      const as = aCaller();
      const { id } = await create(as, { customer: { last_name: 'Lovelace' } });
      const askFor = async (order_id: string, ...of: Parameters<typeof placeOf>) =>
        orders.call(`GET /internal/board-orders/${order_id}`, { user: aPrincipal({ place: placeOf(...of) }) });
      const [account_id, location_id] = [as.account?.id ?? '', as.location_id];
      const [shown] = (await board(as)).orders;
      expect((await askFor(id, account_id, location_id)).body).toEqual(shown);
      const inKitchen = await askFor(id, account_id, location_id, 'kitchen');
      expect(inKitchen.body).toEqual((await board(as, 'kitchen')).orders[0]);
      expect(JSON.stringify(inKitchen.body)).not.toMatch(/Lovelace|EUR/);
      const old = idFloor(new Date(Date.now() - 60 * 24 * 3_600_000));
      await copyOrder(orders.db, id, { count: 1, idAt: () => old }, { status: `'completed'` });
      expect(await idsOf(as)).toEqual([id]);
      expect((await askFor(old, account_id, location_id)).status).toBe(200);
      expect((await askFor(id, account_id, newId())).status).toBe(404);
      expect((await askFor(id, newId(), location_id)).status).toBe(404);
      expect((await askFor(newId(), account_id, location_id)).status).toBe(404);
    });

    test('orders without an answer come first, then open ones, then those that are gone', async () => {
      const as = aCaller();
      const fresh = await create(as);
      const gone = await create(as, { status: 'completed' });
      const open = await create(as, { status: 'in_preparation' });
      const received = await create(as, { status: 'received' });
      expect(await idsOf(as)).toEqual([received.id, fresh.id, open.id, gone.id]);
    });

    test('of those that are gone, the 20 newest of the last 24 hours; open ones are up to a month old', async () => {
      const as = aCaller();
      const { id } = await create(as);
      const hours = (count: number) => idFloor(new Date(Date.now() - count * 3_600_000));
      const column = (status: string) => ({ status: `'${status}'` });
      await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('completed'));
      await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('rejected'));
      await copyOrder(orders.db, id, { count: 1, idAt: () => hours(25) }, column('cancelled'));
      const old = hours(24 * 30);
      await copyOrder(orders.db, id, { count: 1, idAt: () => old }, column('accepted'));
      await copyOrder(orders.db, id, { count: 1, idAt: () => hours(24 * 32) }, column('accepted'));
      const ids = await idsOf(as);
      expect(ids).toHaveLength(22);
      expect(ids.slice(0, 2)).toEqual([id, old]);
    });

    test('another location and another account see none of them', async () => {
      const as = aCaller();
      await create(as);
      const other = aCaller();
      expect(await idsOf({ ...as, location_id: newId() })).toEqual([]);
      expect(await idsOf({ ...as, account: other.account })).toEqual([]);
      expect(await idsOf(as)).toHaveLength(1);
    });

    test('only the back office may ask, for a user on a page about a location', async () => {
      const route = 'GET /internal/board';
      for (const from of ['gateway', 'auth', 'catalog', 'events', 'customers', 'orders'] as const) {
        expect((await orders.call(route, { internal: 'orders', from })).status).toBe(401);
      }
      expect((await orders.call(route, { internal: 'orders', from: 'back-office' })).status).toBe(401);
      expect((await orders.call(route)).status).toBe(401);
      expect((await orders.call(route, { user: aPrincipal() })).status).toBe(404);
      expect((await ask(newId(), null)).status).toBe(404);
      const operator = aPrincipal({ kind: 'operator', place: placeOf(newId(), newId()) });
      expect((await orders.call(route, { user: operator })).status).toBe(403);
    });

    describe('is bounded', () => {
      test('by 100 orders', async () => {
        const as = aCaller();
        const { id } = await create(as);
        await copyOrder(orders.db, id, 300, { status: `(array['new', 'accepted', 'completed'])[1 + n % 3]` });
        const { orders: found, has_more } = await board(as);
        expect([found.length, has_more]).toEqual([100, true]);
      });

      test('by 8 MiB, and what is shown of an order by 100 items and 1,000 characters of notes', async () => {
        const as = aCaller();
        const items = Array.from({ length: 150 }, () => anItem({ customer_notes: 'x'.repeat(5_000) }));
        // Two halves of an emoji would be at the cut.
        const { id } = await create(as, { items, customer_notes: `${'x'.repeat(999)}🍕 no nuts` });
        await copyOrder(orders.db, id, 20);
        const { orders: found, has_more } = await board(as);
        expect(has_more).toBe(true);
        expect(found.length).toBeGreaterThan(5);
        expect(found.length).toBeLessThan(12);
        expect([found[0]?.items.length, found[0]?.more_items]).toEqual([100, 50]);
        expect(found[0]?.items[0]?.notes).toHaveLength(1_000);
        expect(found[0]?.customer_notes).toBe('x'.repeat(999));
      });

      test('by the index of statuses, however many orders there are', async () => {
        const as = aCaller();
        const { id } = await create(as);
        await copyOrder(orders.db, id, sized(8_000, 20_000), {
          location_id: `'location' || n % 10`,
          status: `'completed'`,
        });
        await orders.db.query('analyze orders');
        let plan = '';
        const explaining = {
          async query({ text, values }: { text: string; values: unknown[] }) {
            const { rows } = await orders.db.query(`explain analyze ${text}`, values);
            plan = rows.map((row) => row['QUERY PLAN']).join('\n');
            return { rows: [] };
          },
        };
        const key = { account_id: as.account?.id ?? '', location_id: 'location3' };
        await listBoardRows(explaining as never, key, boardFloors(new Date()), 8_388_608);
        expect(plan).toMatch(/Index Scan Backward using \S*status\S* on orders/);
        expect(plan).not.toMatch(/Seq Scan/);
      });
    });
  });

  /** The marks that tell the back office which boards have changed. */
  describe('marks of boards', () => {
    type As = ReturnType<typeof aCaller>;

    type BoardKey = { account_id: string; location_id: string };

    const keyOf = ({ account, location_id }: As): BoardKey => ({
      account_id: account?.id ?? '',
      location_id: location_id ?? '',
    });

    const ask = (boards: readonly object[], from: 'back-office' | 'gateway' = 'back-office') =>
      orders.call('POST /internal/board-marks', { internal: 'orders', from, body: { boards } });

    const marksOf = async (...boards: BoardKey[]): Promise<string[]> => (await ask(boards)).body.marks;

    const create = async (as: As, overrides: object = {}) =>
      (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;

    const update = (as: As, id: string, body: object) =>
      orders.call(`PATCH /locations/${as.location_id}/orders/${id}`, { as, body });

    test('a mark differs after each change of an order of its board, and only then', async () => {
      const as = aCaller();
      const key = keyOf(as);
      const seen = await marksOf(key);
      const differs = async () => {
        const [mark] = await marksOf(key);
        expect((await marksOf(key))[0]).toBe(mark);
        expect(seen).not.toContain(mark);
        seen.push(mark!);
      };
      const order = await create(as, { service_type: 'delivery' });
      await differs();
      await update(as, order.id, { status: 'accepted' });
      await differs();
      await update(as, order.id, { confirmed_time: '2026-07-01T12:00:00Z' });
      await differs();
      await update(as, order.id, { items: [anItem()] });
      await differs();
      const delivery = `/locations/${as.location_id}/orders/${order.id}/delivery`;
      expect((await orders.call(`POST ${delivery}`, { as, body: aDelivery() })).status).toBe(200);
      await differs();
      await update(as, order.id, { status: 'completed' });
      await differs();
      const last = seen.at(-1);
      await update(as, order.id, { status: 'completed' });
      await orders.call(`GET /locations/${as.location_id}/orders/${order.id}`, { as });
      expect(await marksOf(key)).toEqual([last]);
    });

    test('many boards at once, in their order; one change leaves the marks of the others', async () => {
      const callers = Array.from({ length: 5 }, () => aCaller());
      for (const as of callers) await create(as);
      const keys = callers.map(keyOf);
      const before = await marksOf(...keys);
      expect(new Set(before).size).toBe(5);
      expect(await marksOf(...[...keys].reverse())).toEqual([...before].reverse());
      await create(callers[2]!);
      const after = await marksOf(...keys);
      expect(after.map((mark, index) => mark === before[index])).toEqual([true, true, false, true, true]);
    });

    test('a board belongs to an account: the location alone is not enough', async () => {
      const as = aCaller();
      const [none] = await marksOf(keyOf(aCaller()));
      await create(as);
      expect(await marksOf({ ...keyOf(as), account_id: newId() })).toEqual([none]);
      expect(await marksOf({ ...keyOf(as), location_id: "' or true --" })).toEqual([none]);
    });

    test('while many orders come and change at the same moment, the last mark stays', async () => {
      const as = aCaller();
      const key = keyOf(as);
      const placing = Array.from({ length: sized(30, 100) }, async () => {
        const { id } = await create(as);
        return update(as, id, { status: 'accepted' });
      });
      const during = await Promise.all(Array.from({ length: 20 }, () => marksOf(key)));
      expect(during.flat()).toHaveLength(20);
      await Promise.all(placing);
      const [last] = await marksOf(key);
      expect(await marksOf(key)).toEqual([last]);
      expect(during.flat().filter((mark) => mark === last).length).toBeLessThan(2);
    });

    test('only the back office may ask, about a bounded number of boards', async () => {
      const key = keyOf(aCaller());
      expect((await ask([key], 'gateway')).status).toBe(401);
      expect((await ask([])).body).toEqual({ marks: [] });
      expect((await ask(Array(boardMarksMax).fill(key))).body.marks).toHaveLength(boardMarksMax);
      expect((await ask(Array(boardMarksMax + 1).fill(key))).status).toBe(422);
      expect((await ask([{ ...key, account_id: 'x'.repeat(10_000) }])).status).toBe(422);
    });

    test('reads the index of statuses alone, and no document', async () => {
      const as = aCaller();
      const { id } = await create(as);
      await copyOrder(orders.db, id, sized(8_000, 20_000), {
        location_id: `'location' || n % 100`,
        status: `(array['new', 'completed'])[1 + (random() < 0.9)::int]`,
      });
      await orders.db.query('analyze orders');
      let plan = '';
      const explaining = {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const { rows } = await orders.db.query(`explain (analyze, buffers, verbose) ${text}`, values);
          plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      };
      const keys = Array.from({ length: 100 }, (_, index) => ({
        account_id: as.account?.id ?? '',
        location_id: `location${index}`,
      }));
      await listBoardMarks(explaining as never, keys, boardFloors(new Date()));
      if (process.env['SHOW_PLAN']) console.log(plan.slice(plan.indexOf('SubPlan')));
      expect(plan).not.toMatch(/Seq Scan|document/);
      expect(plan).toMatch(/using \S*status\S* on/);
    });
  });

  /** Marks of anonymised customers are kept for ANONYMISED_MARK_DAYS, and until no order shows personal data of them. */
  describe('marks of anonymised customers', () => {
    let orders: TestOrders;

    beforeAll(async () => {
      orders = await startTestOrders();
      // It would finish and clear the marks of these tests.
      await orders.stop();
    });

    afterAll(() => orders.close());

    const dayMs = 24 * 60 * 60_000;

    /** Marks `count` customers, some days ago. Returns their ids. */
    async function mark(count: number, { days, isFinished = true }: { days: number; isFinished?: boolean }) {
      const ids = Array.from({ length: count }, () => newId());
      const at = new Date(Date.now() - days * dayMs);
      await orders.db.query(
        `insert into forgotten_customers (account_id, customer_id, forgotten_at, finished_at)
     select 'account', unnest($1::text[]), $2, $3`,
        [ids, at, isFinished ? at : null],
      );
      return ids;
    }

    const countOf = async (ids: readonly string[]) =>
      (await orders.db.query('select from forgotten_customers where customer_id = any ($1)', [ids])).rowCount;

    test('older marks are deleted, in batches; younger ones stay, and those of customers whose orders are not clean yet', async () => {
      const old = await mark(2_500, { days: 31 });
      const young = await mark(2, { days: 29 });
      const unfinished = await mark(3, { days: 31, isFinished: false });
      const clearing = startClearingMarks({ db: orders.db, log: silentLog, now: () => new Date(), days: 30 });
      await eventually(async () => (await countOf(old)) === 0);
      await clearing.close();
      expect([await countOf(young), await countOf(unfinished)]).toEqual([2, 3]);
    });

    test('the service clears them by its setting, which is seven days at least', async () => {
      const old = await mark(1, { days: 9 });
      const young = await mark(1, { days: 7 });
      const own = await startTestOrders({ database: orders.database, settings: { ANONYMISED_MARK_DAYS: '8' } });
      await eventually(async () => (await countOf(old)) === 0);
      await own.close();
      expect(await countOf(young)).toBe(1);
      expect(() => readConfig({ ANONYMISED_MARK_DAYS: '6' })).toThrow('ANONYMISED_MARK_DAYS');
    });
  });

  /** Users of the back office call the API in their role (docs/decisions/0080-users-call-the-api.md). */
  describe('users', () => {
    const as = aCaller();

    const path = `/locations/${as.location_id}/orders`;

    const anId = async () => (await orders.call(`POST ${path}`, { as, body: anOrder() })).body.id as string;

    test.each(['owner', 'manager', 'kitchen'] as const)(
      'a user accepts an order as %s, and applications see it',
      async (role) => {
        const id = await anId();
        const user = aUserAt(as, role);
        const { status, body } = await orders.call(`PATCH ${path}/${id}`, { user, body: { status: 'accepted' } });
        expect([status, body.status]).toEqual([200, 'accepted']);
        expect((await orders.call(`GET ${path}/${id}`, { as })).body.status).toBe('accepted');
      },
    );

    test('only the owner lists the orders of the account', async () => {
      const listing = (role: 'owner' | 'manager' | 'kitchen') =>
        orders.call(`GET /accounts/${as.account!.id}/orders`, { user: aUserAt(as, role) });
      expect((await listing('owner')).status).toBe(200);
      for (const role of ['manager', 'kitchen'] as const) {
        const { status, body } = await listing(role);
        expect([status, body.message]).toEqual([403, `Your role here is ${role}; this is for: owner`]);
      }
    });

    test('nobody creates an order as a user: that endpoint names no role', async () => {
      expect((await orders.call(`POST ${path}`, { user: aUserAt(as), body: anOrder() })).status).toBe(401);
    });

    test("another location's and another account's orders do not exist", async () => {
      const id = await anId();
      const read = (user: ReturnType<typeof aUserAt>) => orders.call(`GET ${path}/${id}`, { user });
      const account_id = as.account!.id;
      for (const place of [
        aPlace({ account_id, role: 'kitchen' }),
        aPlace(),
        aPlace({ account_id, location_id: newId() }),
      ]) {
        expect((await read(aPrincipal({ place }))).status).toBe(404);
      }
      expect((await read(aPrincipal())).status).toBe(403);
      expect(
        (await read(aPrincipal({ kind: 'operator', place: aPlace({ account_id, location_id: as.location_id }) })))
          .status,
      ).toBe(403);
    });

    test('a user token counts only from the back office', async () => {
      const token = await signUserToken(testSigningKeys.auth, aUserAt(as));
      const sentBy = async (service: 'back-office' | 'events' | 'gateway') =>
        (
          await orders.call(`GET ${path}`, {
            headers: {
              [userTokenHeader]: token,
              [serviceTokenHeader]: await signServiceToken(testSigningKeys[service], service, 'orders'),
            },
          })
        ).status;
      expect([await sentBy('back-office'), await sentBy('events'), await sentBy('gateway')]).toEqual([200, 401, 401]);
      expect((await orders.call(`GET ${path}`, { headers: { [userTokenHeader]: token } })).status).toBe(401);
    });
  });
});
