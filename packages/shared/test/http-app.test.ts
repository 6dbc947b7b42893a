import { hash } from 'node:crypto';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { signCallerToken } from '../src/tokens/caller-token.ts';
import { endpoint, emptyView } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import type { Readiness } from '../src/http/readiness.ts';
import { jsonText } from '../src/values/json.ts';
import { openLog } from '../src/process/log.ts';
import { pageQuery } from '../src/http/pagination.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { aCaller, callOn, eventually, testOperatorKey } from '@order-hub/testing/call';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';

const thing = z.object({ name: z.string() });
let writes = 0;
const lines: string[] = [];

const endpoints = [
  endpoint('POST /locations/:location_id/things', {
    summary: 'Create',
    needs: 'orders.write',
    access: ['location', 'account'],
    body: z.object({ name: z.string(), parts: z.array(z.object({ size: z.int() })).optional() }),
    bodyBytesMax: 1000,
    reply: thing,
    alias: 'PUT',
    handle: ({ body }) => ({ name: body.name }),
  }),
  endpoint('GET /accounts/:account_id/things', {
    summary: 'List',
    access: ['account'],
    query: { ...pageQuery, kind: z.enum(['a', 'b']).optional() },
    reply: thing,
    handle: ({ query: { cursor = '0', count } }) => ({
      items: [jsonText(`{"name":"after ${cursor}"}`), { name: String(count) }],
      next: String(Number(cursor) + 2),
    }),
  }),
  endpoint('GET /locations/:location_id/leak', {
    summary: 'Leaks a field',
    access: ['location'],
    reply: z.strictObject({}),
    handle: () => ({ secret: 1 }),
  }),
  endpoint('GET /user', { summary: 'Who', needs: 'profile', access: 'any', reply: emptyView, handle: () => ({}) }),
  endpoint('GET /operator/x', {
    summary: 'X',
    access: { principals: ['operator'] },
    reply: emptyView,
    handle: () => ({}),
  }),
  endpoint('GET /internal/x', {
    summary: 'X',
    access: 'internal',
    callers: ['gateway'],
    reply: emptyView,
    handle: () => ({}),
  }),
  endpoint('GET /locations/:location_id/outage', {
    summary: 'The database is unavailable',
    access: ['location'],
    reply: emptyView,
    handle: () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
  }),
];

let app: ReturnType<typeof httpApp>;
let server: Server;
let call: ReturnType<typeof callOn>;
let readiness: Awaited<ReturnType<Readiness>>;
beforeAll(async () => {
  app = httpApp({
    service: 'things',
    endpoints,
    deps: {},
    ...keysOf('orders'),
    operatorKeys: [testOperatorKey, 'the-operator-key-before-this-one'],
    log: openLog('things', 'warn', { write: (line: string) => void lines.push(line) }),
    receive: async (token, readBody) => ({
      status: 200,
      body: JSON.stringify({ token, bytes: token === 'good' ? (await readBody()).length : 'not read' }),
    }),
    readiness: () => Promise.resolve(readiness),
    afterWrite: () => (writes += 1),
    checkReplies: true,
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  call = callOn(portOf(server), 'things');
});
afterAll(() => stopListening(server));

const as = aCaller();
const account = aCaller({ location_id: null });
const create = `POST /locations/${as.location_id}/things`;
const list = `GET /accounts/${account.account?.id}/things`;

test('a valid request is handled, and wakes the relay', async () => {
  const before = writes;
  const { status, body, headers } = await call(create, { as, body: { name: 'x' } });
  expect([status, body]).toEqual([200, { name: 'x' }]);
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(writes).toBe(before + 1);
  expect((await call(create.replace('POST', 'PUT'), { as, body: { name: 'x' } })).status).toBe(200);
});

describe('who may call', () => {
  test.each([
    ['nobody', create, {}, 401],
    ['a caller of another location', create, { as: aCaller() }, 404],
    ['an account connection whose path location the gateway did not resolve', create, { as: account }, 404],
    ['an account connection in its location', create, { as: { ...account, location: as.location } }, 200],
    ['a scope that reads only', create, { as: { ...as, scope: 'location[orders.read]' } }, 403],
    ['a location connection at an account endpoint', `GET /accounts/${as.account?.id}/things`, { as }, 403],
    ['another account', list, { as: aCaller({ location_id: null }) }, 404],
    ['a connection without account', list, { as: { ...as, account: null, location_id: null, scope: 'profile' } }, 403],
    ['a profile', 'GET /user', { as: { ...as, account: null, location_id: null, scope: 'profile' } }, 200],
    ['no profile', 'GET /user', { as }, 403],
    ['the operator', 'GET /operator/x', { operatorKey: testOperatorKey }, 200],
    ['the operator, with an older key', 'GET /operator/x', { operatorKey: 'the-operator-key-before-this-one' }, 200],
    ['a wrong operator key', 'GET /operator/x', { operatorKey: 'wrong' }, 401],
    ['no operator key', 'GET /operator/x', { as }, 401],
    ['an operator key without Bearer', 'GET /operator/x', { headers: { authorization: testOperatorKey } }, 401],
    ['an operator key as Basic', 'GET /operator/x', { headers: { authorization: `Basic ${testOperatorKey}` } }, 401],
    ['one of our services', 'GET /internal/x', { internal: 'things' }, 200],
    ['a service with a token for another', 'GET /internal/x', { internal: 'orders' }, 401],
    ['a caller at an internal endpoint', 'GET /internal/x', { as }, 401],
  ])('%s', async (_who, route, options, status) => {
    const body = route === create ? { name: 'x' } : undefined;
    expect((await call(route, { ...options, body })).status).toBe(status);
  });
});

/** The audit lines since `from`. A line follows its answer at once. */
const auditLines = (from: number, count: number) =>
  eventually(() => {
    const audited = lines.slice(from).map((line) => JSON.parse(line) as Record<string, unknown>);
    const found = audited.filter(({ audit }) => audit === true);
    return found.length === count && found;
  });

test('a caller token for another service is refused', async () => {
  const headers = {
    'x-hub-caller': await signCallerToken(testSigningKeys.gateway, { caller: as, to: 'orders' }, new Date()),
  };
  expect((await call(create, { headers, body: { name: 'x' } })).status).toBe(401);
});

describe('a request of an operator', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'request-1' };

  test('is in the log, although it shows warnings only: who, what, when, from where', async () => {
    const from = lines.length;
    await call('GET /operator/x?email=ada@example.com', { operatorKey: testOperatorKey, headers });
    const [line] = await auditLines(from, 1);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-/),
      service: 'things',
      audit: true,
      operator: hash('sha256', testOperatorKey, 'hex').slice(0, 8),
      method: 'GET',
      path: '/operator/x',
      remote_address: '127.0.0.1',
      forwarded_for: '203.0.113.7',
      request_id: 'request-1',
      status: 200,
      msg: 'operator request',
    });
  });

  test('is in the log when the key is wrong, without the key', async () => {
    const from = lines.length;
    await call('GET /operator/x', { operatorKey: 'a wrong key' });
    expect(await auditLines(from, 1)).toMatchObject([{ operator: null, status: 401, forwarded_for: null }]);
    expect(lines.slice(from).join('')).not.toContain('a wrong key');
  });

  test('other requests leave no audit line', async () => {
    const from = lines.length;
    await call(create, { as, body: { name: 'x' } });
    await call('GET /operator/x', { operatorKey: testOperatorKey });
    expect(await auditLines(from, 1)).toMatchObject([{ path: '/operator/x' }]);
  });
});

test('the body of a message is read when the receiver asks for it', async () => {
  const post = (token: string) =>
    call('POST /internal/messages', { headers: { 'x-hub-service': token }, body: '{"messages":[]}' });
  expect((await post('good')).body).toEqual({ token: 'good', bytes: 15 });
  expect((await post('bad')).body).toEqual({ token: 'bad', bytes: 'not read' });
});

describe('refusals', () => {
  test.each([
    ['broken JSON', { body: '{"name":' }, 400, 'bad_request'],
    ['no body', {}, 400, 'bad_request'],
    [
      'not UTF-8 by its own words',
      { headers: { 'content-type': 'application/json; charset=latin1' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a form',
      { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['compressed', { body: '{}', headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    ['too long', { body: { name: 'x'.repeat(1000) } }, 413, 'payload_too_large'],
    ['U+0000', { body: '{"name":"\\u0000"}' }, 422, 'unprocessable_entity'],
    ['half a surrogate pair', { body: '{"name":"\\ud800"}' }, 422, 'unprocessable_entity'],
    ['a key __proto__', { body: '{"name":"x","__proto__":{}}' }, 422, 'unprocessable_entity'],
    ['a list', { body: [] }, 422, 'unprocessable_entity'],
    [
      'nested too deep',
      { body: `{"name":"x","deep":${'['.repeat(40)}${']'.repeat(40)}}` },
      422,
      'unprocessable_entity',
    ],
  ])('%s', async (_what, options, status, error_type) => {
    const answer = await call(create, { as, ...options });
    expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
    expect(typeof answer.body.message).toBe('string');
  });

  test('each fault of a body has its dotted path', async () => {
    const { body } = await call(create, { as, body: { parts: [{ size: 1 }, { size: 1.5 }] } });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['name', 'parts.1.size']);
  });

  test.each([
    ['?count=0', 400],
    ['?count=x', 400],
    ['?count=1&count=2', 400],
    ['?cursor=bm90IG91cnM', 400],
    ['?kind=c', 422],
    ['?unknown=1', 200],
  ])('the query %s: %i', async (query, status) => {
    expect((await call(`${list}${query}`, { as: account })).status).toBe(status);
  });

  test.each(['GET /nowhere', 'DELETE /user', 'GET /locations/a/things', 'PATCH /accounts/x/things'])(
    '%s is no route',
    async (route) => {
      const { status, body, headers } = await call(route, { as });
      expect([status, body.error_type]).toEqual([404, 'routing_error']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each(['/locations/%00/things', '/locations/a%2fb/things', `/locations/${'x'.repeat(65)}/things`])(
    'the id in %s is not found',
    async (path) => {
      expect((await call(`POST ${path}`, { as, body: { name: 'x' } })).status).toBe(404);
    },
  );

  test('a malformed percent-encoding is 400', async () => {
    expect((await call('POST /locations/%E0%A4%A/things', { as, body: {} })).status).toBe(400);
  });
});

test('a cursor works only for the same connection and filters', async () => {
  const first = await call(list, { as: account });
  expect(first.body).toEqual([{ name: 'after 0' }, { name: '100' }]);
  const cursor = first.headers.get('x-cursor-next') ?? '';
  const second = await call(`${list}?cursor=${cursor}&count=7`, { as: account });
  expect(second.body).toEqual([{ name: 'after 2' }, { name: '7' }]);
  expect((await call(`${list}?cursor=${cursor}&kind=a`, { as: account })).status).toBe(400);
  expect((await call(`${list}?cursor=${cursor}`, { as: { ...account, connection_id: 'other' } })).status).toBe(400);
});

test('a GET has an ETag, and an unchanged answer is 304, even with no-cache', async () => {
  const { headers } = await call(list, { as: account });
  const again = await fetch(`http://127.0.0.1:${portOf(server)}${list.slice(4)}`, {
    headers: {
      'if-none-match': headers.get('etag') ?? '',
      'x-hub-caller': await callerToken(),
      'cache-control': 'no-cache',
    },
  });
  expect(again.status).toBe(304);
});

async function callerToken(): Promise<string> {
  return signCallerToken(testSigningKeys.gateway, { caller: account, to: 'things' }, new Date());
}

test.each(['GET', 'HEAD', 'POST'])(
  '%s: a request and its answer are made with the prototypes that express gives them',
  async (method) => {
    const handled = new Promise<{ made: unknown[]; used: unknown[] }>((resolve) => {
      server.prependOnceListener('request', (...messages) => {
        const prototypes = () => messages.map((message) => Object.getPrototypeOf(message) as unknown);
        const made = prototypes();
        messages[1].once('close', () => resolve({ made, used: prototypes() }));
      });
    });
    await fetch(`http://127.0.0.1:${portOf(server)}/health`, { method });
    const { made, used } = await handled;
    const ofExpress = [app.request, app.response];
    expect(made.map((prototype, index) => prototype === ofExpress[index])).toEqual([true, true]);
    expect(used.map((prototype, index) => prototype === made[index])).toEqual([true, true]);
  },
);

test('a reply with an undeclared field is our bug: 500', async () => {
  const { status, body } = await call(`GET /locations/${as.location_id}/leak`, { as });
  expect([status, body.error_type]).toEqual([500, 'internal_error']);
  expect(body.message).not.toContain('secret');
});

test('an unavailable database is 503 with Retry-After', async () => {
  const { status, body, headers } = await call(`GET /locations/${as.location_id}/outage`, { as });
  expect([status, body.error_type]).toEqual([503, 'service_unavailable']);
  expect(headers.get('retry-after')).toBe('2');
});

test.each([
  [{ reason: null, degraded: [] }, 200, { ready: true, degraded: [] }],
  [{ reason: null, degraded: ['messaging'] }, 200, { ready: true, degraded: ['messaging'] }],
  [{ reason: 'no', degraded: ['orders'] }, 503, { ready: false, reason: 'no', degraded: ['orders'] }],
])('a live process with the readiness %j: %i', async (given, status, body) => {
  readiness = given;
  expect((await call('GET /health')).status).toBe(200);
  expect(await call('GET /ready')).toMatchObject({ status, body });
});

test('a port in use is explained in a sentence', async () => {
  const port = portOf(server);
  await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use`,
  );
});
