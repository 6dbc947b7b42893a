import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { aDelivery, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

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
      expect((await update(id, { [name]: null })).body).toEqual(delivery);
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
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders();
  });

  afterAll(() => orders.close());

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
