/** Live pages, whose responses go on for minutes (docs/api/limits.md#concurrent-requests). */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';

let hub: Hub;
let streams: { url: string; res: ServerResponse }[];

const start = async (settings: Record<string, string> = {}) => {
  hub = await startHub({ CONCURRENT_REQUESTS_WAIT_SECONDS: '0.2', TRUST_PROXY: '1', ...settings });
  streams = [];
  hub.auth.answer = (_req, res) => void res.end('{"page":true}');
  hub.backOffice.answer = ({ url = '' }, res) => {
    streams.push({ url, res });
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
  };
};
beforeEach(() => start());
afterEach(() => hub.close());

const path = '/back-office/locations/x/orders/stream';
const watch = (address: string) =>
  hub.sendAndStay(`GET ${path} HTTP/1.1\r\nHost: hub.test\r\nX-Forwarded-For: ${address}\r\n\r\n`);
const watchMany = (count: number, addressOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => watch(addressOf(n)));
const openPage = (address: string) => hub.call('GET /oauth2/v1/authorize', { headers: { 'x-forwarded-for': address } });

test('passes on each part at once, until an end closes', async () => {
  const viewer = watch('192.0.2.1');
  await eventually(() => viewer.received.includes(': open'));
  streams[0]?.res.write('data: one\n\n');
  await eventually(() => viewer.received.includes('data: one'));
  streams[0]?.res.write('data: two\n\n');
  await eventually(() => viewer.received.includes('data: two'));
  streams[0]?.res.end();
  await eventually(() => viewer.received.endsWith('0\r\n\r\n'));
  expect(viewer.received).toMatch(/^HTTP\/1\.1 200 .*text\/event-stream/s);
  viewer.destroy();
});

test('a viewer that leaves ends the request to the back office and frees its slot', async () => {
  const viewers = watchMany(8, () => '192.0.2.1');
  await eventually(() => streams.length === 8);
  expect(hub.backOffice.open.size).toBe(8);
  viewers[0]?.destroy();
  await eventually(() => hub.backOffice.open.size === 7);
  const next = watch('192.0.2.1');
  await eventually(() => next.received.includes(': open'));
  for (const viewer of [...viewers, next]) viewer.destroy();
  await eventually(() => hub.backOffice.open.size === 0);
});

test('an address has eight slots: refuses a ninth, but neither another address nor other pages', async () => {
  const viewers = watchMany(8, () => '192.0.2.1');
  await eventually(() => streams.length === 8);
  const ninth = watch('192.0.2.1');
  await eventually(() => ninth.received.includes('too_many_requests'));
  expect(ninth.received).toMatch(/^HTTP\/1\.1 429 .*At most 8 requests of one address/s);
  const other = watch('192.0.2.2');
  await eventually(() => other.received.includes(': open'));
  expect((await openPage('192.0.2.1')).status).toBe(200);
  for (const viewer of [...viewers, ninth, other]) viewer.destroy();
});

test('serves log-in and consent whatever the number of viewers', async () => {
  const viewers = watchMany(600, (n) => `192.0.2.${n % 200}`);
  await eventually(() => streams.length === 512);
  expect(await openPage('192.0.2.250')).toMatchObject({ status: 200, body: { page: true } });
  expect((await hub.call('POST /back-office/log-in', { body: 'x' })).status).toBe(200);
  const refused = await eventually(() => viewers.find(({ received }) => received.includes('service_unavailable')));
  expect(refused.received).toMatch(/^HTTP\/1\.1 503 /);
  expect(streams.length).toBe(512);
  for (const viewer of viewers) viewer.destroy();
});

test('cuts off the response when the back office sends nothing for the upstream timeout', async () => {
  await hub.close();
  await start({ UPSTREAM_TIMEOUT_SECONDS: '0.3' });
  const viewer = watch('192.0.2.1');
  await eventually(() => viewer.received.includes(': open'));
  await eventually(() => viewer.isClosed);
  expect(viewer.received).not.toContain('0\r\n\r\n');
  await eventually(() => hub.backOffice.open.size === 0);
});
