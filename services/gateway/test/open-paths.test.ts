/** Paths without an access token (docs/api/authentication.md#token-request): nothing is changed, logged or shared. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const lines: string[] = [];
const log = openLog('gateway', 'debug', { write: (line: string) => void lines.push(line) });

let hub: Hub;
beforeAll(async () => {
  hub = await startHub({}, log);
});
afterAll(() => hub.close());

const authorization = `Basic ${Buffer.from('client:hub_secret_of_the_test').toString('base64')}`;
const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };

test('credentials and form arrive unchanged, and the log does not contain them', async () => {
  const body = 'code=hub_code_of_the_test&code=again';
  const { status } = await hub.call('POST /oauth2/v1/token?code=hub_code_in_the_query', { body, headers });
  expect(status).toBe(200);
  expect(hub.auth.received.at(-1)).toMatchObject({ body, headers });
  const line = await eventually(() => lines.find((text) => text.includes('"route":"auth"')));
  expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 200 });
  expect(lines.join('')).not.toMatch(/hub_(code|secret)|code=|Basic/);
});

test.each([
  ['an answer of auth', 'POST /oauth2/v1/token', 'code=x', 200],
  ['a body that is too large', 'POST /oauth2/v1/revoke', 'x'.repeat(70_000), 413],
  ['an unknown path', 'POST /oauth2/v2/token', 'code=x', 404],
])('no other web page may read %s', async (_name, route, body, status) => {
  const answer = await hub.call(route, { body, headers: { ...headers, origin: 'https://a.test' } });
  expect(answer.status).toBe(status);
  const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
  expect(names).toEqual([]);
});

const forged = {
  cookie: '__Host-session=session_of_the_test',
  'x-forwarded-for': '192.0.2.66',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  x_forwarded_for: '192.0.2.66',
  'x-real-ip': '192.0.2.66',
  forwarded: 'for=192.0.2.66;host=evil.example',
};

test('the pages get their cookies, and the address that the gateway saw', async () => {
  await hub.call('GET /back-office/log-in', { headers: forged });
  const { headers: received } = hub.auth.received.at(-1)!;
  expect(received).toMatchObject({
    cookie: forged.cookie,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  });
  expect(JSON.stringify(received)).not.toMatch(/192\.0\.2\.66|evil/);
});

test('the API gets no cookies, and they authenticate nobody there', async () => {
  expect((await hub.call('GET /v1/location/orders', { headers: forged })).status).toBe(401);
  const token = 'token';
  connect(hub.auth, token);
  expect((await hub.call('GET /v1/location/orders', { token, headers: forged })).status).toBe(200);
  const { headers: received } = hub.orders.received.at(-1)!;
  expect(received).not.toHaveProperty('cookie');
  expect(JSON.stringify(received)).not.toMatch(/session_of_the_test|192\.0\.2\.66|evil/);
});
