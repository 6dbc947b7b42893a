import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@order-hub/testing/call';
import { PublicRequest } from '../request/public-request.ts';
import { openClientSockets, type SocketLimits } from './client-sockets.ts';

let server: Server;
let waiting: ServerResponse[];
let accepted: Socket[];
let carried: { bytesIn: number; bytesOut: number }[];
afterEach(() => {
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
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    const client = { received: '', isClosed: false, send: (more: string) => void socket.write(more) };
    socket.on('data', (chunk: string) => (client.received += chunk));
    socket.on('error', () => undefined).on('close', () => (client.isClosed = true));
    if (text !== '') socket.write(text);
    return client;
  };
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const slow = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';

describe('an address with too many', () => {
  test('idle sockets loses the one that has been idle for longest', async () => {
    const open = await start({ max: 100, perAddress: 10, idlePerAddress: 2 });
    const [first, second] = [open(request), open(request)];
    await eventually(() => first.received.includes('served') && second.received.includes('served'));
    first.send(request);
    await eventually(() => first.received.split('served').length === 3);
    const third = open(request);
    await eventually(() => third.received.includes('served') && second.isClosed);
    expect(first.isClosed).toBe(false);
  });

  test('idle sockets keeps those whose request arrived while the process could not read it', async () => {
    const open = await start({ max: 100, perAddress: 20, idlePerAddress: 2 });
    const clients = Array.from({ length: 10 }, () => open(''));
    await eventually(() => accepted.length === 10);
    for (const { send } of clients) send(request);
    const pausedUntil = performance.now() + 5_500;
    while (performance.now() < pausedUntil);
    await eventually(() => clients.every(({ received }) => received.includes('served')));
  });

  test('sockets loses one for each new one, also when several come at once', async () => {
    const open = await start({ max: 100, perAddress: 20 });
    const idle = Array.from({ length: 20 }, () => open(request));
    await eventually(() => idle.every(({ received }) => received.includes('served')));
    const late = Array.from({ length: 5 }, () => open(request));
    await eventually(() => late.every(({ received }) => received.includes('served')));
    // The end of each socket arrives before the answer to a later request.
    for (const client of late) client.send(request);
    await eventually(() => late.every(({ received }) => received.split('served').length === 3));
    expect([...idle, ...late].filter(({ isClosed }) => !isClosed)).toHaveLength(20);
  });

  test('sockets keeps those whose request is being answered or arriving, and gets no new one', async () => {
    const open = await start({ max: 100, perAddress: 2, idlePerAddress: 1 });
    const [busy, arriving] = [open(slow), open('GET / HTTP/1.1\r\nHo')];
    await eventually(() => waiting.length === 1 && accepted.every(({ bytesRead }) => bytesRead > 0));
    const refused = open(request);
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
    const client = open(request);
    await eventually(() => client.received.includes('served'));
    idle.push(client);
  }
  expect(idle.some(({ isClosed }) => isClosed)).toBe(false);
  const next = open(request);
  await eventually(() => next.received.includes('served') && idle[0]?.isClosed);
  expect([busy, ...idle.slice(1), next].some(({ isClosed }) => isClosed)).toBe(false);
});

test('a connection without an access token is closed soon after its request, but not during the next', async () => {
  const open = await start({ max: 10 }, -0.9);
  const [quiet, busy] = [open(request), open(request + slow)];
  await eventually(() => quiet.isClosed);
  await eventually(() => waiting.length === 1 && busy.received.includes('served'));
  waiting[0]?.end('late');
  await eventually(() => busy.received.includes('late'));
});

test('counts the bytes of each request and of its response', async () => {
  const open = await start({ max: 10 });
  const client = open(request);
  await eventually(() => carried.length === 1);
  const { received } = client;
  client.send(request);
  await eventually(() => carried.length === 2);
  const traffic = { bytesIn: request.length, bytesOut: received.length };
  expect(carried).toEqual([traffic, traffic]);
});
