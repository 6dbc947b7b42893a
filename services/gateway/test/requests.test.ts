import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { notFound, serviceUnavailable } from '@order-hub/shared/errors';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config.ts';
import { errorPage, prefersHtml } from '../src/responses/error-page.ts';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const lines: string[] = [];
let hub: Hub;
beforeAll(async () => {
  const log = openLog('gateway', 'debug', { write: (line: string) => void lines.push(line) });
  hub = await startHub({ RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '500' }, log);
  connect(hub.auth, 'token', { location_id: 'here' });
  connect(hub.auth, 'account', { location_id: null });
});
afterAll(() => hub.close());
beforeEach(() => {
  hub.passSeconds(24 * 60 * 60);
});

describe('the way of a request', () => {
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
        expect((await hub.call(`GET /v1${path}`, { token: 'account' })).body.url).toBe(path.replace(/\/$/, ''));
      }
    });

    test('a slash at the end is dropped before a service sees it; a page without a body is redirected', async () => {
      const { body } = await hub.call('PATCH /v1/location/?x=1', { token: 'token', body: {} });
      expect([body.name, body.url]).toEqual(['auth', expect.stringMatching(/^\/locations\/\w+\?x=1$/)]);
      expect((await hub.call('POST /oauth2/v1/token/', { body: 'code=x' })).body.url).toBe('/oauth2/v1/token');
      const { status, headers } = await hub.call('GET /docs/?x=1');
      expect([status, headers.get('location')]).toEqual([308, '/docs?x=1']);
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
});

/** Paths without an access token (docs/api/authentication.md#token-request): nothing is changed, logged or shared. */
describe('paths without an access token', () => {
  const authorization = `Basic ${Buffer.from('client:hub_secret_of_the_test').toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };

  test('credentials and form arrive unchanged, and the log does not contain them', async () => {
    const body = 'code=hub_code_of_the_test&code=again';
    const answer = await hub.call('POST /oauth2/v1/token?code=hub_code_in_the_query', { body, headers });
    expect(answer.status).toBe(200);
    expect(hub.auth.received.at(-1)).toMatchObject({ body, headers });
    const id = answer.headers.get('x-request-id')!;
    const line = await eventually(() => lines.find((text) => text.includes(id)));
    expect(JSON.parse(line)).toMatchObject({ level: 'info', route: 'auth', status: 200 });
    expect(lines.join('')).not.toMatch(/hub_(code|secret)|code=|Basic/);
  });

  test('no line has the query of a request, whatever becomes of it', async () => {
    // Old clients send codes and secrets in the query.
    const query = '?code=hub_code_x&client_id=id&client_secret=hub_secret_x';
    const usualAnswer = hub.auth.answer!;
    const answers = [await hub.call(`POST /oauth2/v1/token${query}`)];
    expect(hub.auth.received.at(-1)!.url).toBe(`/oauth2/v1/token${query}`);
    const targets = [`/oauth2/v1/token${query}#`, `/oauth2//token${query}`, `/v1/token${query}`];
    for (const target of targets) answers.push(await hub.call(`POST ${target}`));
    answers.push(await hub.call(`TRACE /oauth2/v1/token${query}`));
    hub.auth.answer = (req) => void req.socket.destroy();
    answers.push(await hub.call(`POST /oauth2/v1/token${query}`));
    hub.auth.answer = usualAnswer;
    expect(answers.at(-1)!.status).toBe(504);
    await hub.sendRaw(`POST /oauth2/v1/token${query} HTTP/9\r\n\r\n`);
    const ids = answers.map((answer) => answer.headers.get('x-request-id')!);
    await eventually(() => ids.every((id) => lines.some((line) => line.includes(id))));
    expect(lines.filter((line) => /hub_code_x|hub_secret_x/.test(line))).toEqual([]);
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
    expect((await hub.call('GET /v1/location/orders', { token: 'token', headers: forged })).status).toBe(200);
    const { headers: received } = hub.orders.received.at(-1)!;
    expect(received).not.toHaveProperty('cookie');
    expect(JSON.stringify(received)).not.toMatch(/session_of_the_test|192\.0\.2\.66|evil/);
  });
});

/** What the gateway's errors tell, and the document that it serves. */
describe('behind our own proxy', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  let hub: Hub;
  beforeAll(async () => {
    const limits = { RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '1', RATE_LIMIT_ADDRESS_PER_MINUTE: '2' };
    hub = await startHub({ TRUST_PROXY: '1', PUBLIC_URL: 'https://hub.test', OPENAPI_PATH: '', ...limits });
    connect(hub.auth, 'token');
  });
  afterAll(() => hub.close());

  test('the client is the one that the proxy saw, and links lead to the public address', async () => {
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
  });

  test('an unknown path that lacks its start names the path that was meant', async () => {
    const { status, body } = await hub.call('GET /v1/orders', { token: 'token' });
    expect([status, body.code]).toEqual([404, 'routing_error']);
    expect(body.message).toContain('/v1/location/orders');
    expect(body.documentation_url).toBe('https://hub.test/docs/errors#routing_error');
  });

  test('a 429 names the limit of high load queries', async () => {
    const list = () => hub.call('GET /v1/location/orders', { token: 'token' });
    await list();
    const { status, body } = await list();
    expect([status, body.limit]).toEqual([429, 'high-load']);
    expect(body.message).toContain('"high-load"');
  });

  test('a service gets the preference of the client, and a web page may send it', async () => {
    const headers = { Prefer: 'handling=strict' };
    await hub.call('POST /v1/location/orders', { token: 'token', body: {}, headers });
    expect(hub.orders.received.at(-1)!.headers).toMatchObject({ prefer: 'handling=strict' });
    const preflight = await hub.call('OPTIONS /v1/location/orders', { headers: { Origin: 'https://shop.test' } });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Prefer');
  });

  test.each([
    [undefined, 'handling=strict'],
    ['respond-async', 'respond-async, handling=strict'],
    // Of several of a name the first counts.
    ['handling=lenient', 'handling=lenient, handling=strict'],
    ['handling=strict', 'handling=strict, handling=strict'],
  ])('a client that switched strict handling on prefers it; with %j the service gets %j', async (prefer, expected) => {
    const caller = connect(hub.auth, 'strict');
    hub.auth.tokens.set('strict', { status: 'active', caller, is_strict: true });
    const headers = prefer === undefined ? {} : { Prefer: prefer };
    await hub.call('POST /v1/location/orders', { token: 'strict', body: {}, headers });
    expect(hub.orders.received.at(-1)!.headers).toMatchObject({ prefer: expected });
  });

  describe('the API document', () => {
    type Server = { url: string };
    let text: string;
    beforeAll(async () => {
      text = JSON.stringify((await hub.call('GET /v1/openapi.json')).body);
    });

    test('is served to everybody', async () => {
      const answer = await hub.call('GET /v1/openapi.json');
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    });

    test('has the address of the hub, for the token endpoint too', () => {
      const { servers, paths } = JSON.parse(text) as {
        servers: Server[];
        paths: Record<string, { post?: { servers?: Server[] } }>;
      };
      expect(servers.map(({ url }) => url)).toEqual(['https://hub.test/v1']);
      expect(paths['/oauth2/v1/token']?.post?.servers?.map(({ url }) => url)).toEqual(['https://hub.test/']);
    });

    test('links to pages and headings of the guide that exist, and nowhere else', () => {
      const links = [...text.matchAll(/(?:\]\(|"externalDocs":\{[^}]*"url":")([^)"]+)/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(100);
      for (const link of links) {
        if (link === 'https://hub.test/docs') continue;
        const [, page = '', heading] = /^https:\/\/hub\.test\/docs\/([\w-]+)(?:#([\w-]+))?$/.exec(link) ?? [link];
        const file = `${root}/docs/api/${page}.md`;
        expect([link, existsSync(file)]).toEqual([link, true]);
        const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
          title
            .toLowerCase()
            .replace(/[^\w\s-]/g, '')
            .replace(/\s/g, '-'),
        );
        if (heading !== undefined) expect([link, headings.includes(heading)]).toEqual([link, true]);
      }
      expect(text).not.toContain('docs/api/');
    });
  });
});

describe('an error page', () => {
  const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  describe('which clients get a page', () => {
    test.each<[string | undefined, boolean]>([
      [firefox, true],
      ['text/html', true],
      ['Text/HTML; charset=utf-8', true],
      ['text/html;q=0.5, application/json;q=0.4', true],
      ['text/html, application/json', true],
      ['application/json, text/html;q=0.9', false],
      ['text/html;q=0', false],
      ['text/html;q=nothing', false],
      ['application/json', false],
      ['*/*', false],
      ['text/*', false],
      ['text/html-not', false],
      ['', false],
      [undefined, false],
    ])('%j: %s', (accept, expected) => expect(prefersHtml(accept)).toBe(expected));
  });

  const get = { method: 'GET', headers: {} };
  const post = { method: 'POST', headers: {} };

  test('escapes every text that comes from the request', () => {
    const page = errorPage(serviceUnavailable('auth is down'), get, 'ref"><b>');
    expect(page).toContain('ref&quot;&gt;&lt;b&gt;');
    expect(page).not.toMatch(/<b>/);
  });

  test('offers a next action, but no link that would repeat a form as a GET', () => {
    expect(errorPage(serviceUnavailable('auth is down'), get, 'r')).toContain('<a href="">Try again</a>');
    expect(errorPage(serviceUnavailable('auth is down'), post, 'r')).not.toContain('<a');
    expect(errorPage(notFound('Page'), get, 'r')).toContain('<a href="/">');
  });

  test.each([
    ['it-CH, fr;q=0.5', 'it', 'Al momento non disponibile', 'Una parte dell’hub al momento non può rispondere.'],
    ['nl', 'en', 'Not available at the moment', 'A part of the hub cannot answer at the moment.'],
  ])('speaks the language of a browser that accepts %s', (accepted, language, title, text) => {
    const headers = { 'accept-language': accepted };
    const page = errorPage(serviceUnavailable('auth is down'), { method: 'GET', headers }, 'r');
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(text);
  });
});

describe('settings', () => {
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

  test('answers routing_error if there is no API document', async () => {
    expect((await hub.call('GET /v1/openapi.json')).body.error_type).toBe('routing_error');
  });
});

/** A browser gets an HTML page even if the gateway itself refuses the request. Last, because two services end here. */
describe('browsers', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const open = (route: string, body?: string) => hub.ask(route, { headers: { accept }, body });

  test('404: a page that escapes the requested path', async () => {
    const { text, ...response } = await open("GET /not/%3Cimg%3E'here");
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">.*<title>There is no such page<\/title>/s);
    expect(text).toContain(response.headers.get('x-request-id'));
    expect(text).not.toContain('<img>');
  });

  test('413: a page, for a form that is too large', async () => {
    const response = await open('POST /back-office/log-in', 'x'.repeat(70_000));
    expect(response.status).toBe(413);
    expect(response.text).toContain('Go back in your browser');
  });

  test('503: a page with Retry-After and a link, while auth and the back office are unavailable; a HEAD has no body', async () => {
    await Promise.all([hub.auth.close(), hub.backOffice.close()]);
    const response = await open('GET /back-office?x=1');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.text).toContain('<a href="">Try again</a>');
    const head = await open('HEAD /back-office');
    expect([head.status, head.text]).toEqual([503, '']);
  });

  test.each([
    ['the API, whatever the Accept header', '/v1/nothing', accept],
    ['a program', '/nothing', '*/*'],
    ['a program that reads JSON, while auth is unavailable', '/oauth2/v1/token', 'application/json'],
  ])('JSON for %s', async (_client, path, accepted) => {
    const answer = await hub.call(`GET ${path}`, { headers: { accept: accepted } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toMatchObject({ error_type: expect.any(String) });
  });
});
