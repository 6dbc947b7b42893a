import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen, portOf } from '@order-hub/shared/http-server';
import { readConfig } from '../src/config.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let gateway: Server;
let auth: TestAuth;

const needs = { auth: true, 'back-office': true, orders: true, catalog: true, customers: false, events: true };

beforeAll(async () => {
  gateway = await listen(
    (_req, res) =>
      void res.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ ready: false, needs })),
    { host: '127.0.0.1', port: 0 },
  );
  auth = await startTestAuth({ env: { GATEWAY_URL: `http://127.0.0.1:${portOf(gateway)}` } });
});
afterAll(async () => {
  await auth.close();
  gateway.close();
});

describe('GET /management/status', () => {
  test('200: the URLs of the hub, and which services the gateway reports ready', async () => {
    const { status, body } = await auth.operator('GET /management/status');
    expect(status).toBe(200);
    expect(body).toEqual({
      base_url: 'https://hub.example/v1',
      auth_url: 'https://hub.example/oauth2/v1',
      services: {
        gateway: { ready: false },
        auth: { ready: true },
        'back-office': { ready: true },
        orders: { ready: true },
        catalog: { ready: true },
        customers: { ready: false },
        events: { ready: true },
      },
    });
  });

  test('200: when the gateway is unavailable, the services are asked directly', async () => {
    const orders = createServer((_req, res) => void res.end('{"ready":true,"needs":{}}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => orders.once('listening', resolve));
    const alone = await startTestAuth({
      env: { ORDERS_URL: `http://127.0.0.1:${portOf(orders)}`, GATEWAY_URL: 'http://127.0.0.1:1' },
    });
    const { body } = await alone.operator('GET /management/status');
    expect(body.services).toMatchObject({
      gateway: { ready: false },
      auth: { ready: true },
      'back-office': { ready: false },
      orders: { ready: true },
      events: { ready: false },
    });
    await alone.close();
    orders.close();
  });
});

test('all missing and invalid settings are reported together', () => {
  expect(() => readConfig({ HUB_OPERATOR_KEY: 'short', PUBLIC_URL: 'nowhere' })).toThrow(
    /(?=[^]*DATABASE_URL)(?=[^]*HUB_ENCRYPTION_KEYS)(?=[^]*HUB_INTERNAL_KEYS)(?=[^]*HUB_OPERATOR_KEY: must have at least 16)(?=[^]*PUBLIC_URL)/,
  );
});
