import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, portOf } from '@order-hub/shared/http-server';
import { readConfig } from '../src/config.ts';
import { aTenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

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
