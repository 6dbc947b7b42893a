/** An operator and two applications at work, from an empty hub to the last disconnection. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { type ConnectedPlace, createConnection } from '@order-hub/operator/tenant';
import { serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { callWith, type Answer, type Call } from '../src/call-api.ts';
import { hubCommand } from '../src/command-line.ts';
import { startReceiver, type Receiver } from '../src/receiver.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 60_000;
const scope = 'location[orders.write]';
const order = {
  status: 'new',
  service_type: 'collection',
  items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '2' }],
};

const unique = (bus: string) => `${bus}-${process.pid}-${Date.now()}@example.com`;

/** Waits until the answer of `call` has this status. */
const answersWith = (status: number, call: () => Promise<Answer>) =>
  eventually(async () => {
    const answer = await call();
    return answer.status === status && answer;
  }, patienceMs);

const eventsOf = async (call: Call, match: object) => {
  const { body } = await call('GET /callback/events');
  return (body as object[]).filter((event) =>
    Object.entries(match).every(([name, value]) => (event as Record<string, unknown>)[name] === value),
  );
};

/** Waits for the event of the list that matches. */
const eventOf = async (call: Call, match: object): Promise<any> =>
  eventually(async () => (await eventsOf(call, match))[0], patienceMs);

overEveryBus('a journey with the command line', ({ bus, base_url, data_folder, operator }) => {
  const hub = hubCommand(data_folder);
  const receivers: Receiver[] = [];
  let account: any;
  let louvre: any;
  let halles: any;
  const clients: Record<string, { client_id: string; client_secret: string }> = {};
  const ids: Record<string, string> = {};
  const calls: Record<string, Call> = {};

  const call =
    (name: string): Call =>
    (route, options) =>
      calls[name]!(route, options);
  const [website, till, kitchen, elsewhere, office] = ['website', 'till', 'kitchen', 'elsewhere', 'office'].map(
    call,
  ) as [Call, Call, Call, Call, Call];

  function keep(name: string, { id, access_token }: { id: string; access_token: string }): void {
    ids[name] = id;
    calls[name] = callWith(base_url, access_token);
  }

  beforeAll(async () => {
    const named = { email: unique(bus), 'first-name': 'Ada' };
    const user = await hub('user create --password-stdin', named, 'a long password');
    account = await hub('account create', { user: user.id, name: 'Pizzeria', currency: 'EUR' });
    const timezone = 'Europe/Paris';
    const location = (name: string) => hub('location create', { account: account.id, name, timezone, country: 'FR' });
    [louvre, halles] = await Promise.all([location('Louvre'), location('Halles')]);
    for (const name of ['website', 'till']) clients[name] = await hub('client create', { user: user.id, name });
    const { client_id } = clients['website']!;
    keep('website', await hub('connection create', { client: client_id, scope, location: louvre.id }));
    // Each command starts a process.
    const api = operatorClient(operator);
    const connect = async (name: string, place: ConnectedPlace & { name?: string; scope?: string }) =>
      keep(name, await createConnection(api, { client_id: clients['till']!.client_id, scope, ...place }));
    await connect('till', { location_id: louvre.id });
    await connect('kitchen', { location_id: louvre.id, name: 'kitchen' });
    await connect('elsewhere', { location_id: halles.id });
    await connect('office', { account_id: account.id, scope: 'account[orders.read]' });
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  const receive = async () => {
    const receiver = await startReceiver(clients['till']!.client_secret);
    receivers.push(receiver);
    return receiver;
  };

  test('the status shows the addresses of the hub, and that every service is ready', async () => {
    const ready = Object.fromEntries(serviceNames.map((name) => [name, { ready: true, degraded: [] }]));
    // A busy machine may answer the gateway too late.
    const status = await eventually(async () => {
      const shown = await hub('status');
      return isDeepStrictEqual(shown.services, ready) && shown;
    }, patienceMs);
    expect(status.base_url).toBe(base_url);
  });

  test('connections of both kinds are listed', async () => {
    const listed = await hub('connection list', { account: account.id });
    expect(listed.map(({ id }: any) => id).sort()).toEqual(Object.values(ids).sort());
    expect(listed.every(({ status }: any) => status === 'active')).toBe(true);
    expect(await hub('connection list', { client: clients['website']!.client_id })).toHaveLength(1);
  });

  describe('an order', () => {
    let id: string;
    let receiver: Receiver;

    test('reaches the passive list of another client and, signed, a receiver', async () => {
      receiver = await receive();
      const events = { order: ['create', 'update'], location: ['update'] };
      for (const name of [website, till, elsewhere, office]) {
        expect((await name('POST /callback', { body: { url: null, events } })).body).toEqual({ url: null, events });
      }
      expect((await kitchen('POST /callback', { body: { url: receiver.url, events } })).status).toBe(200);

      const created = await website('POST /location/orders', { body: order });
      expect(created).toMatchObject({ status: 200, body: { total: '19.00 EUR', created_by: 'website' } });
      ({ id } = created.body);

      const listed = await eventOf(till, { order_id: id });
      expect(Object.keys(listed).sort()).toEqual(
        ['account_id', 'created_at', 'event_type', 'id', 'location_id', 'order_id', 'resource_type'].sort(),
      );
      const event = await till(`GET /callback/events/${listed.id}`);
      expect(event.body).toEqual({ ...listed, new_state: created.body });
      await eventOf(office, { order_id: id });

      const pushed = await eventually(
        () => receiver.received.find(({ event: { order_id } }) => order_id === id),
        patienceMs,
      );
      expect(pushed.isSigned).toBe(true);
      expect(pushed.event).toMatchObject({ resource_type: 'order', event_type: 'create', new_state: created.body });
    });

    test('is acknowledged by a DELETE of its event', async () => {
      const event = await eventOf(till, { order_id: id });
      expect(await till(`DELETE /callback/events/${event.id}`)).toMatchObject({ status: 200, body: {} });
      expect((await till(`GET /callback/events/${event.id}`)).status).toBe(404);
      expect(await eventsOf(till, { order_id: id })).toEqual([]);
    });

    test('leaves the list when a pushed event is acknowledged', async () => {
      await eventually(async () => (await eventsOf(kitchen, { order_id: id })).length === 0, patienceMs);
    });

    test('comes back to its creator when another client updates it', async () => {
      const updated = await till(`PATCH /location/orders/${id}`, { body: { status: 'accepted' } });
      expect(updated.body.status).toBe('accepted');
      const { id: event_id } = await eventOf(website, { order_id: id });
      const { body: event } = await website(`GET /callback/events/${event_id}`);
      expect(event).toMatchObject({ event_type: 'update', previous_state: { status: 'new' }, new_state: updated.body });
    });

    test('is never sent to the client that caused it, nor to another location', async () => {
      // Once the event of a later change has arrived, that of an earlier one would have, too.
      const { body: later } = await website('POST /location/orders', { body: order });
      await eventOf(till, { order_id: later.id });
      expect(await eventsOf(website, { event_type: 'create' })).toEqual([]);
      expect(await eventsOf(till, { event_type: 'update', resource_type: 'order' })).toEqual([]);
      expect(await eventsOf(elsewhere, {})).toEqual([]);
      expect(receiver.received.map(({ event }) => event.event_type)).not.toContain('update');
    });
  });

  test('an update of the location is sent in the same way', async () => {
    const receiver = await receive();
    await kitchen('POST /callback', { body: { url: receiver.url, events: { location: ['update'] } } });
    const { body: before } = await website('GET /location');
    const updated = await website('PATCH /location', { body: { preparation_time: 25 } });
    expect(updated).toMatchObject({ status: 200, body: { preparation_time: 25 } });
    const listed = await eventOf(till, { resource_type: 'location' });
    expect(listed).toMatchObject({ event_type: 'update', location_id: louvre.id, account_id: account.id });
    const { body: event } = await till(`GET /callback/events/${listed.id}`);
    expect(event).toEqual({ ...listed, previous_state: before, new_state: updated.body });
    // The events of orders that still waited for the callback before come too.
    const pushed = await eventually(
      () => receiver.received.find(({ event: { resource_type } }) => resource_type === 'location'),
      patienceMs,
    );
    expect(pushed).toMatchObject({ isSigned: true, event: { new_state: updated.body } });
    expect(await eventsOf(website, { resource_type: 'location' })).toEqual([]);
  });

  test('a callback is retrieved, replaced and deleted', async () => {
    const [first, second] = [await receive(), await receive()];
    const events = { order: ['create'] };
    await kitchen('POST /callback', { body: { url: first.url, events } });
    expect((await kitchen('GET /callback')).body).toEqual({ url: first.url, events });
    expect((await kitchen('POST /callback', { body: { url: second.url, events } })).body.url).toBe(second.url);
    const { body: pushed } = await website('POST /location/orders', { body: order });
    await eventually(() => second.received.some(({ event }) => event.order_id === pushed.id), patienceMs);
    expect(first.received.map(({ event }) => event.order_id)).not.toContain(pushed.id);

    expect((await kitchen('DELETE /callback')).status).toBe(200);
    expect((await kitchen('GET /callback')).body).toEqual({ url: null, events: {} });
    const { body: unpushed } = await website('POST /location/orders', { body: order });
    await eventOf(till, { order_id: unpushed.id });
    expect(second.received.map(({ event }) => event.order_id)).not.toContain(unpushed.id);
    expect((await kitchen('GET /callback/events')).body).toEqual([]);
  });

  const refusal = (message: string) =>
    expect.objectContaining({ message, error_type: 'unauthorized', hint: expect.any(String) });

  test('a blocked connection is refused until it is unblocked', async () => {
    expect((await website('GET /location')).status).toBe(200);
    expect(await hub('connection block', { id: ids['website']! })).toMatchObject({ status: 'blocked' });
    const { body } = await answersWith(401, () => website('GET /location'));
    expect(body).toEqual(refusal('The connection has been blocked'));
    expect((await till('GET /location')).status).toBe(200);
    expect(await hub('connection unblock', { id: ids['website']! })).toMatchObject({ status: 'active' });
    await answersWith(200, () => website('GET /location'));
  });

  test('a suspended account and a suspended location are refused until they are resumed', async () => {
    const unpaid = refusal('The account/location has been suspended for non payment of the subscription');
    await hub('account suspend', { id: account.id });
    for (const name of [website, elsewhere]) {
      expect((await answersWith(401, () => name('GET /location'))).body).toEqual(unpaid);
    }
    expect((await answersWith(401, () => office('GET /account'))).body).toEqual(unpaid);
    await hub('account resume', { id: account.id });
    await answersWith(200, () => office('GET /account'));

    await hub('location suspend', { id: halles.id });
    expect((await answersWith(401, () => elsewhere('GET /location'))).body).toEqual(unpaid);
    expect((await answersWith(401, () => office(`GET /locations/${halles.id}`))).body).toEqual(unpaid);
    await answersWith(200, () => website('GET /location'));
    await hub('location resume', { id: halles.id });
    await answersWith(200, () => elsewhere('GET /location'));
  });

  test('a disconnected connection is refused for good, and a new authorisation gives another token', async () => {
    const { client_id } = clients['website']!;
    await hub('connection disconnect --yes', { id: ids['website']! });
    const { body } = await answersWith(401, () => website('GET /location'));
    expect(body).toEqual(refusal('The access token is invalid or the connection has been revoked'));
    const renewed = await hub('connection create', { client: client_id, location: louvre.id, scope });
    expect((await callWith(base_url, renewed.access_token)('GET /location')).status).toBe(200);
    expect((await website('GET /location')).status).toBe(401);
  });
});
