import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freePort } from '@order-hub/testing/free-port';
import { soon } from '@order-hub/testing/giving-up';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@order-hub/shared/log';
import { type Hub, hubsBySettings, type OpenConnection, startHub, untilNothingIsHeld } from './gateway.ts';
import { spoolFileSizes } from './spool-files.ts';
import { connect, startUpstream } from './stand-ins.ts';

/** What the bodies under way may use (docs/api/limits.md#bodies-under-way). */
describe('bodies under way', () => {
  let hub: Hub;
  let halves: OpenConnection[] = [];
  afterEach(async () => {
    for (const { destroy } of halves) destroy();
    halves = [];
    await untilNothingIsHeld(hub);
  });

  const account = { id: 'acme', currency: 'EUR' };
  const hubs = hubsBySettings(async (settings) => {
    hub = await startHub({ BODY_STALL_SECONDS: '300', ...settings });
    connect(hub.auth, 'one', { connection_id: 'one', location_id: 'here', account });
    connect(hub.auth, 'two', { connection_id: 'two', location_id: 'here', account });
    connect(hub.auth, 'other', { connection_id: 'other', location_id: 'there', account: { ...account, id: 'other' } });
    for (const token of ['one', 'two', 'other']) await hub.call('GET /v1/callback', { token });
    hub.orders.answer = (_req, res, body) => void res.end(`{"length":${body.length}}`);
    return hub;
  });
  afterAll(hubs.close);

  const ofOne = {
    ...{ BODIES_PER_CONNECTION: '2', BODIES_PER_ADDRESS: '2' },
    ...{ BODY_BYTES_PER_CONNECTION: '1048576', BODY_BYTES_PER_ADDRESS: '65536' },
  };
  const ofAccount = { BODY_BYTES_PER_ACCOUNT: '1048576' };
  const ofDisk = { BODY_DISK_BYTES: '2500000' };

  const orders = '/v1/location/orders';
  const head = (path: string, token: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nContent-Length: ${length}\r\n\r\n`;

  /** Sends all of a body but its last byte. */
  async function sendHalf(token: string, length: number, path = orders): Promise<OpenConnection> {
    const half = hub.sendAndStay(head(path, token, length) + 'x'.repeat(length - 1));
    halves.push(half);
    if (length > 256 * 1024) await eventually(() => spoolFileSizes().includes(length - 1));
    else for (let round = 0; round < 3; round += 1) await hub.call('GET /health');
    return half;
  }

  const send = async (token: string, length: number, path = orders) => {
    const { status, body, headers } = await hub.call(`POST ${path}`, { token, body: 'x'.repeat(length) });
    return { status, message: body.message, length: body.length, retryAfter: headers.get('retry-after') };
  };
  const refusal = (limit: string, owner: string) => ({
    status: 429,
    message: `At most ${limit} of one ${owner} may be under way at the same time`,
    retryAfter: '5',
  });

  describe('a body beyond the share', () => {
    test('of its connection, by number: 429 until another one is complete', async () => {
      await hubs.get(ofOne);
      const [first] = [await sendHalf('one', 10), await sendHalf('one', 10)];
      expect(await send('one', 10)).toMatchObject(refusal('2 request bodies', 'connection'));
      expect(await send('two', 10)).toMatchObject({ status: 200 });
      first.send('x');
      await eventually(() => first.received.includes('200 OK'));
      expect(await send('one', 10)).toMatchObject({ status: 200 });
    });

    test('of its address, by number, without a token: 429; a token is not affected', async () => {
      await hubs.get(ofOne);
      await sendHalf('', 10, '/oauth2/v1/token');
      await sendHalf('', 10, '/back-office/log-in');
      expect(await send('', 10, '/oauth2/v1/token')).toMatchObject(refusal('2 request bodies', 'address'));
      expect(await send('one', 10)).toMatchObject({ status: 200 });
    });

    test('of its address, in bytes, without a token: 429', async () => {
      await hubs.get(ofOne);
      await sendHalf('', 50_000, '/oauth2/v1/token');
      expect(await send('', 50_000, '/oauth2/v1/token')).toMatchObject(refusal('0.1 MiB of request bodies', 'address'));
    });

    test.each([
      ['connection', ofOne, 'one', 'two'],
      ['account', ofAccount, 'two', 'other'],
    ])('of its %s, in bytes: 429', async (owner, settings, same, another) => {
      await hubs.get(settings);
      await sendHalf('one', 1_000_000);
      expect(await send(same, 600_000)).toMatchObject(refusal('1 MiB of request bodies', owner));
      expect(await send(another, 600_000)).toMatchObject({ status: 200, length: 600_000 });
    });

    test('of the disk: 503, but those who have little there still have room', async () => {
      await hubs.get(ofDisk);
      await sendHalf('one', 1_000_000);
      expect(await send('two', 1_000_000)).toMatchObject({ status: 503 });
      expect(await send('other', 700_000)).toMatchObject({ status: 200, length: 700_000 });
    });
  });

  describe('a body', () => {
    test('that drips reaches the service as it was sent', async () => {
      await hubs.get(ofDisk);
      const text = Array.from({ length: 3_000 }, (_, index) => String(index % 10)).join('');
      hub.orders.received.length = 0;
      const dripping = hub.sendAndStay(head(orders, 'one', text.length));
      halves.push(dripping);
      for (let at = 0; at < text.length; at += 100) {
        dripping.send(text.slice(at, at + 100));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await eventually(() => dripping.received.includes('200 OK'));
      expect(hub.orders.received.at(-1)!.body).toBe(text);
    });

    test('goes to a file when the memory is used up, and reaches the service whole', async () => {
      await hubs.get({ BODY_MEMORY_BYTES: '1000' });
      expect(await send('one', 10_000)).toMatchObject({ status: 200, length: 10_000 });
      const half = await sendHalf('one', 10_000);
      await eventually(() => spoolFileSizes().includes(9_999));
      half.send('x');
      await eventually(() => half.received.includes('{"length":10000}'));
      await eventually(() => spoolFileSizes().length === 0);
    });

    test('of more than 16 KiB without a token goes to a file, and reaches the service whole', async () => {
      await hubs.get({});
      const small = await sendHalf('', 16_384, '/oauth2/v1/token');
      const large = await sendHalf('', 20_000, '/oauth2/v1/token');
      await eventually(() => spoolFileSizes().includes(19_999));
      for (const half of [small, large]) half.send('x');
      await eventually(() => small.received.includes(`"${'x'.repeat(16_384)}"`));
      await eventually(() => large.received.includes(`"${'x'.repeat(20_000)}"`));
      await eventually(() => spoolFileSizes().length === 0);
    });

    test('in a file is sent again when its service was not there', async () => {
      const port = await freePort();
      await hubs.get({ ORDERS_URL: `http://127.0.0.1:${port}` });
      const answer = send('one', 1_000_000);
      await soon(() => spoolFileSizes().includes(1_000_000));
      const service = await startUpstream('orders', port);
      expect(await answer).toMatchObject({ status: 200 });
      expect(service.received.at(-1)?.body.length).toBe(1_000_000);
      await service.close();
    });
  });
});

describe('requests that stall', () => {
  const patient = {
    BODY_STALL_SECONDS: '300',
    RATE_LIMIT_PER_MINUTE: '2000',
    RATE_LIMIT_PAGES_PER_MINUTE: '100000',
    BODIES_PER_CONNECTION: '1000',
    BODIES_PER_ADDRESS: '1000',
    CONCURRENT_REQUESTS_WAIT_SECONDS: '300',
  };
  let hub: Hub;
  const hubs = hubsBySettings(async (settings) => {
    hub = await startHub({ ...patient, ...settings }, silentLog, { slotWaitMs: 200 });
    connect(hub.auth, 'stalls', { location_id: 'here' });
    connect(hub.auth, 'other', { location_id: 'there' });
    expect((await hub.call('GET /v1/callback', { token: 'stalls' })).status).toBe(200);
    return hub;
  });
  afterAll(hubs.close);
  let sent: OpenConnection[] = [];
  afterEach(async () => {
    for (const { destroy } of sent) destroy();
    sent = [];
    hub.orders.received.length = 0;
    hub.orders.answer = undefined;
    await untilNothingIsHeld(hub);
  });

  const post = (path: string, token: string, framing: string, body = '') =>
    `POST ${path} HTTP/1.1\r\nHost: hub.test\r\nX-Access-Token: ${token}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`;
  const orders = '/v1/location/orders';
  const small = 'Content-Length: 1000';
  const large = 'Content-Length: 100000';
  const chunked = 'Transfer-Encoding: chunked';
  /** More than a connection, an address or an account may have under way at the same time. */
  const stalling = sized(40, 300);
  const sendAndStay = (text: string): OpenConnection => {
    const connection = hub.sendAndStay(text);
    sent.push(connection);
    return connection;
  };
  const many = (howMany: number, text: string) => Array.from({ length: howMany }, () => sendAndStay(text));

  describe('bodies', () => {
    test('that are small and chunked reach the service with their length', async () => {
      await hubs.get();
      const growing = sendAndStay(post(orders, 'stalls', chunked, '3\r\n{"a\r\n'));
      growing.send('4\r\n":1}\r\n0\r\n\r\n');
      await eventually(() => growing.received.includes('200 OK'));
      expect(hub.orders.received.at(-1)).toMatchObject({ body: '{"a":1}', headers: { 'content-length': '7' } });
      expect(hub.orders.received.at(-1)!.headers).not.toHaveProperty('transfer-encoding');
    });

    test('that grow large on the way reach the service whole', async () => {
      await hubs.get();
      const growing = sendAndStay(post(orders, 'stalls', chunked));
      let body = '';
      for (let index = 0; index < 20; index += 1) {
        const part = String(index).padStart(10_000, '.');
        body += part;
        growing.send(`${part.length.toString(16)}\r\n${part}\r\n`);
      }
      growing.send('0\r\n\r\n');
      await eventually(() => growing.received.includes('200 OK'));
      expect(hub.orders.received.at(-1)!.body).toBe(body);
    });

    test.each([
      ['with their length', large, ''],
      ['in chunks', chunked, `20000\r\n${'x'.repeat(0x20000)}\r\n`],
    ])('for pages must be small: 413, %s', async (_name, framing, body) => {
      await hubs.get();
      const before = hub.auth.received.length;
      const growing = sendAndStay(post('/oauth2/v1/token', '', framing, body));
      await eventually(() => growing.received.includes('}'));
      expect(growing.received).toMatch(/^HTTP\/1\.1 413 .*"error_type":"payload_too_large"/s);
      expect(hub.auth.received.length).toBe(before);
    });
  });

  describe('requests that stall', () => {
    test('with small bodies take no connection to a service, whatever the path', async () => {
      await hubs.get();
      const stalled = [
        ...many(stalling, post('/oauth2/v1/x', '', small, 'x')),
        ...many(stalling, post(orders, 'stalls', small, 'x')),
        ...many(stalling, post(orders, 'stalls', chunked, '1\r\nx\r\n')),
      ];
      for (let round = 0; round < 3; round += 1) {
        expect((await hub.call('GET /oauth2/v1/authorize')).status).toBe(200);
        expect((await hub.call(`GET ${orders}`, { token: 'other' })).status).toBe(200);
        expect((await hub.call(`GET ${orders}`, { token: 'stalls' })).status).toBe(200);
      }
      expect(hub.orders.received.filter(({ method }) => method === 'POST')).toEqual([]);
      expect(stalled.filter(({ isClosed }) => isClosed)).toEqual([]);
    });

    test('with large bodies delay no other connection', async () => {
      await hubs.get();
      const stalled = many(stalling, post(orders, 'stalls', large, 'x'.repeat(90_000)));
      const body = 'x'.repeat(100_000);
      hub.orders.answer = (_req, res, received) => void res.end(`{"length":${received.length}}`);
      expect((await hub.call(`GET ${orders}`, { token: 'other' })).status).toBe(200);
      expect((await hub.call(`POST ${orders}`, { token: 'other', body })).body).toEqual({ length: body.length });
      expect((await hub.call(`POST ${orders}`, { token: 'stalls', body })).body).toEqual({ length: body.length });
      expect(hub.orders.received.filter(({ method }) => method === 'POST')).toHaveLength(2);
      expect(stalled.filter(({ isClosed }) => isClosed)).toEqual([]);
    });

    test.each([
      ['a small body', orders, small, 'x'],
      ['a chunked body', orders, chunked, '1\r\nx\r\n'],
      ['a large body', orders, large, 'x'],
      ['a body for a page', '/oauth2/v1/token', small, 'x'],
    ])('with %s: 408, and the connection is closed', async (_name, path, framing, body) => {
      await hubs.get({ BODY_STALL_SECONDS: '0.3' });
      const stalled = sendAndStay(post(path, 'stalls', framing, body));
      await eventually(() => stalled.isClosed);
      expect(stalled.received).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*"error_type":"request_timeout"/s);
      expect(await eventually(() => hub.orders.open.size === 0)).toBe(true);
    });

    test('with a body that only drips: 408', async () => {
      await hubs.get({ BODY_STALL_SECONDS: '0.3' });
      const dripping = [small, large].map((framing) => sendAndStay(post(orders, 'stalls', framing, 'x')));
      const drip = setInterval(() => dripping.forEach(({ send }) => send('x')), 50);
      await eventually(() => dripping.every(({ isClosed }) => isClosed));
      clearInterval(drip);
      for (const { received } of dripping) expect(received).toMatch(/^HTTP\/1\.1 408 /);
    });

    test('behind a pipelined request take nothing before their turn', async () => {
      await hubs.get({ BODIES_PER_CONNECTION: '1' });
      hub.orders.answer = () => undefined;
      const get = `GET ${orders}/o HTTP/1.1\r\nHost: x\r\nX-Access-Token: stalls\r\n\r\n`;
      const pipelined = sendAndStay(get + post(orders, 'stalls', small, 'x'));
      await eventually(() => hub.orders.open.size === 1);
      pipelined.destroy();
      await eventually(() => hub.orders.open.size === 0);
      hub.orders.answer = undefined;
      expect((await hub.call(`POST ${orders}`, { token: 'stalls', body: 'x' })).status).toBe(200);
    });
  });

  describe('a service', () => {
    let service: Server;
    let answer: (res: ServerResponse) => void;
    const open = new Set<Socket>();
    beforeAll(async () => {
      service = createServer((_req, res) => answer(res));
      service.on('connection', (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      await hubs.get({
        ORDERS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
        CONCURRENT_REQUESTS_PER_CONNECTION: '1000',
        CONCURRENT_REQUESTS_PER_ADDRESS: '1000',
        CONCURRENT_REQUESTS_PER_ACCOUNT: '1000',
      });
    });
    afterAll(() => {
      service.closeAllConnections();
      service.close();
    });

    test('that answers before it has the whole request: its response goes out, and its connection is closed', async () => {
      answer = (res) => res.writeHead(415).end('{}');
      const body = 'x'.repeat(10_000_000);
      const early = sendAndStay(post(orders, 'stalls', `Content-Length: ${body.length}`, body));
      await eventually(() => early.received.includes('HTTP/1.1 415'));
      expect(await eventually(() => open.size === 0)).toBe(true);
    });

    test('whose connections are all in use: a request waits for a while, then gets 503', async () => {
      const waiting: ServerResponse[] = [];
      answer = (res) => void waiting.push(res);
      many(256, `GET ${orders}/o HTTP/1.1\r\nHost: x\r\nX-Access-Token: stalls\r\n\r\n`);
      await eventually(() => waiting.length === 256);
      const { status, body, headers } = await hub.call(`GET ${orders}/o`, { token: 'other' });
      expect([status, body.error_type]).toEqual([503, 'service_unavailable']);
      expect(headers.get('retry-after')).toBe('2');
      expect((await hub.call('GET /v1/callback', { token: 'other' })).status).toBe(200);
    });
  });
});

/** Clients that do not read, or read slowly (docs/api/limits.md#unread-responses). */
describe('responses that are not read', () => {
  /** More than the socket buffers of the system take. */
  const bytes = 12_000_000;
  const path = '/v1/location/orders/o';

  let hub: Hub;
  let clients: Reader[] = [];
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    clients = [];
    await untilNothingIsHeld(hub);
  });

  const hubs = hubsBySettings(async (settings) => {
    hub = await startHub(settings);
    connect(hub.auth, 'one', { connection_id: 'one', location_id: 'here', account: { id: 'acme', currency: 'EUR' } });
    connect(hub.auth, 'other', { connection_id: 'other', location_id: 'there', account: { id: 'o', currency: 'EUR' } });
    for (const token of ['one', 'other']) await hub.call('GET /v1/callback', { token });
    return hub;
  });
  afterAll(hubs.close);

  const start = async (settings?: Record<string, string>) => {
    await hubs.get(settings);
    hub.orders.received.length = 0;
    hub.orders.answer = (_req, res) => void res.end(Buffer.alloc(bytes, 'x'));
  };

  type Reader = { socket: Socket; received: number; isClosed: boolean };

  /** Sends a request whose response is not read until `socket.resume()`. */
  function ask(token: string): Reader {
    const socket = connectSocket(hub.port, '127.0.0.1');
    const reader: Reader = { socket, received: 0, isClosed: false };
    socket.on('data', (chunk) => (reader.received += chunk.length)).pause();
    socket.on('error', () => undefined).on('close', () => (reader.isClosed = true));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\n\r\n`);
    clients.push(reader);
    return reader;
  }

  const served = (count: number) =>
    eventually(() => hub.orders.received.length === count && hub.orders.open.size === 0);
  const filesGone = () => eventually(() => spoolFileSizes().length === 0);
  const statusOf = async (token: string) => (await hub.call('GET /v1/callback', { token })).status;

  describe('a response that its client does not read', () => {
    test('holds no connection to the service, and arrives whole when it is read', async () => {
      await start();
      const readers = [ask('one'), ask('one')];
      await served(2);
      expect(spoolFileSizes()).toHaveLength(2);
      for (const { socket } of readers) socket.resume();
      await eventually(() => readers.every(({ received }) => received > bytes));
      await filesGone();
    });

    test('is cut off when its service aborts it', async () => {
      await start();
      hub.orders.answer = (_req, res) => {
        res.writeHead(200, { 'Content-Length': bytes * 2 }).write(Buffer.alloc(bytes), () => res.destroy());
      };
      const reader = ask('one');
      await filesGone();
      reader.socket.resume();
      await eventually(() => reader.isClosed);
      expect(reader.received).toBeLessThan(bytes * 2);
    });

    test('is cut off after the stall', async () => {
      await start({ RESPONSE_STALL_SECONDS: '1' });
      const reader = ask('one');
      await served(1);
      await filesGone();
      reader.socket.resume();
      await eventually(() => reader.isClosed);
      expect(reader.received).toBeLessThan(bytes);
    });

    test('arrives whole if its client reads slowly, but not too slowly', async () => {
      await start({ RESPONSE_STALL_SECONDS: '1' });
      const reader = ask('one');
      await served(1);
      const readUntil = (received: number) =>
        new Promise<void>((resolve) => {
          const note = () => {
            if (reader.received < received) return;
            reader.socket.off('data', note).pause();
            resolve();
          };
          reader.socket.on('data', note).resume();
        });
      // A twentieth of it every tenth of a second: two seconds in all.
      while (reader.received < bytes) {
        await readUntil(Math.min(bytes, reader.received + bytes / 20));
        await sleep(100);
      }
    });

    test('counts for its account, whose next requests get 429, until it is closed', async () => {
      await start({ RESPONSE_BYTES_PER_ACCOUNT: '5000000' });
      const readers = [ask('one')];
      await eventually(async () => (await statusOf('one')) === 429);
      const { body, headers } = await hub.call('GET /v1/callback', { token: 'one' });
      expect([body.error_type, headers.get('retry-after')]).toEqual(['too_many_requests', '5']);
      expect(body.message).toMatch(/^Responses to this account are not being read/);
      expect(await statusOf('other')).toBe(200);
      for (const { socket } of readers) socket.destroy();
      await eventually(async () => (await statusOf('one')) === 200);
    });

    test('is cut off when its account has no room left', async () => {
      await start({ RESPONSE_BYTES_PER_ACCOUNT: '2000000' });
      const reader = ask('one');
      await eventually(() => hub.orders.received.length === 1 && hub.orders.open.size === 0);
      await filesGone();
      expect(await statusOf('one')).toBe(200);
      reader.socket.resume();
      await eventually(() => reader.isClosed);
      expect(reader.received).toBeLessThan(bytes);
    });
  });
});

describe('what clients that give up leave', () => {
  const times = sized(1, 1_000);
  const atOnce = sized(5, 25);
  const [largeBytes, smallBytes] = [300_000, 50_000];
  /**
   * Fewer read, because each leaves more unread than the system's socket buffers take, some 4 MB. In the small extent, what one of
   * them leaves is more than its account may have to begin another one, and less than it may have under way.
   */
  const [readers, readersAtOnce, unreadBytes, unreadBytesMax] = sized(
    [2, 2, 12_000_000, 5_000_000],
    [60, 10, 6_000_000, 30_000_000],
  );

  let hub: Hub;
  afterEach(() => untilNothingIsHeld(hub));
  afterAll(() => hub.close());

  /** So little that a few forgotten requests would use it up. */
  const settings = {
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_HOUR: '100000',
    RATE_LIMIT_PER_DAY: '100000',
    RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '100000',
    COST_BURST_SECONDS: '100000',
    LARGE_REQUESTS_PAUSE: '0',
    BODIES_PER_CONNECTION: String(atOnce),
    BODIES_PER_ADDRESS: String(atOnce),
    BODY_BYTES_PER_ACCOUNT: String(largeBytes * (atOnce + 2)),
    BODY_BYTES_PER_CONNECTION: String(largeBytes * (atOnce + 2)),
    BODY_BYTES_PER_ADDRESS: String(smallBytes * (atOnce + 2)),
    RESPONSE_BYTES_PER_ACCOUNT: String(unreadBytesMax),
    RESPONSE_BYTES_PER_ADDRESS: String(unreadBytesMax),
  };

  beforeAll(async () => {
    hub = await startHub({ RATE_LIMIT_PAGES_PER_MINUTE: '100000', ...settings });
    connect(hub.auth, 'token', { location_id: 'here' });
    await hub.call('GET /v1/callback', { token: 'token' });
    const answer = hub.auth.answer;
    hub.auth.answer = (req, res, body) => {
      if (req.method === 'GET' && req.url === '/oauth2/v1/large') return void res.end(Buffer.alloc(unreadBytes));
      answer?.(req, res, body);
    };
    hub.orders.answer = (req, res) => void res.end(req.method === 'GET' ? Buffer.alloc(unreadBytes) : '{}');
  });

  const ofApi = 'X-Access-Token: token\r\n';
  const order = (length: number) =>
    `POST /v1/location/orders HTTP/1.1\r\nHost: x\r\n${ofApi}Content-Length: ${length}\r\n\r\n`;
  const form = (length: number) => `POST /oauth2/v1/token HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

  const sendAll = (count: number, text: string): OpenConnection[] =>
    Array.from({ length: count }, () => hub.sendAndStay(text));

  /** One body more than may be under way is refused, when the others have begun. */
  const oneIsRefused = (connections: OpenConnection[]) =>
    connections.some(({ received }) => received.startsWith('HTTP/1.1 429'));

  type Body = { head: (length: number) => string; bytes: number; areFiles: boolean };

  const bodies: Record<string, Body> = {
    'of a connection, in files': { head: order, bytes: largeBytes, areFiles: true },
    'of a connection, in memory': { head: order, bytes: smallBytes, areFiles: false },
    'of an address, in memory': { head: form, bytes: smallBytes, areFiles: false },
  };

  test.each(Object.entries(bodies))(
    'clients that give up while their bodies arrive: %s',
    async (_, { head, bytes, areFiles }) => {
      const body = 'x'.repeat(bytes);
      for (let given = 0; given < times; given += atOnce) {
        const connections = sendAll(atOnce + 1, head(bytes) + body.slice(1));
        await eventually(() => oneIsRefused(connections) && (!areFiles || spoolFileSizes().length === atOnce));
        for (const { destroy } of connections) destroy();
        await eventually(() => spoolFileSizes().length === 0);
      }
      // Each budget is whole: as many bodies as ever arrive at the same time.
      const partly = sendAll(atOnce, head(bytes) + body.slice(1));
      const one = sendAll(1, head(bytes) + body);
      await eventually(() => one.every(({ received }) => received !== ''));
      expect(oneIsRefused(one)).toBe(true);
      for (const { send } of partly) send('x');
      await eventually(() => partly.every(({ received }) => received !== ''));
      expect(partly.filter(({ received }) => !received.startsWith('HTTP/1.1 200'))).toEqual([]);
      for (const { destroy } of [...partly, ...one]) destroy();
    },
    180_000,
  );

  /** The responses to an account and to an address in turns: each has a budget of its own. */
  test('clients that give up while they leave their responses unread', async () => {
    const api = `GET /v1/location/orders HTTP/1.1\r\nHost: x\r\n${ofApi}\r\n`;
    const page = 'GET /oauth2/v1/large HTTP/1.1\r\nHost: x\r\n\r\n';
    const textOf = (index: number) => (index % 2 === 0 ? api : page);
    for (let given = 0; given < readers; given += readersAtOnce) {
      const sockets = Array.from({ length: readersAtOnce }, (_, index) => {
        const socket = connectSocket(hub.port, '127.0.0.1').on('error', () => undefined);
        socket.write(textOf(index));
        return socket;
      });
      // Until their services have sent all.
      const areServed = () => hub.orders.open.size === 0 && hub.auth.open.size === 0;
      await eventually(() => spoolFileSizes().length === readersAtOnce && areServed());
      for (const socket of sockets) socket.destroy();
      await eventually(() => spoolFileSizes().length === 0);
    }
    const reading = Array.from({ length: readersAtOnce }, (_, index) => hub.sendAndStay(textOf(index)));
    await eventually(() => reading.every(({ received }) => received.length > unreadBytes));
    expect(reading.every(({ received }) => received.startsWith('HTTP/1.1 200'))).toBe(true);
    for (const { destroy } of reading) destroy();
  }, 360_000);
});
