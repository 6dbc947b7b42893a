import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, portOf } from '@order-hub/shared/http-server';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal } from '@order-hub/testing/call';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';
import { readConfig } from '../src/config.ts';
import { aTenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

describe('status', () => {
  let gateway: Server;

  let auth: TestAuth;

  /** What the gateway answers about usage, if it does, and the body of the question. */
  let usage: { items: object[] } | undefined;

  let asked = '';

  /** What the gateway misses. */
  const degraded = ['customers', 'messaging'];

  beforeAll(async () => {
    gateway = await listen(
      (req, res) => {
        const answer = (status: number, body: object) =>
          res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        if (req.url !== '/internal/usage') return void answer(200, { ready: true, degraded });
        req.setEncoding('utf8').once('data', (body: string) => (asked = body));
        req.once('end', () => answer(usage ? 200 : 404, usage ?? {}));
      },
      { host: '127.0.0.1', port: 0 },
    );
    auth = await startTestAuth({
      env: {
        GATEWAY_URL: `http://127.0.0.1:${portOf(gateway)}`,
        // Not set: these are asked of the gateway.
        BACK_OFFICE_URL: '',
        ORDERS_URL: '',
        EVENTS_URL: '',
      },
    });
  });

  afterAll(async () => {
    await auth.close();
    gateway.close();
  });

  describe('GET /management/status', () => {
    const away = { ready: false, degraded: [] };
    const well = { ready: true, degraded: [] };

    test('200: the URLs of the hub; the gateway says which services are ready whose addresses are not set', async () => {
      const { status, body } = await auth.operator('GET /management/status');
      expect(status).toBe(200);
      expect(body).toEqual({
        base_url: 'https://hub.example/v1',
        auth_url: 'https://hub.example/oauth2/v1',
        services: {
          gateway: { ready: true, degraded },
          auth: well,
          'back-office': well,
          orders: well,
          // Nobody listens at their addresses.
          catalog: away,
          customers: away,
          events: well,
        },
      });
    });

    test('200: a service is asked itself; without it and the gateway it is not ready', async () => {
      const answer = JSON.stringify({ ready: false, reason: 'the database does not answer', degraded: ['messaging'] });
      const orders = createServer((_req, res) => void res.writeHead(503).end(answer)).listen(0, '127.0.0.1');
      await new Promise((resolve) => orders.once('listening', resolve));
      const alone = await startTestAuth({
        env: { ORDERS_URL: `http://127.0.0.1:${portOf(orders)}`, GATEWAY_URL: 'http://127.0.0.1:1' },
      });
      const { body } = await alone.operator('GET /management/status');
      expect(body.services).toMatchObject({
        gateway: away,
        auth: well,
        'back-office': away,
        orders: { ready: false, degraded: ['messaging'] },
        events: away,
      });
      await alone.close();
      orders.close();
    });
  });

  describe('GET /management/usage', () => {
    const used = { requests: 3, refused: 1, bytes_in: 10, bytes_out: 20, cost_ms: 30 };

    test('200: who used how much of the gateway, with names; 503 without an answer', async () => {
      const { user, account } = await aTenant(auth);
      const payers = [
        { kind: 'account', id: account.id },
        { kind: 'user', id: user.id },
        { kind: 'address', id: '192.0.2.1' },
        { kind: 'account', id: 'gone' },
      ];
      usage = { items: payers.map((payer) => ({ ...payer, minute: used, hour: used })) };
      const { status, body } = await auth.operator('GET /management/usage?count=4');
      expect([status, asked]).toEqual([200, '{"count":4}']);
      const names = [account.name, user.email, null, null];
      expect(body.items).toEqual(usage.items.map((item, at) => ({ ...item, name: names[at] })));
      usage = undefined;
      expect((await auth.operator('GET /management/usage')).status).toBe(503);
    });

    test.each(['0', '101', 'x'])('400 for a count of %s', async (count) => {
      expect((await auth.operator(`GET /management/usage?count=${count}`)).status).toBe(400);
    });
  });

  test('all missing and invalid settings are reported together', () => {
    expect(() => readConfig({ HUB_OPERATOR_KEY: 'short', PUBLIC_URL: 'nowhere' })).toThrow(
      /(?=[^]*DATABASE_URL)(?=[^]*HUB_ENCRYPTION_KEYS)(?=[^]*HUB_SIGNING_KEY)(?=[^]*HUB_VERIFYING_KEYS)(?=[^]*HUB_FORM_KEYS)(?=[^]*HUB_OPERATOR_KEY must be secrets of at least 16)(?=[^]*PUBLIC_URL)/,
    );
  });
});

/** What waits in the hub, as operators see it (docs/api/back-office.md#backlog). The test answers for orders and events. */
describe('backlog', () => {
  /** The answers of the services, by path; 503 without one. */
  let answers: Record<string, object | ((body: any) => object)> = {};

  let asked: { path: string; body: any }[] = [];

  let neighbour: Server;

  let auth: TestAuth;

  beforeAll(async () => {
    neighbour = await listen(
      async (req, res) => {
        const text = Buffer.concat(await req.toArray()).toString();
        const [path, body] = [req.url ?? '', text === '' ? undefined : JSON.parse(text)];
        asked.push({ path, body });
        const answer = answers[path];
        res.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' });
        res.end(JSON.stringify(typeof answer === 'function' ? answer(body) : (answer ?? {})));
      },
      { host: '127.0.0.1', port: 0 },
    );
    const url = `http://127.0.0.1:${portOf(neighbour)}`;
    auth = await startTestAuth({ env: { ORDERS_URL: url, EVENTS_URL: url } });
  });

  afterEach(async () => {
    [answers, asked] = [{}, []];
    await auth.db.query('delete from outbox where parked_at is not null');
  });

  afterAll(async () => {
    await auth.close();
    neighbour.close();
  });

  const none = { count: 0, more: false, oldest_at: null };

  const oldest_at = '2026-07-01T10:00:00.000Z';

  /** Parks a message in auth's own outbox. */
  async function aParked(id = newId(), topic = 'location') {
    await auth.db.query(
      `insert into outbox (id, topic, key, body, parked_at, parked_reason)
     values ($1, $2, 'key', '{"account_id":"a","name":"Ada Lovelace"}', now() - interval '1 minute', 'customers: no')`,
      [id, topic],
    );
    return id;
  }

  const entries = async (subject_id: string) =>
    (
      await auth.db.query(
        'select actor, action, account_id, details from audit_entries where subject_id = $1 order by id',
        [subject_id],
      )
    ).rows;

  describe('GET /management/backlog', () => {
    test('200: each service, null for one that does not answer, and events with names', async () => {
      const { account, client_id } = await aTenant(auth);
      const group = { waiting: { count: 1_000, more: true }, oldest_at, reasons: ['answers 500'] };
      answers = {
        '/internal/backlog': {
          outbox: none,
          parked: { ...none, count: 2 },
          held: { ...none, count: 4 },
          queues: [{ queue: 'orders.dead', messages: 1 }],
        },
        '/internal/waiting-events-by-connection': {
          accounts: [{ ...group, id: account.id, connections: 1 }],
          clients: [{ ...group, id: client_id, connections: 1 }],
          connections: [{ ...group, id: 'c', account_id: account.id, client_id }],
          is_partial: false,
          dropped: { count: 3, more: false },
        },
      };
      const { status, body } = await auth.operator(`GET /management/backlog?account=${account.id}`);
      expect(status).toBe(200);
      const unavailable = ['catalog', 'customers'].map((service) => ({ service, backlog: null }));
      expect(body.services).toEqual(
        expect.arrayContaining([
          { service: 'auth', backlog: { outbox: expect.anything(), parked: none, held: none, queues: [] } },
          { service: 'orders', backlog: answers['/internal/backlog'] },
          ...unavailable,
        ]),
      );
      expect(body.events).toEqual({
        accounts: [{ ...group, id: account.id, connections: 1, name: account.name }],
        clients: [{ ...group, id: client_id, connections: 1, name: 'Till' }],
        connections: [
          { ...group, id: 'c', account_id: account.id, client_id, account_name: account.name, client_name: 'Till' },
        ],
        is_partial: false,
        dropped: { count: 3, more: false },
      });
      expect(asked.find(({ path }) => path.includes('waiting'))?.body).toEqual({ account: account.id });
    });

    test('200 while no other service answers', async () => {
      const { status, body } = await auth.operator('GET /management/backlog');
      expect([status, body.events]).toEqual([200, null]);
    });
  });

  describe('parked messages', () => {
    test('of all services, the newest first, page by page; services that do not answer are named', async () => {
      const shared = newId();
      const [first, last] = [await aParked(shared), await aParked()];
      const ofOrders = {
        ...{ id: shared, topic: 'location', key: 'k', created_at: oldest_at, parked_at: oldest_at, reason: null },
        ...{ attempts: 1, bytes: 9, is_empty: false },
      };
      answers = {
        '/internal/parked-messages': ({ before, inclusive }) => ({
          messages: before === undefined || before > shared || (before === shared && inclusive) ? [ofOrders] : [],
        }),
      };
      const seen: string[][] = [];
      let after = '';
      for (let pages = 0; pages < 3; pages += 1) {
        const { body } = await auth.operator(`GET /management/parked_messages?count=1${after}`);
        seen.push(body.items.map(({ id, service }: { id: string; service: string }) => `${id} ${service}`));
        expect(body.unavailable).toEqual(['catalog', 'customers']);
        after = `&after=${encodeURIComponent(body.next ?? '')}`;
      }
      // One stand-in answers for orders and for events.
      expect(seen).toEqual([[`${last} auth`], [`${first} auth`], [`${shared} events`]]);
      const own = await auth.operator('GET /management/parked_messages?service=auth&topic=location');
      expect(own.body.items.map(({ id }: { id: string }) => id)).toEqual([last, first]);
      expect(JSON.stringify(own.body)).not.toContain('Ada');
      expect((await auth.operator('GET /management/parked_messages?service=auth&topic=change')).body.items).toEqual([]);
      expect((await auth.operator('GET /management/parked_messages?service=gateway')).status).toBe(422);
    });

    test('one, without its body', async () => {
      const id = await aParked();
      answers = {};
      const { status, body } = await auth.operator(`GET /management/parked_messages/${id}`);
      expect([status, body.service, body.account_id]).toEqual([200, 'auth', 'a']);
      expect(JSON.stringify(body)).not.toContain('Ada');
    });

    test('503 for one that a service which does not answer may have', async () => {
      expect((await auth.operator(`GET /management/parked_messages/${newId()}`)).status).toBe(503);
    });

    test('are sent again: one, then those of a topic; each with an audit entry, but not for nothing', async () => {
      const [one, other] = [await aParked(), await aParked()];
      const retry = (body: object) => auth.operator('POST /management/parked_messages/retry', body);
      expect((await retry({ id: one })).body).toMatchObject({ retried: 1, more: false, unavailable: [] });
      expect(await entries(one)).toEqual([
        { actor: 'operator', action: 'message.retry', account_id: null, details: `{"id":"${one}"}` },
      ]);
      const ofTopic = { topic: 'location', service: 'auth' };
      expect((await retry(ofTopic)).body.retried).toBe(1);
      expect((await retry(ofTopic)).body.retried).toBe(0);
      expect(await entries('location')).toHaveLength(1);
      const { rows } = await auth.db.query('select message_id from retries where message_id = any($1)', [[one, other]]);
      expect(rows).toHaveLength(2);
    });

    test('422 for a message without a body', async () => {
      const id = await aParked();
      await auth.db.query(`update outbox set body = 'null' where id = $1`, [id]);
      expect((await auth.operator('POST /management/parked_messages/retry', { id })).status).toBe(422);
    });

    test('are deleted, with an audit entry that says what was lost; 403 without a password just entered', async () => {
      const id = await aParked();
      const route = `POST /management/parked_messages/${id}/delete`;
      const user = aPrincipal({ kind: 'operator', is_confirmed: false });
      expect((await auth.call(route, { user, body: {} })).status).toBe(403);
      expect((await auth.operator(route)).status).toBe(200);
      expect((await auth.db.query('select from outbox where id = $1', [id])).rowCount).toBe(0);
      const [entry] = await entries(id);
      expect(entry).toMatchObject({ action: 'message.delete', account_id: 'a' });
      expect(JSON.parse(entry.details)).toEqual({
        ...{ service: 'auth', topic: 'location', type: null },
        ...{ key: 'key', reason: 'customers: no' },
      });
    });
  });

  describe('dropped events', () => {
    const dropped = (account_id: string, client_id: string) => ({
      ...{ id: newId(), type: 'order.create', resource_id: 'o', connection_id: 'c', account_id, client_id },
      ...{ created_at: oldest_at, dropped_at: oldest_at, attempts: 7, reason: 'status 500', can_be_replayed: true },
    });

    test('with names; the filters and times reach the events service', async () => {
      const { account, client_id } = await aTenant(auth);
      const event = dropped(account.id, client_id);
      answers = { '/internal/dropped-events': { items: [event], next: event.id } };
      const since = '2026-07-01T12:00:00+02:00';
      const query = new URLSearchParams({ since, reason: 'status 500', after: 'e9', count: '5' }).toString();
      const { body } = await auth.operator(`GET /management/dropped_events?${query}`);
      expect(body).toEqual({ items: [{ ...event, account_name: account.name, client_name: 'Till' }], next: event.id });
      expect(asked[0]?.body).toEqual({ since: oldest_at, reason: 'status 500', before: 'e9', count: 5 });
    });

    test('are replayed, with an audit entry that the owner can read', async () => {
      const { account, client_id } = await aTenant(auth);
      const answer = { replayed: 4_999, without_callback: 1, next: 'e9' };
      answers = {
        '/internal/dropped-events': { items: [dropped(account.id, client_id)], next: null },
        '/internal/dropped-events/replay': answer,
      };
      const filters = { connection: 'the connection', since: oldest_at };
      expect((await auth.operator('POST /management/dropped_events/replay', { ...filters, after: 'e1' })).body).toEqual(
        answer,
      );
      expect(asked.at(-1)?.body).toEqual({ ...filters, after: 'e1' });
      expect(await entries('the connection')).toEqual([
        { actor: 'operator', action: 'event.replay', account_id: account.id, details: JSON.stringify(filters) },
      ]);
    });

    test('where none matches nothing is replayed or audited: 404 for an id', async () => {
      answers = { '/internal/dropped-events': { items: [], next: null } };
      const id = newId();
      expect((await auth.operator('POST /management/dropped_events/replay', { id })).status).toBe(404);
      const { body } = await auth.operator('POST /management/dropped_events/replay', { client: id });
      expect(body).toEqual({ replayed: 0, without_callback: 0, next: null });
      expect(await entries(id)).toEqual([]);
    });

    test('503 while the events service does not answer', async () => {
      expect((await auth.operator('GET /management/dropped_events')).status).toBe(503);
      expect((await auth.operator('POST /management/dropped_events/replay', {})).status).toBe(503);
    });
  });
});

describe('migrations', () => {
  test('down removes everything, and up again creates the same schema', async () => {
    const { up, down, upAgain } = await schemaShapes('auth', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
