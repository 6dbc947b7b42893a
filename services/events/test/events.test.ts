import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { subscribableEvents } from '@order-hub/shared/change';
import { idFloor, newId } from '@order-hub/shared/ids';
import { park } from '@order-hub/shared/parking';
import { listPartitions } from '@order-hub/shared/partitions';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { messageOf } from '@order-hub/testing/service';
import { migrations } from '../migrations/index.ts';
import { upsertCallback } from '../src/callbacks/callback.store.ts';
import { insertCallerConnection } from '../src/connections/connection.store.ts';
import { findAnonymised } from '../src/events/anonymising/anonymised-customer.store.ts';
import { deleteOldMarks } from '../src/events/delete-old-marks.ts';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
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

    test('is not answered again to a connection whose rights have changed since', async () => {
      const caller = aCaller();
      const post = (scope: string) =>
        service.call('POST /callback', {
          as: { ...caller, scope },
          body: { events: orders },
          headers: { 'idempotency-key': 'callback' },
        });
      expect((await post('location[orders.read,catalog.read]')).status).toBe(200);
      expect(await post('location[orders.read]')).toMatchObject({ status: 422, body: { code: 'answer_not_kept' } });
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
      [{ url: null }, 'events', 'missing'],
      [{ url: null, events: null }, 'events', 'wrong_type'],
      [{ url: null, events: [1] }, 'events', 'wrong_type'],
      [{ url: null, events: { foo: ['create'] } }, 'events.foo', 'unknown_value'],
      [{ url: null, events: { order: ['delete'] } }, 'events.order.0', 'unknown_value'],
      [{ url: null, events: { customer_list: ['create', 'delete'] } }, 'events.customer_list.1', 'unknown_value'],
      [{ url: null, events: { account: ['create'] } }, 'events.account.0', 'unknown_value'],
      [{ url: null, events: { constructor: ['create'] } }, 'events.constructor', 'unknown_value'],
      [{ url: null, events: { order: ['create', 'explode'] } }, 'events.order.1', 'unknown_value'],
      [{ url: null, events: { order: 'create' } }, 'events.order', 'wrong_type'],
      [{ url: null, events: { order: [1] } }, 'events.order.0', 'wrong_type'],
      [{ url: 5, events: {} }, 'url', 'wrong_type'],
      [{ url: 'ftp://example.com', events: {} }, 'url', 'not_a_url'],
      [{ url: 'http://10.0.0.1/', events: {} }, 'url', 'not_allowed'],
      [{ url: '', events: {} }, 'url', 'not_a_url'],
    ])('%j names %s: %s', async (body, field, code) => {
      const answer = await service.call('POST /callback', { as: aCaller(), body });
      const errors = [{ field, code }];
      expect(answer).toMatchObject({ status: 422, body: { error_type: 'unprocessable_entity', errors } });
    });
  });

  test.each([
    [{ foo: ['create'] }, 'is not a resource type: use catalog, customer, delivery, inventory, location, order'],
    [{ order: ['delete'] }, 'is not an event type of order: use create, update'],
    [{ order: 'create' }, 'must be an array of event types, such as ["create", "update"]'],
    ['order.create', 'must be a map from resource types to event types, such as {"order": ["create", "update"]}'],
  ])('the fault of %j says what is allowed', async (events, message) => {
    const { body } = await service.call('POST /callback', { as: aCaller(), body: { url: null, events } });
    expect(body.errors).toMatchObject([{ message }]);
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

/** Every stored event and message of an anonymised customer loses the personal data (docs/api/customers.md#anonymisation). */
describe('an anonymised customer', () => {
  const secret = 'ada@example.com';

  const aCustomer = () => ({ id: newId(), email: secret, phone: secret, city: 'London', anonymised: false });

  type TestCustomer = ReturnType<typeof aCustomer>;

  const anUpdate = (as: TestCaller, customer: TestCustomer) => {
    const state = JSON.stringify({ id: newId(), customer, total: '1.00 EUR' });
    return anOrderChange(as, {
      event_type: 'update',
      customer_id: customer.id,
      previous_state: state,
      new_state: state,
    });
  };

  const anonymise = ({ id: customer_id }: TestCustomer) => {
    const body = { account_id: 'a', customer_list_id: 'k1', customer_id, client_id: null, list_deleted: false };
    return service.send(messageOf('customer.anonymised', customer_id, body));
  };

  const finished = () =>
    eventually(async () => {
      const { rowCount } = await service.db.query('select from forgotten_customers where finished_at is null');
      return rowCount === 0;
    });

  /** All rows of all tables with the secret, as text. */
  async function rowsWithSecret(): Promise<string[]> {
    const { rows: tables } = await service.db.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'events'`,
    );
    const texts = tables.map(async ({ name }) => {
      const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
      return (await service.db.query<{ row: string }>(text, [secret])).rows.map(({ row }) => row);
    });
    return (await Promise.all(texts)).flat();
  }

  const rejected = (as: TestCaller, customer: TestCustomer) => {
    const { id, topic, key, body } = changeMessage(anUpdate(as, customer));
    return { id, topic, key, body: JSON.stringify(body), reason: 'no' };
  };

  test('answers of receivers that repeat the data are deleted, and left out when they come later', async () => {
    const customer = aCustomer();
    const held: (() => void)[] = [];
    const hook = await startReceiver((res, { body }, count) => {
      const echo = () => void res.writeHead(200, { 'x-echo': secret }).end(body);
      if (count === 3) held.push(echo);
      else echo();
    });
    const app = await service.subscriber({ order: ['update', 'create'] }, hook.url);
    const answers = async () => {
      const { rows } = await service.db.query<{ headers: string | null }>(
        'select response_headers as headers from logged_attempts where connection_id = $1 order by id',
        [app.connection_id],
      );
      return rows.map(({ headers }) => headers !== null);
    };
    const logged = (count: number) => eventually(async () => (await answers()).length === count);
    for (const sent of [1, 2]) {
      await service.sendChanges(anUpdate(app, customer));
      await logged(sent);
    }
    // As an older version logged the first.
    const first = '(select min(id) from logged_attempts where connection_id = $1)';
    await service.db.query(`update logged_attempts set customer_id = null where id = ${first}`, [app.connection_id]);
    await service.sendChanges(anUpdate(app, customer));
    await eventually(() => held.length === 1);
    await service.sendChanges(anOrderChange(app));
    await logged(3);
    expect(await answers()).toEqual([true, true, true]);
    await anonymise(customer);
    await finished();
    expect(await answers()).toEqual([false, false, true]);
    held[0]?.();
    await logged(4);
    await service.db.query(`delete from logged_attempts where customer_id = '' and connection_id = $1`, [
      app.connection_id,
    ]);
    expect(await rowsWithSecret()).toEqual([]);
    await hook.close();
  });

  test('events that are waiting, failed, dropped or no longer visible lose the data; so do rejected messages', async () => {
    const customer = aCustomer();
    const orders = { order: ['update'] };
    const [passive, narrowed, away] = [
      await service.subscriber(orders),
      await service.subscriber(orders),
      await service.subscriber(orders, 'http://127.0.0.1:1/'),
    ];
    for (const as of [passive, narrowed, away])
      await service.sendChanges(anUpdate(as, customer), anUpdate(as, customer));
    await eventually(async () => (await service.db.query('select from events where attempts > 0')).rowCount);
    await service.db.query(
      `insert into dropped_events (id, change_id, connection_id, attempts, reason)
     select e.id, e.change_id, $1, 7, 'no answer' from events e limit 1`,
      [away.connection_id],
    );
    await service.sendConnection(narrowed, { version: 2, scope: 'location[inventory.read]' });
    await park(service.db, [rejected(passive, customer)], findAnonymised);
    expect((await rowsWithSecret()).length).toBeGreaterThanOrEqual(5);
    await anonymise(customer);
    await finished();
    expect(await rowsWithSecret()).toEqual([]);
    const { rows } = await service.db.query('select body from outbox');
    expect(JSON.parse(JSON.parse(rows[0].body).new_state).customer).toEqual({
      ...customer,
      email: null,
      phone: null,
      anonymised: true,
    });
    expect(await service.listed(passive)).toHaveLength(2);
  });

  test('changes and rejected messages that arrive during the anonymisation keep no personal data', async () => {
    const as = await service.subscriber({ order: ['update'] });
    for (let round = 0; round < sized(10, 100); round += 1) {
      const customer = aCustomer();
      await Promise.all([
        park(service.db, [rejected(as, customer), rejected(as, customer)], findAnonymised),
        anonymise(customer),
        service.sendChanges(anUpdate(as, customer)),
        park(service.db, [rejected(as, customer)], findAnonymised),
      ]);
    }
    await finished();
    expect(await rowsWithSecret()).toEqual([]);
  });

  test('housekeeping keeps an unfinished mark', async () => {
    const [done, open] = [newId(), newId()];
    await service.db.query(
      `insert into forgotten_customers (customer_id, forgotten_at, finished_at)
     values ($1, now() - interval '31 days', now()), ($2, now() - interval '31 days', null)`,
      [done, open],
    );
    expect(await deleteOldMarks(service.db, new Date(Date.now() - 30 * 86_400_000))).toBe(1);
    const { rows } = await service.db.query(
      'select customer_id from forgotten_customers where customer_id = any ($1)',
      [[done, open]],
    );
    expect(rows).toEqual([{ customer_id: open }]);
  });
});

describe('housekeeping', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const orders = { order: ['create'] };

  const counts = async () =>
    (
      await service.db.query(
        `select (select count(*)::int from changes) as changes, (select count(*)::int from events) as events,
         (select count(*)::int from dropped_events) as dropped, (select count(*)::int from removed_callbacks) as removed`,
      )
    ).rows[0];

  const housekeep = (after?: string) => {
    const { signal } = new AbortController();
    return deleteObsolete(
      { db: service.db, now: new Date(), signal, droppedDays: 7, markDays: 30, requestLogDays: 7, orderFigureDays: 90 },
      after,
    );
  };

  test('deletes what cannot be reached any more, and nothing else', async () => {
    const [keeps, leaves, reads] = [
      await service.subscriber(orders),
      await service.subscriber(orders),
      await service.subscriber(orders),
    ];
    await service.sendChanges(
      ...[keeps, leaves, reads].flatMap((caller) => Array.from({ length: 10 }, () => anOrderChange(caller))),
    );
    for (const { id } of await service.listed(reads))
      await service.call(`DELETE /callback/events/${id}`, { as: reads });
    await service.call('DELETE /callback', { as: leaves });
    expect(await counts()).toEqual({ changes: 30, events: 20, dropped: 0, removed: 1 });
    await housekeep();
    expect(await counts()).toEqual({ changes: 10, events: 10, dropped: 0, removed: 0 });
    expect(await service.listed(keeps)).toHaveLength(10);
  });

  test('looks at young changes alone when told so', async () => {
    const reads = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(reads));
    await service.db.query('delete from events where change_id = (select max(id) from changes)');
    await housekeep(idFloor(new Date(Date.now() + 60_000)));
    expect(await counts()).toMatchObject({ changes: 11 });
    await housekeep(idFloor(new Date(Date.now() - 60_000)));
    expect(await counts()).toMatchObject({ changes: 10 });
  });

  test('keeps operators’ copies for the days of the setting, with their changes', async () => {
    await service.db.query(
      `with gone as (delete from events returning id, change_id)
     insert into dropped_events (id, change_id, connection_id, attempts, reason, dropped_at)
     select id, change_id, 'c', 7, 'status 500', now() - interval '6 days 23 hours' from gone`,
    );
    await housekeep();
    expect(await counts()).toMatchObject({ changes: 10, events: 0, dropped: 10 });
    await service.db.query(`update dropped_events set dropped_at = now() - interval '7 days 1 minute'`);
    await housekeep();
    expect(await counts()).toEqual({ changes: 0, events: 0, dropped: 0, removed: 0 });
  });
});

/** Changes are partitioned by quarter, and go with their events (docs/decisions/0063-changes-go-with-their-events.md). */
describe('the partitions of changes', () => {
  let service: TestService;

  let now = new Date('2026-11-24T10:00:00Z');

  beforeAll(async () => {
    service = await startTestService({}, { now: () => now });
  });

  afterAll(() => service.close());

  const subscribed = { order: ['create'] };

  const names = async () => (await listPartitions(service.db, 'changes')).map(({ name }) => name);

  /** Restarts the service on this day, and waits until it has these partitions. `first`, or the month in which each begins. */
  async function restartAt(day: string, partitions: string[]) {
    await service.stop();
    now = new Date(day);
    await service.start();
    const expected = partitions.map((begins) => `changes_${begins === 'first' ? '' : 'from_'}${begins}`);
    await eventually(async () => (await names()).join() === expected.join());
  }

  /** Moves what is stored to ids of this day, as if it had been stored then. */
  async function moveTo(day: string) {
    const id = newId(new Date(day));
    await service.db.query('update changes set id = $1', [id]);
    await service.db.query('update events set change_id = $1', [id]);
    return id;
  }

  test('a change has the account in which it happened', async () => {
    const caller = await service.subscriber(subscribed);
    await service.sendChanges(anOrderChange(caller));
    const { rows } = await service.db.query('select account_id from changes');
    expect(rows).toEqual([{ account_id: caller.account?.id }]);
    const [event] = await service.listed(caller);
    await service.db.query(`update changes set account_id = 'another'`);
    expect(await service.listed(caller)).toEqual([]);
    expect((await service.call(`GET /callback/events/${event.id}`, { as: caller })).status).toBe(404);
    await service.db.query('delete from events; delete from changes');
  });

  test('a process of the previous release stores changes without their account, and their events are read', async () => {
    const caller = await service.subscriber(subscribed);
    const { callback_id } = (
      await service.db.query('select id as callback_id from callbacks where connection_id = $1', [caller.connection_id])
    ).rows[0];
    const [change_id, event_id] = [newId(), newId()];
    const { ids, new_state } = anOrderChange(caller);
    // The statement of the release before 0011-accounts-of-changes.
    await service.db.query(
      `with locked as (
       select id from callbacks where id = any ($13::text[]) for key share
     ), stored as (
       insert into changes (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state,
         state_change, previous_private_refs, private_refs, customer_id)
       select c.id, c.resource_type, c.event_type, c.created_at::timestamptz, c.timezone, c.ids, c.previous_state, c.new_state,
         c.state_change, c.previous_refs::jsonb, c.refs::jsonb, c.customer_id
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
         as c (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state, state_change,
         previous_refs, refs, customer_id)
     )
     insert into events (callback_id, id, change_id, resource)
     select e.callback_id, e.id, e.change_id, e.resource
     from unnest($14::text[], $15::text[], $16::text[], $17::text[]) as e (callback_id, id, change_id, resource)
     join locked on locked.id = e.callback_id`,
      [
        ...[
          [change_id],
          ['order'],
          ['create'],
          [now.toISOString()],
          ['UTC'],
          [JSON.stringify(ids)],
          [null],
          [new_state],
        ],
        ...[[null], [null], [null], [null]],
        ...[[callback_id], [callback_id], [event_id], [change_id], ['order o']],
      ],
    );
    expect(await service.listed(caller)).toEqual([expect.objectContaining({ id: event_id, ...ids })]);
    const event = await service.call(`GET /callback/events/${event_id}`, { as: caller });
    expect(event).toMatchObject({ status: 200, body: { id: event_id, new_state: { id: ids.order_id } } });
    await service.db.query('delete from events; delete from changes');
  });

  describe('a past quarter', () => {
    let caller: Awaited<ReturnType<TestService['subscriber']>>;
    beforeAll(async () => {
      caller = await service.subscriber(subscribed);
      await restartAt('2027-03-15T00:00:00Z', ['first', '2027_04', '2027_07']);
      await restartAt('2027-06-15T00:00:00Z', ['2027_04', '2027_07', '2027_10']);
    });

    test('stays while an event of a passive callback refers to one of its changes', async () => {
      await service.sendChanges(anOrderChange(caller));
      await moveTo('2027-05-05');
      await restartAt('2027-09-15T00:00:00Z', ['2027_04', '2027_07', '2027_10', '2028_01']);
      expect(await service.listed(caller)).toHaveLength(1);
    });

    test('stays while an operator may replay an event of it', async () => {
      await service.db.query(
        `with gone as (delete from events returning id, change_id)
       insert into dropped_events (id, change_id, connection_id, attempts, reason, dropped_at)
       select id, change_id, $1, 7, 'status 500', $2 from gone`,
        [caller.connection_id, '2027-12-14T00:00:00Z'],
      );
      await restartAt('2027-12-15T00:00:00Z', ['2027_04', '2027_10', '2028_01', '2028_04']);
    });

    test('is dropped when nothing refers to it, and nothing else is', async () => {
      await service.sendChanges(anOrderChange(caller));
      await service.db.query('delete from dropped_events');
      await restartAt('2027-12-16T00:00:00Z', ['2027_10', '2028_01', '2028_04']);
      expect(await service.listed(caller)).toHaveLength(1);
    });

    test('is not missed by a message that comes years late', async () => {
      const message = { ...changeMessage(anOrderChange(caller)), id: newId(new Date('2027-05-05')) };
      expect(await service.send(message)).toEqual([]);
      expect(await service.listed(caller)).toHaveLength(2);
    });
  });

  /** The plan that a named statement gets for all values. */
  async function planOf(statement: string, id: string): Promise<string> {
    const client = await service.db.connect();
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare planned (text) as ${statement}`);
    const { rows } = await client.query(`explain (analyze, costs off) execute planned('${id}')`);
    client.release(true);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test('of three partitions, an event reads the one of its change', async () => {
    await service.db.query('delete from events; delete from changes');
    await service.sendChanges(anOrderChange(await service.subscriber(subscribed)));
    const id = await moveTo('2028-02-02');
    expect(await planOf('select new_state from changes where id = $1', id)).toMatch(/Subplans Removed: 2/);
    const joined = await planOf(
      'select ch.new_state from events e join changes ch on ch.id = e.change_id where e.change_id = $1',
      id,
    );
    expect(joined).toMatch(/Index Scan using changes_from_2028_01_pkey/);
    expect(joined).not.toMatch(/on changes_from_2028_04.*actual/);
  });
});

describe('migrations', () => {
  test('down takes everything away, and up again makes the same', async () => {
    const { up, down, upAgain } = await schemaShapes('events', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
