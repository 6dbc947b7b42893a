import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'node:http';
import { freePort } from '@order-hub/testing/free-port';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { connect, startUpstream } from './stand-ins.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub();
  connect(hub.auth, 'token', { location_id: 'here' });
});
afterAll(() => hub.close());
beforeEach(() => {
  hub.orders.received.length = 0;
  hub.orders.answer = undefined;
  hub.passSeconds(24 * 60 * 60);
});

const head = (start: string, ...headers: string[]) =>
  [`${start} HTTP/1.1`, 'Host: hub.test', 'X-Access-Token: token', ...headers, '', ''].join('\r\n');
const close = 'Connection: close';
const orders = '/v1/location/orders';

/** The status and body of each answer in `raw`. */
const answersIn = (raw: string) =>
  raw
    .split(/(?=HTTP\/1\.1 \d)/)
    .map((answer) => [Number(answer.slice(9, 12)), answer.slice(answer.indexOf('\r\n\r\n') + 4)] as const);

describe('a hidden second request', () => {
  const hidden = `GET /internal/secret HTTP/1.1\r\nHost: x\r\nX-Hub-Caller: forged\r\n\r\n`;
  const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

  test.each([
    ['a chunked DELETE', head(`DELETE ${orders}/o`, 'Transfer-Encoding: chunked', close) + chunked],
    ['a chunked GET', head(`GET ${orders}/o`, 'Transfer-Encoding: chunked', close) + chunked],
    ['a chunked HEAD', head(`HEAD ${orders}/o`, 'Transfer-Encoding: chunked', close) + chunked],
    [
      'a chunked POST overridden to DELETE',
      head(`POST ${orders}/o`, 'X-Http-Method-Override: DELETE', 'Transfer-Encoding: chunked', close) + chunked,
    ],
    [
      'a chunked POST overridden to GET',
      head(`POST ${orders}/o`, 'X-Http-Method-Override: GET', 'Transfer-Encoding: chunked', close) + chunked,
    ],
    [
      'both a length and chunks',
      head(`POST ${orders}`, 'Content-Length: 4', 'Transfer-Encoding: chunked', close) + chunked,
    ],
    ['chunks inside another encoding', head(`POST ${orders}`, 'Transfer-Encoding: gzip, chunked', close) + chunked],
    ['an encoding that only ends in chunked', head(`POST ${orders}`, 'Transfer-Encoding: xchunked', close) + chunked],
    ['two lengths', head(`POST ${orders}`, 'Content-Length: 2', 'Content-Length: 3', close) + '{}'],
    ['a length with a sign', head(`POST ${orders}`, 'Content-Length: +2', close) + '{}'],
    ['a space before the colon', head(`POST ${orders}`, 'Content-Length : 2', close) + '{}'],
    ['a folded header', head(`POST ${orders}`, 'X-A: b\r\n Transfer-Encoding: chunked', 'Content-Length: 0', close)],
    ['a bare line feed', `GET ${orders} HTTP/1.1\nHost: x\nX-Access-Token: token\n\n`],
    [
      'HTTP/1.0 with chunks',
      `POST ${orders} HTTP/1.0\r\nX-Access-Token: token\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    ],
  ])('behind %s reaches no service', async (_name, raw) => {
    const answer = await hub.sendRaw(raw);
    expect(answersIn(answer).map(([status]) => status)).toEqual([400]);
    expect(hub.orders.received).toEqual([]);
    // On the pooled connections, requests and responses still belong together.
    for (let round = 0; round < 3; round += 1) {
      const next = await hub.call(`GET ${orders}/next${round}`, { token: 'token' });
      expect(next.body.url).toBe(`/locations/here/orders/next${round}`);
    }
    expect(hub.orders.received.map(({ url }) => url)).toHaveLength(3);
  });

  test.each(['DELETE', 'GET'])('in the body of a %s with a Content-Length stays a body', async (method) => {
    const answer = await hub.sendRaw(head(`${method} ${orders}/o`, `Content-Length: ${hidden.length}`, close) + hidden);
    expect(answer).toContain('200 OK');
    expect(hub.orders.received).toMatchObject([
      { method, body: hidden, headers: { 'content-length': String(hidden.length) } },
    ]);
  });
});

describe('bodies', () => {
  test.each([
    ['DELETE', ''],
    ['GET', ''],
    ['POST', 'X-Http-Method-Override: DELETE\r\n'],
  ])('%s with a JSON body %j', async (method, header) => {
    const raw = `${method} ${orders}/o HTTP/1.1\r\nHost: x\r\nX-Access-Token: token\r\n${header}Content-Type: application/json\r\nContent-Length: 2\r\n${close}\r\n\r\n{}`;
    expect(await hub.sendRaw(raw)).toContain('200 OK');
    expect(hub.orders.received).toMatchObject([{ body: '{}' }]);
  });

  test('a chunked POST passes whole', async () => {
    const answer = await hub.sendRaw(
      head(`POST ${orders}`, 'Transfer-Encoding: chunked', close) +
        '3\r\n{"a\r\n4\r\n":1}\r\n0\r\nX-Hub-Caller: forged\r\n\r\n',
    );
    expect(answer).toContain('200 OK');
    expect(hub.orders.received).toMatchObject([{ body: '{"a":1}' }]);
  });

  test('over 11 MiB by Content-Length: 413, and nothing is forwarded', async () => {
    const answer = await hub.sendRaw(head(`POST ${orders}`, `Content-Length: ${11 * 1024 * 1024 + 1}`), (text) =>
      text.includes('}'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
    expect(answer).toContain('Access-Control-Allow-Origin: *');
    expect(hub.orders.received).toEqual([]);
  });

  test('of a catalog over 32 MiB: 413, but not up to that', async () => {
    const upload = (bytes: number) =>
      hub.sendRaw(head('PUT /v1/catalogs/x', `Content-Length: ${bytes}`), (text) => text.includes('}'));
    expect(await upload(32 * 1024 * 1024 + 1)).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
    const body = 'x'.repeat(32 * 1024 * 1024);
    expect((await hub.call('PUT /v1/catalogs/x', { token: 'token', body })).status).toBe(200);
  });

  test('over 11 MiB in chunks: 413 as soon as the limit is exceeded', async () => {
    const status = await new Promise((resolve, reject) => {
      const post = request({
        port: hub.port,
        method: 'POST',
        path: orders,
        headers: { 'x-access-token': 'token', 'transfer-encoding': 'chunked' },
      });
      post.on('response', (answer) => resolve(answer.resume().statusCode));
      post.on('error', reject);
      for (let sent = 0; sent < 12; sent += 1) post.write(Buffer.alloc(1024 * 1024, 'x'));
      post.end();
    });
    expect(status).toBe(413);
    expect(hub.orders.received).toEqual([]);
    expect((await hub.call(`GET ${orders}/o`, { token: 'token' })).status).toBe(200);
  });

  test('of 10 MiB pass, with a Content-Length and in chunks', async () => {
    const body = 'x'.repeat(10 * 1024 * 1024);
    hub.orders.answer = (_req, res, received) => void res.end(`{"length":${received.length}}`);
    expect((await hub.call(`POST ${orders}`, { token: 'token', body })).body).toEqual({ length: body.length });
    const raw = `${head(`POST ${orders}`, 'Transfer-Encoding: chunked', close)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await hub.sendRaw(raw)).toContain(`{"length":${body.length}}`);
  });
});

describe('a malformed request', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['an unknown version', 'GET / HTTP/3.9\r\n\r\n', 400],
    ['headers over 16 kB', `GET ${orders} HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['HTTP/0.9', `GET /v1/location\r\n\r\n`, 400],
    ['HTTP/0.9 with its version', `GET /v1/location HTTP/0.9\r\nHost: x\r\nX-Access-Token: token\r\n\r\n`, 400],
    ['two Hosts', head('GET /v1/location', 'Host: other.test', close), 400],
    ['the same Host twice', head('GET /v1/location', 'hOST: hub.test', close), 400],
    ['two Hosts at a page of the gateway', head('GET /health', 'Host: other.test', close), 400],
    ['two Hosts in a preflight', head('OPTIONS /v1/location', 'Host: other.test', close), 400],
    ['no Host', `GET ${orders} HTTP/1.1\r\n${close}\r\n\r\n`, 400],
    ['an absolute target', head('GET http://elsewhere/v1/location', close), 400],
    ['a star', head('GET *', close), 400],
    ['dots', head('GET /v1/locations/../internal', close), 400],
    ['encoded dots', head('GET /v1/%2e%2E/internal', close), 400],
    ['a doubled slash', head('GET //internal/connections/x', close), 400],
    ['an encoded slash', head('GET /v1/location%2Forders', close), 400],
    ['a backslash', head('GET /v1\\internal', close), 400],
    ['a null character', head('GET /v1/location?a=%00', close), 400],
    ['a websocket', head('GET /v1/location', 'Connection: Upgrade, close', 'Upgrade: websocket'), 400],
  ])('%s: an error in JSON', async (_name, raw, status) => {
    const answer = await hub.sendRaw(raw, (text) => text.includes('}'));
    const [[gotStatus, body] = []] = answersIn(answer);
    expect([gotStatus, JSON.parse(body!).error_type]).toEqual([status, 'bad_request']);
    expect(answer).toContain('application/json');
    expect(answer).toContain('X-Content-Type-Options: nosniff');
  });

  test('an offer of HTTP/2 is ignored', async () => {
    const answer = await hub.sendRaw(
      head(
        'GET /v1/location',
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABk',
      ),
    );
    expect(answer).toContain('200 OK');
  });

  test('closes the connection of a client that says close', async () => {
    expect(await hub.sendRaw(head(`GET ${orders}`, close))).toContain('Connection: close');
    expect(await hub.sendRaw(`GET /v1/location HTTP/1.0\r\nX-Access-Token: token\r\n\r\n`)).toContain('200 OK');
  });
});

describe('a service', () => {
  test.each([
    ['POST', 504, { error_type: 'outcome_unknown', retryAfter: null, times: 1 }],
    ['GET', 503, { error_type: 'service_unavailable', retryAfter: '2', times: 2 }],
  ])(
    'that breaks the connection of a %s: %i with the body of every error',
    async (method, status, { error_type, retryAfter, times }) => {
      const other = await startHub();
      connect(other.auth, 'token');
      other.orders.answer = (req) => req.socket.destroy();
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await other.call(`${method} ${orders}`, { token: 'token', ...body });
      expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
      expect(answer.headers.get('retry-after')).toBe(retryAfter);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(other.orders.received).toHaveLength(times);
      await other.close();
    },
  );

  test.each([
    ['GET', 200, 2],
    ['DELETE', 200, 2],
    ['POST', 504, 1],
    ['PUT', 504, 1],
    ['PATCH', 504, 1],
  ])('that closes a reused connection: a %s is answered %i, and sent %i times', async (method, status, times) => {
    await hub.call(`GET ${orders}/warm`, { token: 'token' });
    hub.orders.received.length = 0;
    hub.orders.answer = (req, res) => {
      if (hub.orders.received.length === 1) req.socket.destroy();
      else res.end('{}');
    };
    const body = method === 'GET' ? {} : { body: {} };
    expect((await hub.call(`${method} ${orders}/o`, { token: 'token', ...body })).status).toBe(status);
    expect(hub.orders.received).toHaveLength(times);
  });

  test.each(['POST', 'PUT', 'PATCH'])(
    'that breaks the connection of a %s with an idempotency key gets it again, whole and with its key',
    async (method) => {
      hub.orders.received.length = 0;
      hub.orders.answer = (req, res) => {
        if (hub.orders.received.length === 1) req.socket.destroy();
        else res.end('{}');
      };
      const keyed = { token: 'token', body: { items: [] }, headers: { 'idempotency-key': 'k' } };
      expect((await hub.call(`${method} ${orders}/o`, keyed)).status).toBe(200);
      const sent = { body: '{"items":[]}', headers: expect.objectContaining({ 'idempotency-key': 'k' }) as object };
      expect(hub.orders.received).toEqual([expect.objectContaining(sent), expect.objectContaining(sent)]);
    },
  );

  test('that breaks every connection: a POST with an idempotency key is sent four times, then answered 504', async () => {
    hub.orders.received.length = 0;
    hub.orders.answer = (req) => req.socket.destroy();
    const keyed = { token: 'token', body: {}, headers: { 'idempotency-key': 'k' } };
    expect((await hub.call(`POST ${orders}`, keyed)).status).toBe(504);
    expect(hub.orders.received).toHaveLength(4);
  });

  test('that is being replaced gets a POST as soon as it is back', async () => {
    const port = await freePort();
    const other = await startHub({ ORDERS_URL: `http://127.0.0.1:${port}` });
    connect(other.auth, 'token');
    const posted = other.call(`POST ${orders}`, { token: 'token', body: { a: 1 } });
    const after = await startUpstream('orders', port);
    expect([(await posted).status, after.received.map(({ body }) => body)]).toEqual([200, ['{"a":1}']]);
    await Promise.all([other.close(), after.close()]);
  });

  test.each([
    ['POST', 504, 'outcome_unknown'],
    ['GET', 503, 'service_unavailable'],
  ])('that does not answer a %s in time: %i', async (method, status, error_type) => {
    const other = await startHub({ UPSTREAM_TIMEOUT_SECONDS: '1' });
    connect(other.auth, 'token');
    // Auth's answer is known from then on, so that only this service is late.
    await eventually(async () => (await other.call('GET /v1/callback', { token: 'token' })).status === 200);
    other.orders.answer = () => undefined;
    const body = method === 'GET' ? {} : { body: {} };
    const answer = await other.call(`${method} ${orders}`, { token: 'token', ...body });
    expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
    expect(answer.body.message).toContain('in time');
    await other.close();
  });

  test('that stops in the middle of its response: the client sees that the response is incomplete', async () => {
    hub.orders.answer = (_req, res) => {
      res.writeHead(200, { 'Content-Length': 100 });
      res.write('{"a":');
      setTimeout(() => res.destroy(), 20);
    };
    await expect(hub.call(`POST ${orders}`, { token: 'token', body: {} })).rejects.toThrow();
  });

  test('that is down: 503, and the other services go on', async () => {
    const gone = await startUpstream('gone');
    await gone.close();
    const other = await startHub({ ORDERS_URL: gone.url });
    connect(other.auth, 'token');
    const answer = await other.call(`GET ${orders}`, { token: 'token' });
    expect([answer.status, answer.body.error_type, answer.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '2',
    ]);
    expect((await other.call('GET /v1/callback', { token: 'token' })).status).toBe(200);
    await other.close();
  });

  test('sees its request aborted when the client leaves', async () => {
    const other = await startHub();
    connect(other.auth, 'token');
    let isAborted = false;
    other.orders.answer = (req) => void req.socket.once('close', () => (isAborted = true));
    const slow = request({ port: other.port, path: `${orders}/slow`, headers: { 'x-access-token': 'token' } });
    slow.on('error', () => undefined).end();
    await eventually(() => other.orders.received.length === 1);
    slow.destroy();
    expect(await eventually(() => isAborted)).toBe(true);
    await other.close();
  });
});
