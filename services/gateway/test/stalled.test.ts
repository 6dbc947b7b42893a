import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
afterEach(() => hub.close());

const start = async (settings: Record<string, string> = {}) => {
  hub = await startHub(settings);
  connect(hub.auth, 'stalls', { location_id: 'here' });
  connect(hub.auth, 'other', { location_id: 'there' });
  expect((await hub.call('GET /v1/callback', { token: 'stalls' })).status).toBe(200);
};

const post = (path: string, token: string, framing: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: hub.test\r\nX-Access-Token: ${token}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`;
const orders = '/v1/location/orders';
const small = 'Content-Length: 1000';
const large = 'Content-Length: 100000';
const chunked = 'Transfer-Encoding: chunked';
const patient = {
  BODY_STALL_SECONDS: '300',
  RATE_LIMIT_PER_MINUTE: '2000',
  BODIES_PER_CONNECTION: '1000',
  BODIES_PER_ADDRESS: '1000',
  CONCURRENT_REQUESTS_WAIT_SECONDS: '300',
};
const many = (howMany: number, text: string) => Array.from({ length: howMany }, () => hub.sendAndStay(text));

describe('requests that stall', () => {
  test('with small bodies take no connection to a service, whatever the path', async () => {
    await start({ ...patient, RATE_LIMIT_PAGES_PER_MINUTE: '100000' });
    const stalled = [
      ...many(300, post('/oauth2/v1/x', '', small, 'x')),
      ...many(300, post(orders, 'stalls', small, 'x')),
      ...many(300, post(orders, 'stalls', chunked, '1\r\nx\r\n')),
    ];
    for (let round = 0; round < 3; round += 1) {
      expect((await hub.call('GET /oauth2/v1/authorize')).status).toBe(200);
      expect((await hub.call(`GET ${orders}`, { token: 'other' })).status).toBe(200);
      expect((await hub.call(`GET ${orders}`, { token: 'stalls' })).status).toBe(200);
    }
    expect(hub.orders.received.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(stalled.filter(({ isClosed }) => isClosed)).toEqual([]);
    for (const { destroy } of stalled) destroy();
  });

  test('with large bodies delay no other connection', async () => {
    await start({ ...patient, CONCURRENT_REQUESTS_WAIT_SECONDS: '1' });
    const stalled = many(300, post(orders, 'stalls', large, 'x'.repeat(90_000)));
    const body = 'x'.repeat(100_000);
    hub.orders.answer = (_req, res, received) => void res.end(`{"length":${received.length}}`);
    expect((await hub.call(`GET ${orders}`, { token: 'other' })).status).toBe(200);
    expect((await hub.call(`POST ${orders}`, { token: 'other', body })).body).toEqual({ length: body.length });
    expect((await hub.call(`POST ${orders}`, { token: 'stalls', body })).body).toEqual({ length: body.length });
    expect(hub.orders.received.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(stalled.filter(({ isClosed }) => isClosed)).toEqual([]);
    for (const { destroy } of stalled) destroy();
  });

  test.each([
    ['a small body', orders, small, 'x'],
    ['a chunked body', orders, chunked, '1\r\nx\r\n'],
    ['a large body', orders, large, 'x'],
    ['a body for a page', '/oauth2/v1/token', small, 'x'],
  ])('with %s: 408, and the connection is closed', async (_name, path, framing, body) => {
    await start({ BODY_STALL_SECONDS: '0.3' });
    const stalled = hub.sendAndStay(post(path, 'stalls', framing, body));
    await eventually(() => stalled.isClosed);
    expect(stalled.received).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*"error_type":"request_timeout"/s);
    expect(await eventually(() => hub.orders.open.size === 0)).toBe(true);
  });

  test('with a body that only drips: 408', async () => {
    await start({ BODY_STALL_SECONDS: '0.5' });
    const dripping = [small, large].map((framing) => hub.sendAndStay(post(orders, 'stalls', framing, 'x')));
    const drip = setInterval(() => dripping.forEach(({ send }) => send('x')), 50);
    await eventually(() => dripping.every(({ isClosed }) => isClosed));
    clearInterval(drip);
    for (const { received } of dripping) expect(received).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('behind a pipelined request take nothing before their turn', async () => {
    await start({ ...patient, BODIES_PER_CONNECTION: '1' });
    hub.orders.answer = () => undefined;
    const get = `GET ${orders}/o HTTP/1.1\r\nHost: x\r\nX-Access-Token: stalls\r\n\r\n`;
    const pipelined = hub.sendAndStay(get + post(orders, 'stalls', small, 'x'));
    await eventually(() => hub.orders.open.size === 1);
    pipelined.destroy();
    await eventually(() => hub.orders.open.size === 0);
    hub.orders.answer = undefined;
    expect((await hub.call(`POST ${orders}`, { token: 'stalls', body: 'x' })).status).toBe(200);
  });
});

describe('a service', () => {
  let service: Server;
  const open = new Set<Socket>();
  const startService = async (answer: (res: ServerResponse) => void) => {
    service = createServer((_req, res) => answer(res));
    service.on('connection', (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    await start({ ...patient, ORDERS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` });
  };
  afterEach(() => {
    service.closeAllConnections();
    service.close();
  });

  test('that answers before it has the whole request: its response goes out, and its connection is closed', async () => {
    await startService((res) => res.writeHead(415).end('{}'));
    const body = 'x'.repeat(10_000_000);
    const early = hub.sendAndStay(post(orders, 'stalls', `Content-Length: ${body.length}`, body));
    await eventually(() => early.received.includes('HTTP/1.1 415'));
    expect(await eventually(() => open.size === 0)).toBe(true);
    early.destroy();
  });

  test('whose connections are all in use: a request waits for a while, then gets 503', async () => {
    const waiting: ServerResponse[] = [];
    await startService((res) => void waiting.push(res));
    await hub.close();
    const high = {
      CONCURRENT_REQUESTS_PER_CONNECTION: '1000',
      CONCURRENT_REQUESTS_PER_ADDRESS: '1000',
      CONCURRENT_REQUESTS_PER_ACCOUNT: '1000',
    };
    await start({ ...high, ORDERS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` });
    const hanging = many(256, `GET ${orders}/o HTTP/1.1\r\nHost: x\r\nX-Access-Token: stalls\r\n\r\n`);
    await eventually(() => waiting.length === 256);
    const answer = await hub.call(`GET ${orders}/o`, { token: 'other' });
    expect([answer.status, answer.body.error_type]).toEqual([503, 'service_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await hub.call('GET /v1/callback', { token: 'other' })).status).toBe(200);
    for (const { destroy } of hanging) destroy();
  });
});

describe('bodies', () => {
  test('that are small and chunked reach the service with their length', async () => {
    await start();
    const sent = hub.sendAndStay(post(orders, 'stalls', chunked, '3\r\n{"a\r\n'));
    sent.send('4\r\n":1}\r\n0\r\n\r\n');
    await eventually(() => sent.received.includes('200 OK'));
    expect(hub.orders.received.at(-1)).toMatchObject({ body: '{"a":1}', headers: { 'content-length': '7' } });
    expect(hub.orders.received.at(-1)!.headers).not.toHaveProperty('transfer-encoding');
    sent.destroy();
  });

  test('that grow large on the way reach the service whole', async () => {
    await start();
    const sent = hub.sendAndStay(post(orders, 'stalls', chunked));
    let body = '';
    for (let index = 0; index < 20; index += 1) {
      const part = String(index).padStart(10_000, '.');
      body += part;
      sent.send(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    sent.send('0\r\n\r\n');
    await eventually(() => sent.received.includes('200 OK'));
    expect(hub.orders.received.at(-1)!.body).toBe(body);
    sent.destroy();
  });

  test.each([
    ['with their length', large, ''],
    ['in chunks', chunked, `20000\r\n${'x'.repeat(0x20000)}\r\n`],
  ])('for pages must be small: 413, %s', async (_name, framing, body) => {
    await start();
    const before = hub.auth.received.length;
    const sent = hub.sendAndStay(post('/oauth2/v1/token', '', framing, body));
    await eventually(() => sent.received.includes('}'));
    expect(sent.received).toMatch(/^HTTP\/1\.1 413 .*"error_type":"payload_too_large"/s);
    expect(hub.auth.received.length).toBe(before);
    sent.destroy();
  });
});
