/** What the bodies under way may use (docs/api/limits.md#bodies-under-way). */
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { freePort } from '@order-hub/testing/free-port';
import { eventually } from '@order-hub/testing/call';
import { type Hub, type OpenConnection, startHub } from './gateway.ts';
import { spoolFileSizes } from './spool-files.ts';
import { connect, startUpstream } from './stand-ins.ts';

let hub: Hub;
let halves: OpenConnection[] = [];
afterEach(async () => {
  for (const { destroy } of halves) destroy();
  halves = [];
  await hub.close();
});

const account = { id: 'acme', currency: 'EUR' };
const start = async (settings: Record<string, string>) => {
  hub = await startHub({ BODY_STALL_SECONDS: '300', ...settings });
  connect(hub.auth, 'one', { connection_id: 'one', location_id: 'here', account });
  connect(hub.auth, 'two', { connection_id: 'two', location_id: 'here', account });
  connect(hub.auth, 'other', { connection_id: 'other', location_id: 'there', account: { ...account, id: 'other' } });
  for (const token of ['one', 'two', 'other']) await hub.call('GET /v1/callback', { token });
  hub.orders.answer = (_req, res, body) => void res.end(`{"length":${body.length}}`);
};

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
    await start({ BODIES_PER_CONNECTION: '2' });
    const [first] = [await sendHalf('one', 10), await sendHalf('one', 10)];
    expect(await send('one', 10)).toMatchObject(refusal('2 request bodies', 'connection'));
    expect(await send('two', 10)).toMatchObject({ status: 200 });
    first.send('x');
    await eventually(() => first.received.includes('200 OK'));
    expect(await send('one', 10)).toMatchObject({ status: 200 });
  });

  test('of its address, by number, without a token: 429; a token is not affected', async () => {
    await start({ BODIES_PER_ADDRESS: '2' });
    await sendHalf('', 10, '/oauth2/v1/token');
    await sendHalf('', 10, '/back-office/log-in');
    expect(await send('', 10, '/oauth2/v1/token')).toMatchObject(refusal('2 request bodies', 'address'));
    expect(await send('one', 10)).toMatchObject({ status: 200 });
  });

  test.each([
    ['connection', 'BODY_BYTES_PER_CONNECTION', 'one', 'two'],
    ['account', 'BODY_BYTES_PER_ACCOUNT', 'two', 'other'],
  ])('of its %s, in bytes: 429', async (owner, setting, same, another) => {
    await start({ [setting]: '1048576' });
    await sendHalf('one', 1_000_000);
    expect(await send(same, 600_000)).toMatchObject(refusal('1 MiB of request bodies', owner));
    expect(await send(another, 600_000)).toMatchObject({ status: 200, length: 600_000 });
  });

  test('of its address, in bytes, without a token: 429', async () => {
    await start({ BODY_BYTES_PER_ADDRESS: '65536' });
    await sendHalf('', 50_000, '/oauth2/v1/token');
    expect(await send('', 50_000, '/oauth2/v1/token')).toMatchObject(refusal('0.1 MiB of request bodies', 'address'));
  });

  test('of the disk: 503, but those who have little there still have room', async () => {
    await start({ BODY_DISK_BYTES: '2500000' });
    await sendHalf('one', 1_000_000);
    expect(await send('two', 1_000_000)).toMatchObject({ status: 503 });
    expect(await send('other', 700_000)).toMatchObject({ status: 200, length: 700_000 });
  });
});

describe('a body', () => {
  test('goes to a file when the memory is used up, and reaches the service whole', async () => {
    await start({ BODY_MEMORY_BYTES: '1000' });
    expect(await send('one', 10_000)).toMatchObject({ status: 200, length: 10_000 });
    const half = await sendHalf('one', 10_000);
    await eventually(() => spoolFileSizes().includes(9_999));
    half.send('x');
    await eventually(() => half.received.includes('{"length":10000}'));
    await eventually(() => spoolFileSizes().length === 0);
  });

  test('that drips reaches the service as it was sent', async () => {
    await start({});
    const text = Array.from({ length: 3_000 }, (_, index) => String(index % 10)).join('');
    hub.orders.answer = undefined;
    const dripping = hub.sendAndStay(head(orders, 'one', text.length));
    halves.push(dripping);
    for (let at = 0; at < text.length; at += 100) {
      dripping.send(text.slice(at, at + 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => dripping.received.includes('200 OK'));
    expect(hub.orders.received.at(-1)!.body).toBe(text);
  });

  test('in a file is sent again when its service was not there', async () => {
    const port = await freePort();
    await start({ ORDERS_URL: `http://127.0.0.1:${port}` });
    const answer = send('one', 1_000_000);
    await setTimeout(100);
    const service = await startUpstream('orders', port);
    expect(await answer).toMatchObject({ status: 200 });
    expect(service.received.at(-1)?.body.length).toBe(1_000_000);
    await service.close();
  });
});
