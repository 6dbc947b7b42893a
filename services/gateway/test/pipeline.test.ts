import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub({ RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '500' });
  connect(hub.auth, 'token', { location_id: 'here' });
  connect(hub.auth, 'account', { location_id: null });
});
afterAll(() => hub.close());
beforeEach(() => {
  hub.passSeconds(24 * 60 * 60);
});

describe('routing', () => {
  test.each([
    ['GET /v1/location', 'auth', '/locations/here'],
    ['GET /v1/locations/here?a=b%2Fc', 'auth', '/locations/here?a=b%2Fc'],
    ['GET /v1/user', 'auth', '/user'],
    ['POST /v1/location/orders', 'orders', '/locations/here/orders'],
    ['PUT /v1/location/orders/o', 'orders', '/locations/here/orders/o'],
    ['GET /v1/location/catalogs?count=2&cursor=x', 'catalog', '/locations/here/catalogs?count=2&cursor=x'],
    ['PATCH /v1/catalogs/c/location/inventory', 'catalog', '/catalogs/c/locations/here/inventory'],
    ['GET /v1/location/customer_lists', 'customers', '/locations/here/customer_lists'],
    ['DELETE /v1/callback/events/e', 'events', '/callback/events/e'],
  ])('%s goes to %s as %s', async (route, name, url) => {
    const answer = await hub.call(route, { token: 'token' });
    expect([answer.status, answer.body.name, answer.body.url]).toEqual([200, name, url]);
  });

  test('account connections have their own short form, and lists without an id', async () => {
    const { body } = await hub.call('GET /v1/account/orders?count=1', { token: 'account' });
    expect([body.name, body.url]).toEqual(['orders', expect.stringMatching(/^\/accounts\/\w+\/orders\?count=1$/)]);
    for (const path of ['/locations', '/locations/', '/accounts']) {
      expect((await hub.call(`GET /v1${path}`, { token: 'account' })).body.url).toBe(path);
    }
  });

  test('pages need no token', async () => {
    for (const path of [
      '/oauth2/v1/authorize?redirect_uri=https://a.test//b/..',
      '/back-office/login',
      '/back-office',
      '/.well-known/oauth-authorization-server/oauth2/v1',
    ]) {
      const answer = await hub.call(`GET ${path}`);
      expect([answer.status, answer.body.url]).toEqual([200, path]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each([
    'GET /other',
    'GET /v1',
    'GET /v1/nothing',
    'GET /v2/location',
    'GET /internal/connections/x',
    'GET /v1/internal/connections/x',
    'POST /operator/users',
    'POST /v1/operator/users',
    'GET /oauth2/v1x',
    'GET /back-officer',
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-authorization-server/oauth2/v1/token',
    'GET /.well-known/other',
    'GET /v1/locations/here/nothing',
    'OPTIONS /oauth2/v1/token',
  ])('%s: 404 routing_error, without a token', async (route) => {
    const answer = await hub.call(route);
    expect([answer.status, answer.body.error_type]).toEqual([404, 'routing_error']);
  });
});

describe('the method override', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'GET', 'patch'])('of a POST to %s', async (method) => {
    const headers = { 'X-Http-Method-Override': method };
    const { body } = await hub.call('POST /v1/location/orders/o', { token: 'token', body: { a: 1 }, headers });
    expect(body).toMatchObject({ method: method.toUpperCase(), body: '{"a":1}' });
    expect(hub.orders.received.at(-1)!.headers).not.toHaveProperty('x-http-method-override');
  });

  test.each([
    ['POST', 'TRACE'],
    ['POST', 'CONNECT'],
    ['GET', 'DELETE'],
    ['GET', 'POST'],
  ])('of a %s to %j: 400', async (method, override) => {
    const answer = await hub.call(`${method} /v1/location/orders/o`, {
      token: 'token',
      headers: { 'X-Http-Method-Override': override },
    });
    expect([answer.status, answer.body.error_type]).toEqual([400, 'bad_request']);
  });

  test.each([
    ['POST', 'POST'],
    ['POST', 'post'],
    ['POST', ''],
    ['GET', ''],
    ['PATCH', 'PATCH'],
    ['PATCH', 'DELETE'],
    ['PUT', 'TRACE'],
    ['DELETE', 'GET'],
  ])('of a %s to %j overrides nothing, and is not forwarded', async (method, override) => {
    const headers = { 'X-Http-Method-Override': override };
    const { body } = await hub.call(`${method} /v1/location/orders/o`, { token: 'token', headers });
    expect(body).toMatchObject({ method });
    expect(hub.orders.received.at(-1)!.headers).not.toHaveProperty('x-http-method-override');
  });
});

describe('cross-origin', () => {
  test('a preflight of the API is answered without a token', async () => {
    const answer = await hub.call('OPTIONS /v1/location/orders', { headers: { Origin: 'https://shop.test' } });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-Access-Token, Authorization');
  });

  test('web pages may read results and errors, with the headers of the API', async () => {
    for (const [route, status] of [
      ['GET /v1/location', 200],
      ['GET /v1/nothing', 404],
      ['GET /v1/a%00', 400],
    ] as const) {
      const answer = await hub.call(route, { token: 'token' });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      const exposed = answer.headers.get('access-control-expose-headers')!.split(', ');
      expect(exposed).toEqual([
        'X-Cursor-Next',
        'RateLimit',
        'RateLimit-Policy',
        'Retry-After',
        'X-Request-Id',
        'X-Client-Request-Id',
        'ETag',
        'X-Ignored-Refs',
        'Idempotent-Replayed',
        'Ignored-Fields',
        'Preference-Applied',
      ]);
    }
  });
});

describe('headers', () => {
  test("that a service would trust as the gateway's are dropped, in every spelling", async () => {
    const forged = [
      'X-Hub-Caller',
      'x_hub_caller',
      'X_Hub-Caller',
      'x-hub_service',
      'X-HUB-ANYTHING',
      'X_Access_Token',
      'X-Forwarded-For',
      'Forwarded',
      'X-Real-Ip',
    ];
    const lines = forged.map((name) => `${name}: forged\r\n`).join('');
    const answer = await hub.sendRaw(
      `GET /v1/location/orders HTTP/1.1\r\nHost: hub.test\r\nX-Access-Token: token\r\n${lines}Connection: close, x-hub-caller, X-Request-Id, authorization\r\nAuthorization: secret\r\nAccept: a/b\r\n\r\n`,
    );
    expect(answer).toContain('HTTP/1.1 200 OK');
    const { headers } = hub.orders.received.at(-1)!;
    expect(JSON.stringify(headers)).not.toContain('forged');
    expect(headers).toMatchObject({
      host: 'hub.test',
      accept: 'a/b',
      connection: 'keep-alive',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'hub.test',
      'x-forwarded-proto': 'http',
    });
    expect(String(headers['x-hub-caller']).split('.')).toHaveLength(3);
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-access-token');
  });

  test('that frame the body stay, even if the Connection header names them', async () => {
    const answer = await hub.sendRaw(
      'POST /v1/location/orders HTTP/1.1\r\nHost: a\r\nX-Access-Token: token\r\nConnection: close, content-length\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(answer).toContain('200 OK');
    expect(hub.orders.received.at(-1)).toMatchObject({ body: '{}', headers: { 'content-length': '2' } });
  });

  test('of a service that are internal are dropped', async () => {
    const { headers } = await hub.call('GET /v1/location/orders', { token: 'token' });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-hub-inside')).toBeNull();
  });

  test('of every response forbid browsers to guess its type', async () => {
    for (const route of [
      'GET /v1/location/orders',
      'GET /v1/nothing',
      'GET /health',
      'GET /back-office/login',
      'OPTIONS /v1/location',
    ]) {
      const { headers } = await hub.call(route, { token: 'token' });
      expect([route, headers.get('x-content-type-options')]).toEqual([route, 'nosniff']);
    }
  });

  test("return a well-formed request id of the client's beside ours, which alone goes to the services", async () => {
    const answerTo = (id: string) =>
      hub.call('GET /v1/location/orders', { token: 'token', headers: { 'X-Request-Id': id } });
    for (const [id, returned] of [
      ['my.id-1', 'my.id-1'],
      ['a b{"c"}', null],
    ] as const) {
      const { headers } = await answerTo(id);
      expect(headers.get('x-client-request-id')).toBe(returned);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-z]{20}$/);
      expect(hub.orders.received.at(-1)!.headers['x-request-id']).toBe(headers.get('x-request-id'));
    }
  });
});
