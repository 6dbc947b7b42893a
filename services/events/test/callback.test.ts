import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually } from '@order-hub/testing/call';
import { upsertCallback } from '../src/callbacks/callback.store.ts';
import { insertCallerConnection } from '../src/connections/connection.store.ts';
import { anOrderChange } from './builders.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

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
