import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { aCaller, eventually } from '@order-hub/testing/call';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';
import { endpoint } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { fileBytes, jsonBytes } from '../src/http/request/byte-body.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { silentLog } from '../src/process/log.ts';
import { callerTokenHeader, signCallerToken } from '../src/tokens/caller-token.ts';
import { forbidden } from '../src/values/errors.ts';

describe('a server', () => {
  let server: Server;
  let sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    return stopListening(server);
  });

  const start = async (handler: RequestListener, options?: Parameters<typeof listen>[2]) => {
    server = await listen(handler, { host: '127.0.0.1', port: 0 }, options);
  };

  /** A connection on which `text` is sent; `received` is what has come back so far. */
  function open(text: string) {
    const client = { received: '', isClosed: false, send: (more: string) => void socket.write(more) };
    const socket = connect(portOf(server), '127.0.0.1', () => socket.write(text)).setEncoding('latin1');
    sockets.push(socket);
    socket.on('data', (chunk: string) => (client.received += chunk));
    socket.on('error', () => undefined).on('close', () => (client.isClosed = true));
    return client;
  }

  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const stalled = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx';

  test('a request answered before it is complete: the answer arrives, then the connection closes', async () => {
    await start((_req, res) => res.writeHead(401).end('no'), { unreadMs: 100 });
    const client = open(stalled);
    await eventually(() => client.received.includes('401'));
    expect(await eventually(() => client.isClosed)).toBe(true);
  });

  test('a request that is completed after its answer keeps its connection', async () => {
    await start((_req, res) => res.end('ok'));
    const client = open(stalled);
    await eventually(() => client.received.includes('ok'));
    client.send('x'.repeat(999) + get);
    await eventually(() => client.received.split('200 OK').length === 3);
  });

  test('a body that does not arrive in time: 408', async () => {
    await start((req, res) => void req.resume().once('end', () => res.end()), {
      requestTimeout: 200,
      headersTimeout: 200,
      connectionsCheckingInterval: 50,
    });
    const client = open(stalled);
    expect(await eventually(() => client.isClosed)).toBe(true);
    expect(client.received).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a stopping server says Connection: close in its last answers, on keep-alive connections too', async () => {
    let finish: (() => void) | undefined;
    await start((req, res) => {
      if (req.url === '/slow') finish = () => res.end('slow');
      else res.end('ok');
    });
    const [kept, busy] = [open(get), open(get.replace('/ ', '/slow '))];
    await eventually(() => finish && kept.received.includes('ok'));
    expect(kept.received).toContain('Connection: keep-alive');
    // As after a drain, because a busy machine may take longer than half a second to send the next request.
    const stopped = stopListening(server, true);
    await eventually(() => !server.listening);
    kept.send(get);
    finish?.();
    await stopped;
    await eventually(() => kept.isClosed && busy.isClosed);
    expect(kept.received.split('200 OK')[2]).toContain('Connection: close');
    expect(busy.received).toMatch(/200 OK.*Connection: close.*slow/s);
  });

  test('a stopping server answers all pipelined requests, and closes the connection with the last', async () => {
    const finish: (() => void)[] = [];
    await start((req, res) => void finish.push(() => res.end(`answer to ${req.url}`)));
    const client = open(get.replace('/ ', '/one ') + get.replace('/ ', '/two '));
    await eventually(() => finish.length === 2);
    const stopped = stopListening(server);
    await eventually(() => !server.listening);
    for (const end of finish) end();
    await stopped;
    await eventually(() => client.isClosed);
    const [, one, two] = client.received.split('HTTP/1.1 200 OK');
    expect(one).toMatch(/Connection: keep-alive.*answer to \/one/s);
    expect(two).toMatch(/Connection: close.*answer to \/two/s);
  });

  test('connections that wait to be accepted when a server stops are answered', async () => {
    await start((_req, res) => res.end('ok'));
    const clients = Array.from({ length: 50 }, () => open(get));
    // By now the system has made the connections, and the server has accepted a few at most.
    await new Promise((resolve) => setImmediate(resolve));
    await stopListening(server);
    await eventually(() => clients.every(({ isClosed }) => isClosed));
    expect(clients.filter(({ received }) => !received.includes('200 OK'))).toEqual([]);
  });

  test('after a drain, a stopping server serves a connection that was idle for longer', async () => {
    await start((_req, res) => res.end('ok'));
    const idle = open(get);
    await eventually(() => idle.received.includes('ok'));
    const stopped = stopListening(server, true);
    const other = await listen((_req, res) => res.end('ok'), { host: '127.0.0.1', port: 0 });
    const unlucky = connect(portOf(other), '127.0.0.1', () => unlucky.write(get));
    sockets.push(unlucky);
    await once(unlucky, 'data');
    // Without a drain, this one has closed its idle connection by now.
    await stopListening(other);
    idle.send(get);
    await stopped;
    await eventually(() => idle.isClosed);
    expect(idle.received.split('200 OK')[2]).toContain('Connection: close');
  });

  test('a stopping server closes idle connections, also those on which nothing was sent yet', async () => {
    let finish: (() => void) | undefined;
    await start((req, res) => {
      if (req.url === '/slow') finish = () => res.end('slow');
      else res.end('ok');
    });
    const [unused, idle, busy] = [open(''), open(get), open(get.replace('/ ', '/slow '))];
    await eventually(() => finish && idle.received.includes('ok'));
    const stopped = stopListening(server);
    await eventually(() => idle.isClosed && unused.isClosed);
    // It is not yet the time at which every connection is cut.
    expect(busy.isClosed).toBe(false);
    finish?.();
    await stopped;
  });
});

/** Replies whose stored bytes are sent, and bodies that their handler reads. */
describe('content', () => {
  const text = JSON.stringify({ name: 'Menu', items: Array.from({ length: 5_000 }, (_, n) => n) });
  let reads = 0;
  const stored = (isGzip: boolean) => ({
    version: 'v7',
    type: 'application/json; charset=utf-8',
    isGzip,
    headers: { 'Cache-Control': 'private' },
    read: () => {
      reads += 1;
      return Promise.resolve(isGzip ? gzipSync(text) : Buffer.from(text));
    },
  });
  const reply = z.unknown();
  const endpoints = [
    endpoint('GET /gzip', { summary: 'Compressed', access: 'any', reply, handle: () => stored(true) }),
    endpoint('GET /plain', { summary: 'Plain', access: 'any', reply, handle: () => stored(false) }),
    endpoint('POST /image', {
      summary: 'Takes an image',
      access: 'any',
      body: fileBytes(['image/png', 'image/gif']),
      bodyBytesMax: 1_000,
      reply,
      handle: async ({ body }) => ({ size: (await body()).length }),
    }),
    endpoint('POST /json', {
      summary: 'Takes JSON',
      access: 'any',
      body: jsonBytes(z.object({})),
      reply,
      handle: async ({ body }) => ({ text: (await body()).toString() }),
    }),
    endpoint('POST /refusing', {
      summary: 'Refuses before it reads',
      access: 'any',
      body: fileBytes(['image/png']),
      reply,
      handle: () => {
        throw forbidden('no');
      },
    }),
  ];

  let server: Server;
  type Sent = { headers?: Record<string, string>; body?: Buffer };
  let ask: (route: string, sent?: Sent) => Promise<Response>;
  beforeAll(async () => {
    const host = { service: 'catalog', ...keysOf('catalog'), log: silentLog, checkReplies: false };
    const app = httpApp({
      ...host,
      endpoints,
      deps: {},
      readiness: () => Promise.resolve({ reason: null, degraded: [] }),
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    const token = await signCallerToken(testSigningKeys.gateway, { caller: aCaller(), to: 'catalog' }, new Date());
    ask = (route, { headers = {}, body } = {}) => {
      const [method = '', path = ''] = route.split(' ');
      const sent = { method, headers: { [callerTokenHeader]: token, ...headers }, ...(body && { body }) };
      return fetch(`http://127.0.0.1:${portOf(server)}${path}`, sent);
    };
  });
  beforeEach(() => void (reads = 0));
  afterAll(() => stopListening(server));

  describe('stored content', () => {
    test.each([
      ['/gzip', 'gzip', 'gzip', '"v7-gzip"'],
      ['/gzip', 'identity', null, '"v7"'],
      ['/gzip', 'gzip;q=0', null, '"v7"'],
      ['/plain', 'gzip', null, '"v7"'],
    ])('%s for Accept-Encoding %s: encoded as %s, with the tag %s', async (path, accepted, encoding, tag) => {
      const response = await ask(`GET ${path}`, { headers: { 'accept-encoding': accepted } });
      expect(await response.text()).toBe(text);
      const { headers } = response;
      expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([encoding, tag]);
      expect([headers.get('cache-control'), headers.get('content-type')]).toEqual([
        'private',
        'application/json; charset=utf-8',
      ]);
      expect(headers.get('vary')).toBe(path === '/gzip' ? 'Accept-Encoding' : null);
    });

    test.each(['"v7-gzip"', 'W/"v7-gzip"', '"old", "v7-gzip"', '*'])(
      'a client that has %s gets 304, and the content is not read',
      async (tag) => {
        const response = await ask('GET /gzip', { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } });
        expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, '"v7-gzip"', '']);
        expect(reads).toBe(0);
      },
    );

    test('another version is sent whole, and each encoding has its own tag', async () => {
      for (const tag of ['"v6-gzip"', '"v7"']) {
        const response = await ask('GET /gzip', { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } });
        expect([response.status, await response.text()]).toEqual([200, text]);
      }
    });

    test('HEAD has the headers, and reads nothing', async () => {
      const response = await ask('HEAD /gzip');
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, '"v7-gzip"', '']);
      expect(reads).toBe(0);
    });
  });

  describe('a body that the handler reads', () => {
    const post = (path: string, type: string | undefined, body: string) =>
      ask(`POST ${path}`, { body: Buffer.from(body), headers: type ? { 'content-type': type } : {} });

    test('arrives as it was sent', async () => {
      expect(await (await post('/image', 'image/png; x=y', 'abc')).json()).toEqual({ size: 3 });
      expect(await (await post('/json', 'application/json', '{not parsed')).json()).toEqual({ text: '{not parsed' });
    });

    test.each([
      ['/image', 'image/tiff'],
      ['/image', undefined],
      ['/json', 'text/plain'],
    ])('%s of the type %s: 415', async (path, type) => {
      const response = await post(path, type, 'abc');
      expect([response.status, ((await response.json()) as { error_type: string }).error_type]).toEqual([
        415,
        'unsupported_media_type',
      ]);
    });

    test('over the limit: 413', async () => {
      expect((await post('/image', 'image/gif', 'x'.repeat(1_001))).status).toBe(413);
    });

    test('is not read by a handler that refuses', async () => {
      expect((await post('/refusing', 'image/png', 'x'.repeat(500_000))).status).toBe(403);
    });
  });
});

/** Replies that are streams. */
describe('a reply that is a stream', () => {
  const type = 'text/event-stream; charset=utf-8';
  const bodies: Readable[] = [];

  /** A stream that does not end by itself. */
  function openBody(): Readable {
    const body = new Readable({ read: () => undefined });
    body.push('first');
    bodies.push(body);
    return body;
  }

  const endpoints = [
    endpoint('GET /stream', {
      summary: 'A stream',
      access: 'public',
      reply: z.never(),
      handle: () => fullReply({ status: 200, headers: { 'Content-Type': type }, body: openBody() }),
    }),
  ];

  let server: Server;
  // One connection, so that a request waits for the one before it.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    const host = { service: 'things', deps: {}, ...keysOf('orders'), log: silentLog, checkReplies: true };
    const app = httpApp({ ...host, endpoints, readiness: () => Promise.resolve({ reason: null, degraded: [] }) });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => {
    agent.destroy();
    return stopListening(server);
  });

  async function send(method: string, path: string): Promise<IncomingMessage> {
    const sent = request({ host: '127.0.0.1', port: portOf(server), method, path, agent }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  test('HEAD gets the headers alone: the stream ends, and its connection is free', async () => {
    const response = await send('HEAD', '/stream');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
    expect(await response.toArray()).toEqual([]);
    expect(bodies.map(({ destroyed }) => destroyed)).toEqual([true]);
    const next = await send('GET', '/health');
    expect(next.statusCode).toBe(200);
    next.resume();
  });
});
