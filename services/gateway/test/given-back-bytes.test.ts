/** Memory, disk and budgets of bodies and responses are given back when a client gives up (docs/api/limits.md). */
import { connect as connectSocket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { type Hub, type OpenConnection, startHub } from './gateway.ts';
import { spoolFileSizes } from './spool-files.ts';
import { connect } from './stand-ins.ts';

const times = sized(1, 1_000);
const atOnce = 25;
/** Fewer, because each leaves more unread than the system's socket buffers take, some 4 MB. */
const [readers, readersAtOnce] = [60, 10];
const [largeBytes, smallBytes, unreadBytes] = [300_000, 50_000, 6_000_000];

let hub: Hub;
afterEach(() => hub.close());

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
  RESPONSE_BYTES_PER_ACCOUNT: String((unreadBytes * readersAtOnce) / 2),
  RESPONSE_BYTES_PER_ADDRESS: String((unreadBytes * readersAtOnce) / 2),
};

async function start(): Promise<void> {
  hub = await startHub({ RATE_LIMIT_PAGES_PER_MINUTE: '100000', ...settings });
  connect(hub.auth, 'token', { location_id: 'here' });
  await hub.call('GET /v1/callback', { token: 'token' });
  const answer = hub.auth.answer;
  hub.auth.answer = (req, res, body) => {
    if (req.method === 'GET' && req.url === '/oauth2/v1/large') return void res.end(Buffer.alloc(unreadBytes));
    answer?.(req, res, body);
  };
  hub.orders.answer = (req, res) => void res.end(req.method === 'GET' ? Buffer.alloc(unreadBytes) : '{}');
}

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
    await start();
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
  await start();
  const api = `GET /v1/location/orders HTTP/1.1\r\nHost: x\r\n${ofApi}\r\n`;
  const page = 'GET /oauth2/v1/large HTTP/1.1\r\nHost: x\r\n\r\n';
  const textOf = (index: number) => (index % 2 === 0 ? api : page);
  for (let given = 0; given < readers; given += readersAtOnce) {
    const sockets = Array.from({ length: readersAtOnce }, (_, index) => {
      const socket = connectSocket(hub.port, '127.0.0.1').on('error', () => undefined);
      socket.write(textOf(index));
      return socket;
    });
    await eventually(() => spoolFileSizes().length === readersAtOnce);
    for (const socket of sockets) socket.destroy();
    await eventually(() => spoolFileSizes().length === 0);
  }
  const reading = Array.from({ length: readersAtOnce }, (_, index) => hub.sendAndStay(textOf(index)));
  await eventually(() => reading.every(({ received }) => received.length > unreadBytes));
  expect(reading.every(({ received }) => received.startsWith('HTTP/1.1 200'))).toBe(true);
  for (const { destroy } of reading) destroy();
}, 360_000);
