import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { aCaller, callOn, eventually, testOperatorKey } from '@order-hub/testing/call';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';
import { emptyView, endpoint, replyWith } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { pageQuery } from '../src/http/pagination.ts';
import type { Readiness } from '../src/http/readiness.ts';
import { formOrJson } from '../src/http/request/form-body.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { openApiDocument } from '../src/openapi/document.ts';
import { openLog, silentLog } from '../src/process/log.ts';
import { signCallerToken } from '../src/tokens/caller-token.ts';
import { ApiError } from '../src/values/errors.ts';
import { assertFewContainers, jsonText } from '../src/values/json.ts';
import { listOf, mapOf } from '../src/values/lists.ts';

describe('an app of endpoints', () => {
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

  test.each([
    'application/json; charset=utf8',
    'application/json;charset="UTF-8";',
    'application/json;',
    'Application/JSON ; charset=',
    'application/json; odata=verbose; IEEE754Compatible=false',
    'application/json; profile="a; charset=latin1"; charset=utf-8; charset=latin1',
  ])('a body of the type %s is JSON', async (type) => {
    expect((await call(create, { as, body: { name: 'é' }, headers: { 'content-type': type } })).body.name).toBe('é');
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
      [
        'a connection without account',
        list,
        { as: { ...as, account: null, location_id: null, scope: 'profile' } },
        403,
      ],
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
        'of an unknown charset, after another parameter',
        { headers: { 'content-type': 'application/json; odata=verbose; charset="klingon";' } },
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

  test('a reply with an undeclared field is our bug: 500, with the id of the request and no word of the cause', async () => {
    const headers = { 'x-request-id': 'request-500' };
    const { status, body } = await call(`GET /locations/${as.location_id}/leak`, { as, headers });
    expect([status, body.error_type, body.request_id]).toEqual([500, 'internal_error', 'request-500']);
    expect(body.message).toContain('request-500');
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
});

/** Endpoints that anyone may call, and bodies that may be forms. */
describe('public endpoints', () => {
  const fields = z.object({ name: z.string().max(20), other: z.string().optional() });

  const endpoints = [
    endpoint('POST /open/forms', {
      summary: 'Takes a form',
      access: 'public',
      body: formOrJson(fields),
      bodyBytesMax: 1_000,
      reply: z.object({ body: fields, agent: z.string() }),
      refuse: ({ status, message }) =>
        new ApiError('bad_request', message, { fields: { was: String(status) }, headers: { 'X-Refused': 'yes' } }),
      handle: ({ body }, { headers }) => replyWith({ 'X-Own': 'yes' }, { body, agent: headers['user-agent'] ?? '' }),
    }),
    endpoint('POST /open/json', {
      summary: 'Takes JSON',
      access: 'public',
      body: fields,
      reply: fields,
      handle: ({ body }) => body,
    }),
    endpoint('GET /open/leak', {
      summary: 'Leaks a field',
      access: 'public',
      reply: z.strictObject({}),
      handle: () => replyWith({}, { secret: 1 }),
    }),
  ];

  let server: Server;
  let call: ReturnType<typeof callOn>;
  beforeAll(async () => {
    const host = { service: 'things', deps: {}, ...keysOf('orders'), log: silentLog, checkReplies: true };
    server = await listen(
      httpApp({ ...host, endpoints, readiness: () => Promise.resolve({ reason: null, degraded: [] }) }),
      {
        host: '127.0.0.1',
        port: 0,
      },
    );
    call = callOn(portOf(server));
  });
  afterAll(() => stopListening(server));

  const form = 'application/x-www-form-urlencoded';
  const send = (body: string, type = form, path = 'forms') =>
    call(`POST /open/${path}`, { body, headers: { 'content-type': type, 'user-agent': 'till' } });

  describe('a form', () => {
    test.each([
      ['name=a', { name: 'a' }],
      ['name=a+b%20c&other=%C3%A9%3D%26', { name: 'a b c', other: 'é=&' }],
      ['name=&unknown=1', { name: '' }],
    ])('%s', async (text, body) => {
      expect((await send(text)).body).toEqual({ body, agent: 'till' });
    });

    test.each([
      form,
      `${form};charset=UTF-8`,
      `${form}; charset=utf8`,
      `${form};`,
      'Application/X-WWW-Form-Urlencoded; charset="utf-8"; boundary=x',
    ])('as %s', async (type) => {
      expect((await send('name=a', type)).status).toBe(200);
    });

    test.each([
      ['a repeated parameter, which is ambiguous', 'name=a&name=a', form, ['400', /name is given twice/]],
      ['a missing field', 'other=a', form, ['422', /name/]],
      ['a text that is too long', `name=${'x'.repeat(21)}`, form, ['422', /name/]],
      ['U+0000', 'name=%00', form, ['422', /U\+0000/]],
      ['too many bytes', 'x'.repeat(1_001), form, ['413', /1000 bytes/]],
      ['another charset', 'name=a', `${form}; charset=latin1`, ['415', /form-urlencoded or application\/json/]],
      ['another type', 'name=a', 'text/plain', ['415', /text\/plain/]],
    ] as const)('refused: %s', async (_name, text, type, [was, message]) => {
      const { status, body, headers } = await send(text, type);
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: expect.stringMatching(message), error_type: 'bad_request', was });
      expect([headers.get('x-refused'), headers.get('cache-control')]).toEqual(['yes', 'no-store']);
    });

    test('with bytes that are not UTF-8 is refused', async () => {
      const response = await fetch(`http://127.0.0.1:${portOf(server)}/open/forms`, {
        method: 'POST',
        headers: { 'content-type': form },
        body: new Uint8Array([0x6e, 0xff]),
      });
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ was: '400' })]);
    });

    test('is accepted only by endpoints that declare it', async () => {
      expect((await send('name=a', form, 'json')).status).toBe(415);
      expect((await send('{"name":"a"}', 'application/json', 'json')).body).toEqual({ name: 'a' });
    });
  });

  test('the same body as JSON', async () => {
    expect((await send('{"name":"a"}', 'application/json')).body.body).toEqual({ name: 'a' });
    expect((await send('name=a', 'application/json')).body.was).toBe('400');
  });

  test('a reply has its own headers, and is never cached', async () => {
    const { headers } = await send('name=a');
    expect([headers.get('x-own'), headers.get('cache-control')]).toEqual(['yes', 'no-store']);
  });

  test('a reply with headers is checked like any other', async () => {
    expect((await call('GET /open/leak')).status).toBe(500);
  });
});

/** Unknown fields and parameters are named, and refused on request (docs/api/conventions.md#strict-handling). */
describe('unknown fields', () => {
  const option = z.object({ name: z.string() });
  const item = z.object({ price: z.string().optional(), options: listOf(option, 10).optional() });
  let handled = 0;

  const endpoints = [
    endpoint('POST /locations/:location_id/things', {
      summary: 'Create',
      access: ['location'],
      query: { dry_run: z.string().optional() },
      body: z.object({
        items: z.array(item).optional(),
        deals: mapOf(z.string(), z.object({ ref: z.string() }), 10).optional(),
        custom_fields: z.custom<object>().optional(),
        info: z.record(z.string(), z.unknown()).optional(),
        either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() }), z.string()]).optional(),
      }),
      bodyBytesMax: 1_048_576,
      reply: emptyView,
      handle: () => {
        handled += 1;
        return {};
      },
    }),
    endpoint('GET /locations/:location_id/things', {
      summary: 'List',
      access: ['location'],
      query: { email: z.string().optional() },
      reply: emptyView,
      handle: () => ({}),
    }),
    endpoint('GET /user', { summary: 'Who', access: 'any', reply: emptyView, handle: () => ({}) }),
    endpoint('POST /operator/things', {
      summary: 'Create',
      access: { principals: ['operator'] },
      body: z.object({}),
      reply: emptyView,
      handle: () => ({}),
    }),
  ];

  let server: Server;
  let call: ReturnType<typeof callOn>;
  beforeAll(async () => {
    const app = httpApp({
      ...{
        service: 'things',
        endpoints,
        deps: {},
        ...keysOf('orders'),
        operatorKeys: [testOperatorKey],
        log: silentLog,
      },
      ...{ readiness: () => Promise.resolve({ reason: null, degraded: [] }), checkReplies: true },
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    call = callOn(portOf(server), 'things');
  });
  afterAll(() => stopListening(server));

  const as = aCaller();
  const path = `/locations/${as.location_id}/things`;
  const strictly = { Prefer: 'handling=strict' };
  const send = (body: unknown, headers: Record<string, string> = {}, query = '') =>
    call(`POST ${path}${query}`, { as, body, headers });

  const unknown: [string, object, string, string][] = [
    ['at the top', { itemz: [] }, 'itemz', 'is unknown; did you mean `items`?'],
    ['in an array', { items: [{}, { prise: '1' }] }, 'items.1.prise', 'is unknown; did you mean `price`?'],
    ['in a list', { items: [{ options: [{ name: 'a', nmae: 'b' }] }] }, 'items.0.options.0.nmae', 'is unknown'],
    ['in a map', { deals: { d1: { ref: 'a', refs: 'b' } } }, 'deals.d1.refs', 'is unknown; did you mean `ref`?'],
    ['in one form of several', { either: { a: 1, c: 2 } }, 'either.c', 'is unknown'],
    ['that resembles nothing', { first_name: 'Ada' }, 'first_name', 'is unknown'],
    ['of an object', { toString: 1 }, 'toString', 'is unknown'],
  ];

  describe.each(unknown)('a field %s', (_where, body, field, message) => {
    test('is refused by strict handling, and nothing is done', async () => {
      const before = handled;
      const answer = await send(body, strictly);
      expect([answer.status, answer.body.code, handled]).toEqual([422, 'unknown_fields', before]);
      expect(answer.body.errors).toEqual([{ field, message: expect.stringContaining(message), code: 'unknown_field' }]);
      expect(answer.headers.get('preference-applied')).toBe('handling=strict');
      expect(answer.headers.get('ignored-fields')).toBeNull();
    });

    test('is ignored otherwise, and named', async () => {
      const answer = await send(body);
      expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([200, field]);
      expect(answer.headers.get('preference-applied')).toBeNull();
    });
  });

  test('known fields, and those with keys of the client, leave no trace', async () => {
    const body = {
      items: [{ price: '1', options: [{ name: 'a' }] }],
      deals: { any: { ref: 'a' } },
      custom_fields: { mine: { deep: [1] } },
      info: { a: { b: 1 } },
      either: 'x',
    };
    expect((await send(body)).headers.get('ignored-fields')).toBeNull();
    expect((await send(body, strictly, '?dry_run=1')).status).toBe(200);
    expect((await send({ either: { b: 1 } }, strictly)).status).toBe(200);
  });

  test('a request with unknown names in its query and its body gets all of them', async () => {
    const { body } = await send({ itemz: [], x: 1 }, strictly, '?dry_rum=1');
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['dry_rum', 'itemz', 'x']);
    const { headers } = await send({ itemz: [] }, {}, '?dry_rum=1');
    // The second header is for the request log; the gateway drops it.
    expect([headers.get('ignored-fields'), headers.get('x-hub-fault')]).toEqual(['dry_rum, itemz', '- dry_rum itemz']);
  });

  test('a refused body names what was ignored, too', async () => {
    const { status, headers } = await send({ itemz: [], items: 1 });
    expect([status, headers.get('ignored-fields')]).toEqual([422, 'itemz']);
  });

  describe('a query parameter', () => {
    test.each([
      [`GET ${path}?first_name=Ada`, 'first_name'],
      [`GET ${path}?emial=a&email=b`, 'emial'],
      ['GET /user?x=1&x=2', 'x'],
      ['GET /user?toString=1', 'toString'],
    ])('that the endpoint lacks: %s', async (route, name) => {
      const lenient = await call(route, { as: { ...as, scope: 'profile' } });
      expect([lenient.status, lenient.headers.get('ignored-fields')]).toEqual([200, name]);
      const strict = await call(route, { as: { ...as, scope: 'profile' }, headers: strictly });
      expect([strict.status, strict.body.code, strict.body.errors[0].field]).toEqual([422, 'unknown_fields', name]);
    });

    test('that it has', async () => {
      expect((await call(`GET ${path}?email=a`, { as, headers: strictly })).status).toBe(200);
    });
  });

  test.each([
    ['handling=strict', 422],
    ['HANDLING = "strict"', 422],
    ['respond-async, handling=strict; x=1', 422],
    ['return=minimal', 200],
    ['handling=lenient', 200],
    ['handling=lenient, handling=strict', 200],
    ['handling', 200],
    ['x-handling=strict', 200],
    [',,;=', 200],
  ])('Prefer: %s', async (prefer, status) => {
    const answer = await send({ itemz: [] }, { Prefer: prefer });
    expect([answer.status, answer.headers.has('preference-applied')]).toEqual([status, status === 422]);
  });

  test('the header is bounded and plain, whatever the names', async () => {
    const strange = await send({ 'a, b\n"é🍕%': 1 });
    expect(strange.headers.get('ignored-fields')).toBe('a%2C%20b%0A%22%C3%A9%F0%9F%8D%95%25');
    const long = await send({ ['é'.repeat(100_000)]: 1 });
    expect(long.headers.get('ignored-fields')).toBe('%C3%A9'.repeat(80));
    const many = await send(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown_${index}`, 1])));
    const value = many.headers.get('ignored-fields') ?? '';
    expect(value.length).toBeLessThanOrEqual(1_024);
    expect(value).toMatch(/^unknown_0, .*, more=\d+$/);
  });

  test('strict handling names at most 100 fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown_${index}`, 1]));
    expect((await send(body, strictly)).body.errors).toHaveLength(100);
  });

  test('endpoints for operators and services have no strict handling', async () => {
    const answer = await call('POST /operator/things', {
      ...{ operatorKey: testOperatorKey, headers: strictly, body: { x: 1 } },
    });
    expect([answer.status, answer.headers.get('preference-applied'), answer.headers.get('ignored-fields')]).toEqual([
      ...[200, null, null],
    ]);
  });

  describe('a path with other methods', () => {
    test.each([
      [`PATCH ${path}`, 'POST, GET, HEAD'],
      [`DELETE ${path}`, 'POST, GET, HEAD'],
      ['PUT /user', 'GET, HEAD'],
    ])('%s: 404, with the methods', async (route, allowed) => {
      const { status, body, headers } = await call(route, { as });
      expect([status, body.error_type, body.code]).toEqual([404, 'routing_error', 'method_not_supported']);
      expect(headers.get('allow')).toBe(allowed);
      expect(body.message).toContain(allowed);
    });

    test.each([
      'GET /nowhere',
      'GET /operator/things',
      `GET ${path}/x`,
      `GET ${path}/`,
      'GET /USER',
      'GET /Health',
      'GET /ready/',
    ])('%s is no such path', async (route) => {
      const { status, body, headers } = await call(route, { as });
      expect([status, body.code, headers.get('allow')]).toEqual([404, 'routing_error', null]);
    });
  });

  test('an error links to the guide of the hub that the gateway names', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'hub.test' };
    const { body } = await call('GET /nowhere', { headers });
    expect(body.documentation_url).toBe('https://hub.test/docs/errors#routing_error');
  });
});

/** One line for each request (docs/logs.md#access-lines). */
describe('the access log', () => {
  const endpoints = [
    endpoint('GET /locations/:location_id/things', {
      summary: 'List',
      access: ['location'],
      query: { email: z.string().optional() },
      reply: emptyView,
      handle: () => ({}),
    }),
  ];

  const lines: Record<string, unknown>[] = [];
  let server: Server;
  let call: ReturnType<typeof callOn>;

  async function start(level: string) {
    const log = openLog('things', level, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const readiness = () => Promise.resolve({ reason: null, degraded: [] });
    const receive = () => Promise.resolve({ status: 200, body: '{}' });
    const app = httpApp({
      ...{ service: 'things', endpoints, deps: {}, ...keysOf('orders'), log, readiness, receive, checkReplies: true },
    });
    const started = await listen(app, { host: '127.0.0.1', port: 0 });
    return { started, call: callOn(portOf(started), 'things') };
  }

  beforeAll(async () => {
    ({ started: server, call } = await start('info'));
  });
  afterAll(() => stopListening(server));

  const as = aCaller();
  const path = `/locations/${as.location_id}/things`;

  /** The lines of a request. They follow its answer at once. */
  const linesOf = (request_id: string) => lines.filter((line) => line['request_id'] === request_id);
  const lineOf = (request_id: string) => eventually(() => linesOf(request_id)[0]);

  test('it says which request, who sent it, and how it ended; it has no path, no query and no token', async () => {
    const headers = { 'x-request-id': 'request-1', authorization: 'hub_secret' };
    await call(`GET ${path}?email=ada@example.com`, { as, headers });
    const line = await lineOf('request-1');
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 'things',
      request_id: 'request-1',
      method: 'GET',
      route: '/locations/:location_id/things',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client_id: as.client_id,
      connection_id: as.connection_id,
      account_id: as.account?.id,
      msg: 'request',
    });
    expect(line['bytes']).toBeGreaterThan(2);
  });

  test('a refused request has a line, as far as it was understood', async () => {
    await call(`GET ${path}`, { headers: { 'x-request-id': 'request-2' } });
    expect(await lineOf('request-2')).toMatchObject({ status: 401, route: '/locations/:location_id/things' });
    await call('GET /locations/hub_secret', { headers: { 'x-request-id': 'request-3' } });
    const line = await lineOf('request-3');
    expect(line).toMatchObject({ status: 404, route: 'none' });
    expect(JSON.stringify(line)).not.toContain('hub_secret');
  });

  test('an id that the gateway did not make is replaced', async () => {
    const from = lines.length;
    await call(`GET ${path}`, { as, headers: { 'x-request-id': 'not an id {}' } });
    const [line] = await eventually(() => lines.length > from && lines.slice(from));
    expect(line!['request_id']).toMatch(/^[a-z0-9]{12,20}$/);
  });

  test('probes and posts of the bus have none', async () => {
    const headers = { 'x-request-id': 'request-4' };
    for (const route of ['GET /health', 'GET /ready', 'POST /internal/messages']) await call(route, { headers });
    await call(`GET ${path}`, { as, headers: { 'x-request-id': 'request-5' } });
    await lineOf('request-5');
    expect(linesOf('request-4')).toEqual([]);
  });

  test('LOG_LEVEL=warn turns them off', async () => {
    const quiet = await start('warn');
    const from = lines.length;
    await quiet.call(`GET ${path}`, { as });
    await stopListening(quiet.started);
    expect(lines.slice(from)).toEqual([]);
  });
});

/** What services report to the gateway about the cost of a request (docs/decisions/0046-admission-by-cost.md). */
describe('the cost of a request', () => {
  const threadMs = 1_250;
  const numbers = z.object({ numbers: z.array(z.int()) });

  const endpoints = [
    endpoint('POST /numbers', {
      summary: 'Numbers',
      access: 'any',
      body: numbers,
      reply: numbers,
      handle: ({ body }) => body,
    }),
    endpoint('GET /thread', {
      summary: 'Works in a thread',
      access: 'any',
      reply: emptyView,
      async handle(_input, ctx) {
        await sleep(1);
        ctx.cost.ms += threadMs;
        return {};
      },
    }),
    endpoint('GET /page', {
      summary: 'A page',
      access: 'public',
      reply: z.never(),
      handle(_input, ctx) {
        ctx.cost.ms += threadMs;
        return fullReply({ status: 200, headers: {}, body: '{}' });
      },
    }),
  ];

  let server: Server;
  let call: ReturnType<typeof callOn>;
  beforeAll(async () => {
    const app = httpApp({
      service: 'things',
      endpoints,
      deps: {},
      ...keysOf('orders'),
      log: silentLog,
      readiness: () => Promise.resolve({ reason: null, degraded: [] }),
      checkReplies: false,
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    call = callOn(portOf(server), 'things');
  });
  afterAll(() => stopListening(server));

  const as = aCaller();
  const costOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-hub-cost'));
  const many = (value: unknown) => JSON.stringify({ numbers: Array.from({ length: 40_000 }, () => value) });

  test('the reading and checking of a body is reported, whether it is accepted or refused', async () => {
    const accepted = await call('POST /numbers', { as, body: many(1) });
    const refused = await call('POST /numbers', { as, body: many(1.5) });
    expect([accepted.status, refused.status]).toEqual([200, 422]);
    expect(costOf(accepted)).toBeGreaterThan(0);
    expect(costOf(refused)).toBeGreaterThan(0);
  });

  test('the time of a thread is reported, by endpoints and by pages', async () => {
    expect(costOf(await call('GET /thread', { as }))).toBeGreaterThanOrEqual(threadMs);
    expect(costOf(await call('GET /page'))).toBeGreaterThanOrEqual(threadMs);
  });
});

/** The API document is made from the declarations, and refused when a declaration lacks something. */
describe('the API document', () => {
  type Operation = { operationId: string; responses: Record<string, unknown>; description: string };
  type Document = {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };

  const described = {
    summary: 'Change a thing',
    name: 'updateThing',
    tag: 'Orders',
    description: 'Changes the thing.',
    guide: 'docs/api/orders.md#update',
  } as const;

  const updateThing = (name: z.ZodType, texts: Partial<typeof described> = described) =>
    endpoint('PATCH /locations/:location_id/things/:thing_id', {
      ...texts,
      summary: 'Change a thing',
      needs: 'orders.write',
      access: ['location', 'account'],
      alias: 'PUT',
      body: z.object({ name }).meta({ id: 'ThingUpdate', description: 'A thing.' }),
      examples: { rename: { name: 'b' } },
      reply: emptyView,
      handle: () => ({}),
    });

  const documentOf = (declared: ReturnType<typeof updateThing>) =>
    openApiDocument([declared], {}) as unknown as Document;

  test('an endpoint is documented by its path and its short path, with its possible errors', () => {
    const { paths } = documentOf(updateThing(z.string().describe('Its name.')));
    const long = paths['/locations/{location_id}/things/{thing_id}']?.['patch'];
    const short = paths['/location/things/{thing_id}']?.['patch'];
    expect([long?.operationId, short?.operationId]).toEqual(['updateThing', 'updateThingByShortPath']);
    expect(Object.keys(long?.responses ?? {}).join()).toBe('200,400,401,403,404,409,413,415,422,429,500,503,504');
    expect(short?.description).toBe(
      'Changes the thing. PUT does the same. For connections that are bound to a location. Needs `orders.write`.',
    );
  });

  test('a schema is shown as its `documentedAs`', () => {
    const text = z.string().describe('Its name.');
    const { components } = documentOf(updateThing(z.unknown().meta({ documentedAs: text })));
    expect(components.schemas['ThingUpdate']).toMatchObject({ properties: { name: { type: 'string' } } });
  });

  test('a property without a description is refused, by its path', () => {
    expect(() => documentOf(updateThing(z.string()))).toThrow('schemas.ThingUpdate.name');
  });

  test('an incomplete declaration is refused, with what it lacks', () => {
    const { guide: _guide, name: _name, ...texts } = described;
    expect(() => documentOf(updateThing(z.string().describe('Its name.'), texts))).toThrow('lacks name, guide');
  });
});

describe('the size of a body', () => {
  const bytesMax = 200_000;
  const containersMax = 10_000;
  const listOf = (element: string, count: number) => Buffer.from(`[${Array(count).fill(element).join(',')}]`);
  const refusal = expect.objectContaining({
    status: 422,
    errors: [{ field: '', message: `must not have more than ${containersMax} objects and arrays`, code: 'too_many' }],
  });

  /** Over 64 KiB: shorter texts are not counted. */
  const element = '{"a":[0], "b": true}';

  describe('the objects and arrays of a body (docs/api/limits.md#body-sizes)', () => {
    test('are limited', () => {
      expect(() => assertFewContainers(listOf(element, 4_999), bytesMax)).not.toThrow();
      expect(() => assertFewContainers(listOf(element, 5_000), bytesMax)).toThrow(refusal);
    });

    test.each([
      ['brackets', '"[[[{{{"'],
      ['a quote and brackets', String.raw`"\"[[{\\\"{"`],
      ['a backslash at the end', String.raw`"[[[\\"`],
    ])('%s within a text do not count', (_, text) => {
      expect(() => assertFewContainers(listOf(text, 12_000), bytesMax)).not.toThrow();
      expect(() => assertFewContainers(listOf(`${text},{}`, 12_000), bytesMax)).toThrow(refusal);
    });

    test.each(['"', '["', String.raw`["\ `.trim(), '[[[['])('a text that ends in %s is left to the parser', (end) => {
      expect(() => assertFewContainers(Buffer.from('0'.repeat(70_000) + end), bytesMax)).not.toThrow();
    });
  });
});
