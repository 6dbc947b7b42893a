import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freePort } from '@order-hub/testing/free-port';
import { soon } from '@order-hub/testing/giving-up';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import { openClientSockets, type SocketLimits } from '../src/pipeline/client-sockets.ts';
import { openAgent } from '../src/proxy/open-agent.ts';
import { failOnTimeout } from '../src/proxy/upstream-failure.ts';
import { PublicRequest } from '../src/request/public-request.ts';
import { type Hub, startHub } from './gateway.ts';
import { connect, startUpstream } from './stand-ins.ts';

describe('bytes on the wire', () => {
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
      const answer = await hub.sendRaw(
        head(`${method} ${orders}/o`, `Content-Length: ${hidden.length}`, close) + hidden,
      );
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
      // By default it sends back what it received.
      hub.catalog.answer = (_req, res) => void res.end('{}');
      expect((await hub.call('PUT /v1/catalogs/x', { token: 'token', body })).status).toBe(200);
      expect(hub.catalog.received.at(-1)!.body.length).toBe(body.length);
      hub.catalog.received.length = 0;
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

    describe('that does not answer', () => {
      let hasty: Hub;
      beforeAll(async () => {
        hasty = await startHub({ UPSTREAM_TIMEOUT_SECONDS: '0.3' });
        connect(hasty.auth, 'token');
      });
      afterAll(() => hasty.close());

      test.each([
        ['POST', 504, 'outcome_unknown'],
        ['GET', 503, 'service_unavailable'],
      ])('a %s in time: %i', async (method, status, error_type) => {
        hasty.orders.answer = undefined;
        const ask = (verb: string) =>
          hasty.call(`${verb} ${orders}`, { token: 'token', ...(verb === 'POST' && { body: {} }) });
        // From then on, auth's answer is known and there is a connection to the service: only its answer is late.
        await eventually(async () => (await ask('POST')).status === 200);
        hasty.orders.answer = () => undefined;
        const answer = await ask(method);
        expect([answer.status, answer.body.error_type]).toEqual([status, error_type]);
        expect(answer.body.message).toContain('in time');
      });
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
      let isAborted = false;
      hub.orders.answer = (req) => void req.socket.once('close', () => (isAborted = true));
      const slow = hub.sendAndStay(head(`GET ${orders}/slow`));
      await eventually(() => hub.orders.received.length === 1);
      slow.destroy();
      expect(await eventually(() => isAborted)).toBe(true);
    });
  });
});

/** Idle ones end before a service that was told to stop closes them. */
test('an idle connection to a service is closed, and not one that was idle before its request', async () => {
  const waiting: ServerResponse[] = [];
  const closed = new Set<Socket>();
  const service = createServer({ keepAliveTimeout: 65_000 }, (_req, res) => void waiting.push(res));
  service.on('connection', (socket) => socket.once('close', () => closed.add(socket)));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const agent = openAgent(`http://127.0.0.1:${port}`, { timeoutMs: 30_000, maxSockets: 2, idleMs: 50 });

  const ask = async () => {
    const before = waiting.length;
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST' }).once('timeout', failOnTimeout);
    const answer = once(sent.end('{}'), 'response') as Promise<[IncomingMessage]>;
    await soon(() => waiting.length > before);
    return { sent, answer, res: waiting.at(-1)!, socket: waiting.at(-1)!.socket! };
  };
  const end = async ({ answer, res }: Awaited<ReturnType<typeof ask>>) => {
    res.end('{}');
    const [response] = await answer;
    await once(response.resume(), 'end');
    return response.statusCode;
  };

  let slow = await ask();
  while (!slow.sent.reusedSocket) {
    expect(await end(slow)).toBe(200);
    slow = await ask();
  }
  const quick = await ask();
  expect(await end(quick)).toBe(200);
  // Idle for shorter than the other has been silent.
  await eventually(() => closed.has(quick.socket));
  expect(closed.has(slow.socket)).toBe(false);
  expect(await end(slow)).toBe(200);
  agent.destroy();
  service.close();
});

test('a service restarted again and again under load answers each request, and none arrives twice', async () => {
  const seen = new Map<string, number>();
  const answer: RequestListener = (req, res) => {
    const count = (id: string) => seen.set(id, (seen.get(id) ?? 0) + 1);
    req.setEncoding('utf8').on('data', count);
    req.once('end', () => setTimeout(() => res.end('{}'), 2));
  };
  let service: Server = await listen(answer, { host: '127.0.0.1', port: 0 });
  const port = portOf(service);
  const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_HOUR: '1000000', RATE_LIMIT_PER_DAY: '1000000' };
  const hub = await startHub({ ORDERS_URL: `http://127.0.0.1:${port}`, ...unlimited });
  connect(hub.auth, 'token');

  let isOver = false;
  const statuses = new Map<string, number>();
  const write = async (_: unknown, writer: number) => {
    for (let round = 0; !isOver; round += 1) {
      const id = `${writer}-${round}`;
      statuses.set(id, (await hub.call('POST /v1/location/orders', { token: 'token', body: id })).status);
    }
  };
  const writers = Array.from({ length: sized(5, 10) }, write);
  try {
    for (let restart = 0; restart < sized(2, 4); restart += 1) {
      // On a slow machine the first answers take longer than the service is away: a restart meets a hub at work.
      const before = statuses.size;
      await soon(() => statuses.size >= before + 5 * writers.length);
      const stopped = stopListening(service);
      while (service.listening) await new Promise((resolve) => setImmediate(resolve));
      service = await listen(answer, { host: '127.0.0.1', port });
      await stopped;
    }
  } finally {
    isOver = true;
  }
  await Promise.all(writers);
  expect([...statuses].filter(([id, status]) => status !== 200 || seen.get(id) !== 1)).toEqual([]);
  await hub.close();
  await stopListening(service);
});

describe('the sockets of clients', () => {
  let server: Server;
  let waiting: ServerResponse[];
  let accepted: Socket[];
  let carried: { bytesIn: number; bytesOut: number }[];
  const clockMs = performance.now.bind(performance);
  /** Idle sockets are closed after five seconds. */
  const passSixSeconds = () => (performance.now = () => clockMs() + 6_000);
  afterEach(() => {
    performance.now = clockMs;
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  /** A server that answers at once, or to `/wait` when the test says so. `open` opens a client's connection. */
  async function start(limits: SocketLimits, keepAliveSeconds?: number) {
    waiting = [];
    accepted = [];
    carried = [];
    const sockets = openClientSockets(limits);
    server = createServer((req, res) => {
      const request = new PublicRequest(req, res, { now: new Date(), keepAliveSeconds, originOf: () => '' });
      res.once('close', () => carried.push(sockets.settle(request)));
      if (req.url === '/wait') waiting.push(res);
      else res.end('served');
    });
    sockets.watch(server);
    server.on('connection', (socket: Socket) => accepted.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (text: string) => {
      const socket = connectSocket((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
      const client = { received: '', isClosed: false, send: (more: string) => void socket.write(more) };
      socket.on('data', (chunk: string) => (client.received += chunk));
      socket.on('error', () => undefined).on('close', () => (client.isClosed = true));
      if (text !== '') socket.write(text);
      return client;
    };
  }

  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const slow = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';

  describe('an address with too many', () => {
    test('idle sockets loses the one that has been idle for longest', async () => {
      const open = await start({ max: 100, perAddress: 10, idlePerAddress: 2 });
      const [first, second] = [open(get), open(get)];
      await eventually(() => first.received.includes('served') && second.received.includes('served'));
      first.send(get);
      await eventually(() => first.received.split('served').length === 3);
      const third = open(get);
      await eventually(() => third.received.includes('served'));
      passSixSeconds();
      await eventually(() => second.isClosed);
      expect(first.isClosed).toBe(false);
    });

    test('idle sockets keeps those whose request arrived while the process could not read it', async () => {
      const open = await start({ max: 100, perAddress: 20, idlePerAddress: 2 });
      const clients = Array.from({ length: 10 }, () => open(''));
      await eventually(() => accepted.length === 10);
      for (const { send } of clients) send(get);
      // Until the next look at the idle sockets is due, so that it comes before what has arrived is read.
      const pausedUntil = clockMs() + 150;
      while (clockMs() < pausedUntil);
      passSixSeconds();
      await eventually(() => clients.every(({ received }) => received.includes('served')));
    });

    test('sockets loses one for each new one, also when several come at once', async () => {
      const open = await start({ max: 100, perAddress: 20 });
      const idle = Array.from({ length: 20 }, () => open(get));
      await eventually(() => idle.every(({ received }) => received.includes('served')));
      const late = Array.from({ length: 5 }, () => open(get));
      await eventually(() => late.every(({ received }) => received.includes('served')));
      // The end of each socket arrives before the answer to a later request.
      for (const client of late) client.send(get);
      await eventually(() => late.every(({ received }) => received.split('served').length === 3));
      expect([...idle, ...late].filter(({ isClosed }) => !isClosed)).toHaveLength(20);
    });

    test('sockets keeps those whose request is being answered or arriving, and gets no new one', async () => {
      const open = await start({ max: 100, perAddress: 2, idlePerAddress: 1 });
      const [busy, arriving] = [open(slow), open('GET / HTTP/1.1\r\nHo')];
      await eventually(() => waiting.length === 1 && accepted.every(({ bytesRead }) => bytesRead > 0));
      const refused = open(get);
      await eventually(() => refused.isClosed);
      arriving.send('st: x\r\n\r\n');
      waiting[0]?.end('served late');
      await eventually(() => arriving.received.includes('served') && busy.received.includes('served late'));
    });
  });

  test('when four fifths of all sockets are taken, the oldest idle ones are closed, of whatever address', async () => {
    const open = await start({ max: 10 });
    const busy = open(slow);
    await eventually(() => waiting.length === 1);
    const idle: ReturnType<typeof open>[] = [];
    for (let at = 0; at < 7; at += 1) {
      const client = open(get);
      await eventually(() => client.received.includes('served'));
      idle.push(client);
    }
    expect(idle.some(({ isClosed }) => isClosed)).toBe(false);
    const next = open(get);
    await eventually(() => next.received.includes('served') && idle[0]?.isClosed);
    expect([busy, ...idle.slice(1), next].some(({ isClosed }) => isClosed)).toBe(false);
  });

  test('a connection without an access token is closed soon after its request, but not during the next', async () => {
    const open = await start({ max: 10 }, -0.9);
    const [quiet, busy] = [open(get), open(get + slow)];
    await eventually(() => quiet.isClosed);
    await eventually(() => waiting.length === 1 && busy.received.includes('served'));
    waiting[0]?.end('late');
    await eventually(() => busy.received.includes('late'));
  });

  test('counts the bytes of each request and of its response', async () => {
    const open = await start({ max: 10 });
    const client = open(get);
    await eventually(() => carried.length === 1);
    const { received } = client;
    client.send(get);
    await eventually(() => carried.length === 2);
    const traffic = { bytesIn: get.length, bytesOut: received.length };
    expect(carried).toEqual([traffic, traffic]);
  });
});
