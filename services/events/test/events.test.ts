import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { subscribableEvents } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { upsertCallback } from '../src/callbacks/callback.store.ts';
import { insertCallerConnection } from '../src/connections/connection.store.ts';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, clientSecret, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('callbacks', () => {
  const orders = { order: ['create', 'update'] };

  describe('the callback of a connection', () => {
    test('is empty until it is created', async () => {
      expect(await service.call('GET /callback', { as: aCaller() })).toMatchObject({
        status: 200,
        body: { url: null, events: {} },
      });
    });

    test('is the one that was posted last', async () => {
      const caller = aCaller();
      const first = { url: 'https://example.com/hook', events: { ...orders, location: ['update'] } };
      expect(await service.call('POST /callback', { as: caller, body: first })).toMatchObject({
        status: 200,
        body: first,
      });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(first);
      const second = { url: null, events: { catalog: ['delete'] } };
      expect((await service.call('POST /callback', { as: caller, body: second })).body).toEqual(second);
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(second);
    });

    test('is passive without a url; null arrays and repetitions are ignored', async () => {
      const body = { events: { order: ['create', 'create'], customer: null } };
      const answer = await service.call('POST /callback', { as: aCaller(), body });
      expect(answer).toMatchObject({ status: 200, body: { url: null, events: { order: ['create'], customer: [] } } });
    });

    test('may belong to an account connection, and belongs to one connection only', async () => {
      const caller = aCaller({ location_id: null });
      expect((await service.call('POST /callback', { as: caller, body: { url: null, events: orders } })).status).toBe(
        200,
      );
      const sibling = { ...caller, connection_id: newId() };
      expect((await service.call('GET /callback', { as: sibling })).body).toEqual({ url: null, events: {} });
    });

    test('may subscribe to customer lists and accounts, for which nothing is sent (docs/api/events.md#subscribable-events)', async () => {
      const events = { customer_list: ['create', 'update'], account: ['update'], order: ['create'] };
      const caller = aCaller();
      const saved = await service.call('POST /callback', { as: caller, body: { url: null, events } });
      expect(saved).toMatchObject({ status: 200, body: { url: null, events } });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual({ url: null, events });
      await service.sendConnection(caller);
      await service.sendChanges(anOrderChange(caller));
      expect(await service.listed(caller)).toMatchObject([{ resource_type: 'order' }]);
    });

    test('can be deleted with its events, even twice', async () => {
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      expect(await service.listed(caller)).toHaveLength(1);
      expect(await service.call('DELETE /callback', { as: caller, body: {} })).toMatchObject({ status: 200, body: {} });
      expect((await service.call('DELETE /callback', { as: caller })).status).toBe(200);
      expect((await service.call('GET /callback', { as: caller })).body).toEqual({ url: null, events: {} });
      await service.sendChanges(anOrderChange(caller));
      await service.call('POST /callback', { as: caller, body: { url: null, events: orders } });
      expect(await service.listed(caller)).toEqual([]);
    });

    test('keeps its waiting events when it is replaced', async () => {
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      await service.call('POST /callback', { as: caller, body: { url: null, events: {} } });
      expect(await service.listed(caller)).toHaveLength(1);
    });
  });

  describe('422', () => {
    test.each([
      [{ url: null }, 'events'],
      [{ url: null, events: null }, 'events'],
      [{ url: null, events: [] }, 'events'],
      [{ url: null, events: { foo: ['create'] } }, 'events.foo'],
      [{ url: null, events: { order: ['delete'] } }, 'events.order.0'],
      [{ url: null, events: { customer_list: ['create', 'delete'] } }, 'events.customer_list.1'],
      [{ url: null, events: { account: ['create'] } }, 'events.account.0'],
      [{ url: null, events: { constructor: ['create'] } }, 'events.constructor'],
      [{ url: null, events: { order: ['create', 'explode'] } }, 'events.order.1'],
      [{ url: null, events: { order: 'create' } }, 'events.order'],
      [{ url: null, events: { order: [1] } }, 'events.order.0'],
      [{ url: 5, events: {} }, 'url'],
      [{ url: 'ftp://example.com', events: {} }, 'url'],
      [{ url: 'http://10.0.0.1/', events: {} }, 'url'],
      [{ url: '', events: {} }, 'url'],
    ])('%j names %s', async (body, field) => {
      const answer = await service.call('POST /callback', { as: aCaller(), body });
      expect(answer).toMatchObject({ status: 422, body: { error_type: 'unprocessable_entity', errors: [{ field }] } });
    });
  });

  describe('who may call', () => {
    const routes = [
      'GET /callback',
      'POST /callback',
      'DELETE /callback',
      'GET /callback/events',
      'GET /callback/events/x',
      'DELETE /callback/events/x',
    ];

    test.each(routes)('%s without the gateway gets 401', async (route) => {
      expect(
        (await service.call(route, { body: { url: null, events: {} } }).catch(() => service.call(route))).status,
      ).toBe(401);
    });

    test.each(routes)('%s with general permissions only gets 403', async (route) => {
      const as = aCaller({ account: null, location_id: null, scope: 'profile' });
      const body = route.startsWith('POST') ? { url: null, events: {} } : undefined;
      expect((await service.call(route, { as, body })).status).toBe(403);
    });

    test('a connection that has just been disconnected gets 401', async () => {
      const caller = aCaller();
      await service.sendConnection(caller, { status: 'disconnected', version: 2 });
      expect((await service.call('POST /callback', { as: caller, body: { url: null, events: {} } })).status).toBe(401);
    });

    test('a disconnection waits for a callback that is being saved, and deletes it', async () => {
      const caller = aCaller();
      const { connection_id, client_id, location_id, catalog_id, customer_list_id, scope } = caller;
      const account_id = caller.account?.id ?? '';
      await service.sendConnection(caller);
      const trx = await service.db.connect();
      await trx.query('begin');
      const connection = { id: connection_id, client_id, account_id, location_id, catalog_id, customer_list_id, scope };
      expect(await insertCallerConnection(trx, connection)).toBe('active');
      const disconnecting = service.sendConnection(caller, { status: 'disconnected', version: 2 });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'insert into connections%'`;
      await eventually(async () => (await service.db.query(waiting)).rowCount === 1);
      const owner = { connection_id, account_id };
      await upsertCallback(trx, {
        ...owner,
        id: newId(),
        url: null,
        host: null,
        events: '{}',
        subscribed: [],
        acknowledge: null,
      });
      await trx.query('commit');
      trx.release();
      await disconnecting;
      expect((await service.db.query('select from callbacks where connection_id = $1', [connection_id])).rowCount).toBe(
        0,
      );
    });
  });
});

describe('events', () => {
  const orders = { order: ['create', 'update'] };

  const retrieve = (as: ReturnType<typeof aCaller>, id: string) => service.call(`GET /callback/events/${id}`, { as });

  describe('from change to event', () => {
    test('each connection that may see the change gets an event, except those of the client that caused it', async () => {
      const account = { id: newId(), currency: 'EUR' };
      const location_id = newId();
      const [here, causing, elsewhere, whole, foreign] = await Promise.all([
        service.subscriber(orders, null, { account, location_id }),
        service.subscriber(orders, null, { account, location_id }),
        service.subscriber(orders, null, { account }),
        service.subscriber(orders, null, { account, location_id: null }),
        service.subscriber(orders),
      ]);
      await service.sendChanges(anOrderChange(here, { client_id: causing.client_id }));
      const counts = await Promise.all(
        [here, causing, elsewhere, whole, foreign].map((caller) => service.listed(caller)),
      );
      expect(counts.map((list) => list.length)).toEqual([1, 0, 0, 1, 0]);
      expect(counts[0]![0].id).not.toBe(counts[3]![0].id);
    });

    test('a change of the account reaches its locations', async () => {
      const caller = await service.subscriber({ catalog: ['delete'] });
      const ids = { catalog_id: newId(), account_id: caller.account!.id };
      await service.sendChanges(
        anOrderChange(caller, {
          resource_type: 'catalog',
          event_type: 'delete',
          location_id: null,
          ids,
          timezone: 'UTC',
          new_state: null,
        }),
      );
      const [event] = await service.listed(caller);
      expect(event).toEqual({
        id: event.id,
        resource_type: 'catalog',
        event_type: 'delete',
        created_at: '2026-07-01T10:00:00Z',
        ...ids,
      });
      expect((await retrieve(caller, event.id)).body).toEqual(event);
    });

    test('a repeated message makes no second event, even after the first was acknowledged', async () => {
      const caller = await service.subscriber(orders);
      const message = changeMessage(anOrderChange(caller));
      await service.send(message, changeMessage(anOrderChange(caller)));
      await service.send(message);
      const events = await service.listed(caller);
      expect(events).toHaveLength(2);
      await service.call(`DELETE /callback/events/${events[0].id}`, { as: caller });
      await service.send(message);
      expect(await service.listed(caller)).toHaveLength(1);
    });

    test('a change that cannot be stored is rejected without the others of its batch', async () => {
      const caller = await service.subscriber(orders);
      const nul = changeMessage(anOrderChange(caller, { new_state: '{"a":"\u0000"}' }));
      const unknown = { ...changeMessage(anOrderChange(caller)), body: { resource_type: 'spaceship' } };
      const rejected = await service.send(
        changeMessage(anOrderChange(caller)),
        nul,
        unknown,
        changeMessage(anOrderChange(caller)),
      );
      expect(rejected.map(({ id }) => id).sort()).toEqual([nul.id, unknown.id].sort());
      expect(await service.listed(caller)).toHaveLength(2);
    });

    test('200 changes for 20 subscribers', async () => {
      const account = { id: newId(), currency: 'EUR' };
      const location_id = newId();
      const callers = await Promise.all(
        Array.from({ length: 20 }, () => service.subscriber(orders, null, { account, location_id })),
      );
      await service.sendChanges(...Array.from({ length: 200 }, () => anOrderChange(callers[0]!)));
      const { rows } = await service.db.query<{ events: string }>(
        'select count(*) as events from events e join callbacks cb on cb.id = e.callback_id where cb.account_id = $1',
        [account.id],
      );
      expect(rows[0]?.events).toBe('4000');
    });

    test('a connection that is known only from its callback request gets events', async () => {
      const caller = aCaller();
      await service.call('POST /callback', { as: caller, body: { url: null, events: orders } });
      await service.sendChanges(anOrderChange(caller));
      expect(await service.listed(caller)).toHaveLength(1);
    });

    test('the newest scope of a connection applies, whatever the order of the messages', async () => {
      const caller = await service.subscriber(orders);
      await service.sendConnection(caller, { version: 3, scope: 'location[catalog.read]' });
      await service.sendConnection(caller, { version: 2, scope: caller.scope });
      await service.sendChanges(anOrderChange(caller));
      expect(await service.listed(caller)).toEqual([]);
    });

    test('a disconnected connection loses its callback, a blocked one keeps getting events', async () => {
      const [gone, blocked] = await Promise.all([service.subscriber(orders), service.subscriber(orders)]);
      await service.sendConnection(gone, { version: 2, status: 'disconnected' });
      await service.sendConnection(blocked, { version: 2, status: 'blocked' });
      await service.sendChanges(anOrderChange(gone), anOrderChange(blocked));
      expect((await service.call('GET /callback', { as: gone })).body).toEqual({ url: null, events: {} });
      expect(await service.listed(blocked)).toHaveLength(1);
    });
  });

  describe('reading events', () => {
    test('an event has the states as they were stored, with the private refs of the receiver only', async () => {
      const caller = await service.subscriber(orders);
      const plain = anOrderChange(caller, { private_refs: { 'someone-else': { self: 'theirs', i1: 'theirs too' } } });
      const own = anOrderChange(caller, {
        event_type: 'update',
        previous_state: plain.new_state,
        private_refs: { [caller.client_id]: { self: 'mine', i1: 'line' }, 'someone-else': { self: 'theirs' } },
      });
      await service.sendChanges(plain, own);
      const [first, second] = await service.listed(caller);
      expect(Object.keys(first)).toEqual([
        'id',
        'resource_type',
        'event_type',
        'created_at',
        'order_id',
        'location_id',
        'account_id',
      ]);
      const response = await service.call(`GET /callback/events/${first.id}`, { as: caller });
      expect(response.body).toMatchObject({
        ...plain.ids,
        created_at: '2026-07-01T12:00:00+02:00',
        new_state: JSON.parse(plain.new_state!),
      });
      expect(response.body).not.toHaveProperty('previous_state');
      expect(JSON.stringify(response.body)).not.toContain('theirs');
      const updated = (await retrieve(caller, second.id)).body;
      expect(updated.previous_state.private_ref).toBeNull();
      expect(updated.new_state).toMatchObject({ private_ref: 'mine', items: [{ private_ref: 'line' }] });
      expect(JSON.stringify(updated)).not.toContain('theirs');
    });

    test('a large event is retrieved whole', async () => {
      const caller = await service.subscriber(orders);
      const states = {
        previous_state: JSON.stringify({ seller_notes: 'x'.repeat(300_000) }),
        new_state: JSON.stringify({ seller_notes: 'y'.repeat(300_000) }),
      };
      await service.sendChanges(anOrderChange(caller, { event_type: 'update', ...states }));
      const [event] = await service.listed(caller);
      const { body } = await retrieve(caller, event.id);
      expect([body.previous_state, body.new_state]).toEqual([
        JSON.parse(states.previous_state),
        JSON.parse(states.new_state),
      ]);
    });

    test('the list is oldest first, in pages', async () => {
      const caller = await service.subscriber(orders);
      const changes = Array.from({ length: 5 }, () => anOrderChange(caller));
      await service.sendChanges(...changes);
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await service.call(`GET /callback/events?count=2&cursor=${cursor}`, { as: caller });
        seen.push(...page.body.map((event: { order_id: string }) => event.order_id));
        cursor = page.headers.get('x-cursor-next') ?? '';
      } while (cursor !== '');
      expect(seen).toEqual(changes.map(({ ids }) => ids['order_id']));
    });

    test('an acknowledged event is deleted, and a second acknowledgement gets 404', async () => {
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      const [{ id }] = await service.listed(caller);
      expect(await service.call(`DELETE /callback/events/${id}`, { as: caller })).toMatchObject({
        status: 200,
        body: {},
      });
      expect(await service.listed(caller)).toEqual([]);
      expect((await retrieve(caller, id)).status).toBe(404);
      expect((await service.call(`DELETE /callback/events/${id}`, { as: caller })).status).toBe(404);
    });

    test('another connection’s event gets the same answer as a missing one', async () => {
      const [caller, sibling] = [await service.subscriber(orders), await service.subscriber(orders)];
      await service.sendChanges(anOrderChange(caller));
      const [{ id }] = await service.listed(caller);
      const others = [
        sibling,
        { ...caller, connection_id: sibling.connection_id },
        { ...caller, account: sibling.account },
        aCaller(),
      ];
      for (const as of others) {
        expect(await retrieve(as, id)).toMatchObject({ status: 404, body: (await retrieve(as, newId())).body });
        expect((await service.call(`DELETE /callback/events/${id}`, { as })).status).toBe(404);
      }
      expect(await service.listed(caller)).toHaveLength(1);
    });
  });

  describe('a connection whose scope was narrowed', () => {
    const everything = { order: ['create'], catalog: ['update'], customer: ['update'], location: ['update'] };
    const wide = 'location[orders.read,all_catalogs.read,all_customer_lists.read]';
    const stored = async ({ connection_id }: TestCaller) => {
      const { rows } = await service.db.query(
        'select e.id from events e join callbacks cb on cb.id = e.callback_id where cb.connection_id = $1',
        [connection_id],
      );
      return rows.length;
    };

    async function withEvents(url: string | null = null) {
      const caller = await service.subscriber(everything, url, { scope: wide });
      const states = { previous_state: null, new_state: null };
      const [catalog_id, list_id] = [newId(), newId()];
      const catalog = (id: string) =>
        anOrderChange(caller, { resource_type: 'catalog', event_type: 'update', ids: { catalog_id: id }, ...states });
      const customer = (customer_list_id: string) => {
        const ids = { customer_id: newId(), customer_list_id };
        return anOrderChange(caller, { resource_type: 'customer', event_type: 'update', ids, ...states });
      };
      const location = anOrderChange(caller, {
        ...{ resource_type: 'location', event_type: 'update', ...states },
        ids: { location_id: caller.location_id ?? '', account_id: caller.account?.id ?? '' },
      });
      await service.sendChanges(
        ...[
          anOrderChange(caller),
          catalog(catalog_id),
          catalog(newId()),
          customer(list_id),
          customer(newId()),
          location,
        ],
      );
      return { caller, catalog_id, list_id };
    }

    test('neither lists nor reads what it may no longer see, and its pages are full', async () => {
      const { caller, catalog_id, list_id } = await withEvents();
      const all = await service.listed(caller);
      expect(all).toHaveLength(6);
      const narrow = { ...caller, scope: 'location[catalog.read,customer_list.read]' };
      const bound = { ...narrow, catalog_id, customer_list_id: list_id };
      const kinds = async (as: TestCaller) =>
        (await service.listed(as)).map(({ resource_type }: { resource_type: string }) => resource_type);
      expect(await kinds(narrow)).toEqual(['location']);
      expect(await kinds(bound)).toEqual(['catalog', 'customer', 'location']);
      expect((await service.call('GET /callback/events?count=2', { as: bound })).body).toHaveLength(2);
      const statuses = await Promise.all(all.map(async ({ id }: { id: string }) => (await retrieve(bound, id)).status));
      expect(statuses).toEqual([404, 200, 404, 200, 404, 200]);
    });

    test('has lost those events, even when its scope is widened again', async () => {
      const { caller } = await withEvents();
      await service.sendConnection(caller, { version: 2, scope: 'location[orders.read]' });
      await eventually(async () => (await stored(caller)) === 2);
      await service.sendConnection(caller, { version: 3, scope: wide });
      expect(await service.listed(caller)).toHaveLength(2);
    });

    test('does not get them pushed either', async () => {
      const hook = await startReceiver();
      const { caller } = await withEvents();
      // Without a new version of the connection nothing is deleted: each attempt has to check what it pushes.
      await service.db.query(`update connections set scope = 'location[orders.read]' where id = $1`, [
        caller.connection_id,
      ]);
      const body = { url: hook.url, events: everything };
      await service.call('POST /callback', { as: caller, body });
      await eventually(async () => (await stored(caller)) === 0);
      const kinds = hook.received.map(({ body }) => JSON.parse(body).resource_type);
      expect(kinds.sort()).toEqual(['location', 'order']);
      await hook.close();
    });
  });

  describe('an anonymised customer', () => {
    const personal = { id: 'c1', email: 'ada@example.com', first_name: 'Ada', city: 'London', anonymised: false };
    async function anonymise(customer_id: string, account_id: string) {
      const body = { account_id, customer_list_id: 'k1', customer_id };
      await service.send({ id: newId(), topic: 'customer.anonymised', key: customer_id, version: 1, body });
      await eventually(async () => {
        const { rows } = await service.db.query('select 1 from forgotten_customers where finished_at is null');
        return rows.length === 0;
      });
    }
    const stateOf = async (caller: ReturnType<typeof aCaller>) => {
      const [{ id }] = await service.listed(caller);
      return (await retrieve(caller, id)).body;
    };

    test('loses the personal data in the events stored before, and in those that come late', async () => {
      const customer = { ...personal, id: newId() };
      const [caller, late] = [await service.subscriber(orders), await service.subscriber(orders)];
      const state = JSON.stringify({ id: 'o1', customer, total: '1.00 EUR' });
      const states = { previous_state: state, new_state: state };
      const update = { event_type: 'update' as const, customer_id: customer.id, ...states };
      await service.sendChanges(anOrderChange(caller, update));
      await anonymise(customer.id, caller.account!.id);
      await service.sendChanges(anOrderChange(late, update));
      for (const receiver of [caller, late]) {
        const { previous_state, new_state } = await stateOf(receiver);
        expect(previous_state).toEqual({
          id: 'o1',
          customer: { ...customer, email: null, first_name: null, anonymised: true },
          total: '1.00 EUR',
        });
        expect(new_state).toEqual(previous_state);
      }
    });

    test('loses the personal data in the events of the customer itself', async () => {
      const caller = await service.subscriber({ customer: ['update'] });
      const customer = { ...personal, id: newId() };
      const ids = { customer_id: customer.id, customer_list_id: newId() };
      const state = JSON.stringify(customer);
      await service.sendChanges(
        anOrderChange(caller, {
          resource_type: 'customer',
          event_type: 'update',
          ids,
          customer_id: customer.id,
          previous_state: state,
          new_state: state,
        }),
      );
      await anonymise(customer.id, caller.account!.id);
      expect((await stateOf(caller)).new_state).toEqual({
        ...customer,
        email: null,
        first_name: null,
        anonymised: true,
      });
    });
  });
});

/** Test events (docs/api/events.md#test-events). */
describe('test events', () => {
  const send = (caller: TestCaller, body: unknown = {}) => service.call('POST /callback/test', { as: caller, body });

  const kinds = Object.entries(subscribableEvents).flatMap(([type, events]) =>
    events.map((event) => `${type}.${event}`),
  );

  const kindOf = ({ resource_type, event_type }: Record<string, string>) => `${resource_type}.${event_type}`;

  const all = { events: subscribableEvents };

  const { schemas } = JSON.parse(
    readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
  ).components;

  /** The fields that each resource of this kind has. */
  const fieldsOf = (component: string): string[] => [...schemas[component].required].sort();

  test('one of each kind is pushed: signed, the same as its GET, and marked as a test', async () => {
    const bodies: Record<string, any>[] = [];
    const hook = await startReceiver((res, { body, headers }) => {
      expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', clientSecret).update(body).digest('hex'));
      bodies.push(JSON.parse(body));
      res.writeHead(500).end();
    });
    const caller = await service.subscriber({ order: ['create'] }, hook.url);
    const { status, body } = await send(caller, all);
    expect(status).toBe(200);
    expect(body.events.map(kindOf).sort()).toEqual([...kinds].sort());
    await eventually(() => bodies.length >= 1);
    const listed = await service.listed(caller);
    expect(listed).toHaveLength(kinds.length);
    const events = await Promise.all(
      listed.map(
        async ({ id }: { id: string }) => (await service.call(`GET /callback/events/${id}`, { as: caller })).body,
      ),
    );
    expect(events).toContainEqual(bodies[0]);
    for (const event of [...listed, ...events]) expect(event.test).toBe(true);
    const states = Object.fromEntries(events.map((event) => [kindOf(event), event]));
    for (const component of ['Order', 'Delivery', 'Customer', 'Location']) {
      const { previous_state, new_state } = states[`${component.toLowerCase()}.update`];
      expect(Object.keys(new_state).sort()).toEqual(fieldsOf(component));
      expect(Object.keys(previous_state).sort()).toEqual(fieldsOf(component));
    }
    expect(Object.keys(states['order.create'].new_state.items[0]).sort()).toEqual(fieldsOf('OrderItem'));
    expect(Object.keys(states['order.create'].new_state.customer).sort()).toEqual(fieldsOf('Customer'));
    expect(states['order.create'].previous_state).toBeUndefined();
    expect(states['inventory.patch'].state_change).toHaveLength(1);
    expect(states['catalog.delete']).not.toHaveProperty('new_state');
    await hook.close();
  });

  test('without a body of kinds, the callback decides; a passive one lists them', async () => {
    const caller = await service.subscriber({ order: ['create', 'update'], location: ['update'] });
    expect((await send(caller)).body.events.map(kindOf).sort()).toEqual([
      'location.update',
      'order.create',
      'order.update',
    ]);
    expect(await service.listed(caller)).toHaveLength(3);
  });

  test('a kind that the scope hides, or that has no events, is left out', async () => {
    const caller = await service.subscriber({ order: ['create'] }, null, { scope: 'location[inventory.read]' });
    expect((await send(caller)).body).toEqual({ events: [] });
    const account = await service.subscriber({ account: ['update'], location: ['update'] }, null, {
      location_id: null,
    });
    expect((await send(account)).body.events.map(kindOf)).toEqual(['location.update']);
  });

  test('429 within ten seconds, with Retry-After; another connection is not held up', async () => {
    const caller = await service.subscriber({ order: ['create'] });
    expect((await send(caller)).status).toBe(200);
    const second = await send(caller);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await send(await service.subscriber({ order: ['create'] }))).status).toBe(200);
    expect(await service.listed(caller)).toHaveLength(1);
    await service.db.query(`update callbacks set tested_at = now() - interval '11 s' where connection_id = $1`, [
      caller.connection_id,
    ]);
    expect((await send(caller)).status).toBe(200);
  });

  describe('refused', () => {
    test('404 without a callback, or with that of another account; 401 without a connection', async () => {
      expect((await send(aCaller())).status).toBe(404);
      const caller = await service.subscriber({ order: ['create'] });
      expect((await send({ ...caller, account: { id: newId(), currency: 'EUR' } })).status).toBe(404);
      expect((await service.call('POST /callback/test', { body: {} })).status).toBe(401);
      const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
      expect((await send(general)).status).toBe(403);
    });

    test.each([
      [{ events: { spaceship: ['create'] } }, 'events.spaceship'],
      [{ events: { order: ['delete'] } }, 'events.order.0'],
      [{ events: 'order.create' }, 'events'],
      [{ events: { order: 'create' } }, 'events.order'],
    ])('%j: 422 that names the field', async (body, field) => {
      const caller = await service.subscriber({ order: ['create'] });
      expect(await send(caller, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    });
  });
});

/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
describe('slots of large events', () => {
  const readsMax = 20;

  let events: TestService;

  const subscribers: { as: TestCaller; route: string }[] = [];

  /** A callback with a large event. */
  async function subscribe() {
    const as = await events.subscriber({ order: ['create'] });
    const change = anOrderChange(as);
    const new_state = (change.new_state ?? '').replace(
      '"private_ref":null',
      `"private_ref":null,"notes":"${'x'.repeat(300_000)}"`,
    );
    await events.sendChanges({ ...change, new_state });
    const [{ id }] = await events.listed(as);
    return { as, route: `GET /callback/events/${id}` };
  }

  beforeAll(async () => {
    events = await startTestService({ LARGE_READS_MAX: `${readsMax}`, DATABASE_POOL_SIZE: `${readsMax + 5}` });
    for (let count = 0; count < readsMax; count += 1) subscribers.push(await subscribe());
  });

  afterAll(() => events.close());

  /** The slots of large reads; see also the test of orders. */
  const use: SlotUse = {
    clients: sized(5, 100),
    db: () => events.db,
    lockAll: () => lockLargeValues(events.db, 'changes'),
    begin: (account) => events.begin(subscribers[account]!.route, { as: subscribers[account]!.as }),
    ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
  };

  test.each([
    ['wait for it', giveUpWaiting],
    ['have it', giveUpInSlot],
  ])('clients that need a slot for a large event leave all free when they give up while they %s', async (_, giveUp) => {
    await giveUp(use);
    expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
  });
});
