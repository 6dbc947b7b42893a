import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

/** Another tenant's order gets exactly the reply of an unknown one (docs/api/authentication.md#tenants). */
describe('orders of other tenants', () => {
  let orders: TestOrders;

  const owner = aCaller();

  const { account, location, location_id } = owner;

  let order: { id: string; total: string };

  beforeAll(async () => {
    orders = await startTestOrders();
    const placed = await orders.call(`POST /locations/${location_id}/orders`, {
      as: owner,
      body: anOrder({ service_type: 'delivery', private_ref: 'mine' }),
    });
    order = placed.body;
    await orders.call(`POST /locations/${location_id}/orders/${order.id}/delivery`, { as: owner, body: aDelivery() });
  });

  afterAll(() => orders.close());

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
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders();
    orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: { [web.client_id]: 'web customer' } });
  });

  afterAll(() => orders.close());

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
