import { expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config.ts';
import { startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

test('the error lists every invalid setting', () => {
  expect(() => readConfig({ AUTH_URL: 'auth', RATE_LIMIT_PER_DAY: '0' })).toThrow(
    /HUB_SIGNING_KEY.*HUB_VERIFYING_KEYS.*AUTH_URL.*ORDERS_URL.*EVENTS_URL.*RATE_LIMIT_PER_DAY/s,
  );
});

test.each(['redis', 'http://redis:6379', 'redis://', 'redis://:secret@redis:6379/limits'])(
  'REDIS_URL %s is invalid, and the error does not show it',
  (REDIS_URL) => {
    let message = '';
    try {
      readConfig({ REDIS_URL });
    } catch (error) {
      ({ message } = error as Error);
    }
    expect(message).toContain('REDIS_URL must be a URL such as redis://user:password@redis:6379');
    expect(message).not.toContain('secret');
  },
);

test('serves the API document to everybody', async () => {
  const file = fileURLToPath(new URL('../package.json', import.meta.url));
  const hub = await startHub({ OPENAPI_PATH: file });
  const answer = await hub.call('GET /v1/openapi.json');
  expect(answer).toMatchObject({ status: 200, body: { name: '@order-hub/gateway' } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  await hub.close();
});

test('answers routing_error if there is no API document', async () => {
  const hub = await startHub({ OPENAPI_PATH: '/nowhere/openapi.json' });
  expect((await hub.call('GET /v1/openapi.json')).body.error_type).toBe('routing_error');
  await hub.close();
});

test('behind our own proxy: the client is the one that the proxy saw, and links lead to the public address', async () => {
  const hub = await startHub({ TRUST_PROXY: '1', PUBLIC_URL: 'https://hub.test', RATE_LIMIT_ADDRESS_PER_MINUTE: '2' });
  connect(hub.auth, 'token');
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': `6.6.6.6, ${address}` } });
  await hub.call('GET /v1/callback', { token: 'token', ...from('1.2.3.4') });
  expect(hub.events.received.at(-1)!.headers).toMatchObject({
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'hub.test',
  });
  const statuses = [];
  for (const address of ['1.1.1.1', '1.1.1.1', '1.1.1.1', '2.2.2.2']) {
    statuses.push((await hub.call('GET /v1/callback', from(address))).status);
  }
  expect(statuses).toEqual([401, 401, 429, 401]);
  // All addresses of such a network belong to one client.
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3:4', '2001:db8:0:1::1']) {
    statuses.push((await hub.call('GET /v1/callback', from(address))).status);
  }
  expect(statuses.slice(4)).toEqual([401, 401, 429, 401]);
  await hub.close();
});
