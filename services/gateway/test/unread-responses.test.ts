/** Clients that do not read, or read slowly (docs/api/limits.md#unread-responses). */
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { spoolFileSizes } from './spool-files.ts';
import { connect } from './stand-ins.ts';

/** More than the socket buffers of the system take. */
const bytes = 20_000_000;
const path = '/v1/location/orders/o';

let hub: Hub;
let clients: Reader[] = [];
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await hub.close();
});

const start = async (settings: Record<string, string> = {}) => {
  hub = await startHub(settings);
  connect(hub.auth, 'one', { connection_id: 'one', location_id: 'here', account: { id: 'acme', currency: 'EUR' } });
  connect(hub.auth, 'other', { connection_id: 'other', location_id: 'there', account: { id: 'o', currency: 'EUR' } });
  for (const token of ['one', 'other']) await hub.call('GET /v1/callback', { token });
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

const served = (count: number) => eventually(() => hub.orders.received.length === count && hub.orders.open.size === 0);
const filesGone = () => eventually(() => spoolFileSizes().length === 0);
const statusOf = async (token: string) => (await hub.call('GET /v1/callback', { token })).status;

describe('a response that its client does not read', () => {
  test('holds no connection to the service, and arrives whole when it is read', async () => {
    await start();
    const readers = [ask('one'), ask('one'), ask('one')];
    await served(3);
    expect(spoolFileSizes()).toHaveLength(3);
    for (const { socket } of readers) socket.resume();
    await eventually(() => readers.every(({ received }) => received > bytes));
    await filesGone();
  });

  test('is cut off after the stall', async () => {
    await start({ RESPONSE_STALL_SECONDS: '0.5' });
    const reader = ask('one');
    await served(1);
    await filesGone();
    reader.socket.resume();
    await eventually(() => reader.isClosed);
    expect(reader.received).toBeLessThan(bytes);
  });

  test('counts for its account, whose next requests get 429, until it is closed', async () => {
    await start({ RESPONSE_BYTES_PER_ACCOUNT: '10000000' });
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
    await start({ RESPONSE_BYTES_PER_ACCOUNT: '5000000' });
    const reader = ask('one');
    await eventually(() => hub.orders.received.length === 1 && hub.orders.open.size === 0);
    await filesGone();
    expect(await statusOf('one')).toBe(200);
    reader.socket.resume();
    await eventually(() => reader.isClosed);
    expect(reader.received).toBeLessThan(bytes);
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
});

test('a client that reads slowly, but not too slowly, gets everything', async () => {
  await start({ RESPONSE_STALL_SECONDS: '1' });
  const reader = ask('one');
  await served(1);
  const timer = setInterval(() => {
    reader.socket.resume();
    setTimeout(() => reader.socket.pause(), 5);
  }, 100);
  await eventually(() => reader.received > bytes, 25_000);
  clearInterval(timer);
});
