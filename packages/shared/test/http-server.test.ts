import type { RequestListener, Server, ServerOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { eventually } from '@order-hub/testing/call';

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  return stopListening(server);
});

const start = async (handler: RequestListener, options?: ServerOptions) => {
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
  await start((_req, res) => res.writeHead(401).end('no'));
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
  const stopped = stopListening(server);
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
  // Longer than without a drain.
  await sleep(1_000);
  idle.send(get);
  await stopped;
  await eventually(() => idle.isClosed);
  expect(idle.received.split('200 OK')[2]).toContain('Connection: close');
});

test('a stopping server closes idle connections', async () => {
  await start((_req, res) => res.end('ok'));
  const idle = open(get);
  await eventually(() => idle.received.includes('ok'));
  const stopped = stopListening(server);
  // Before the time at which everything is cut.
  expect(await eventually(() => idle.isClosed, 8_000)).toBe(true);
  await stopped;
});
