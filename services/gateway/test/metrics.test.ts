/** The gateway's metrics (docs/metrics.md): what they count, and that no client reaches them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { type ReadMetrics, readMetrics } from '@order-hub/testing/metrics';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub({
    COST_SECONDS_PER_MINUTE: '6',
    COST_BURST_SECONDS: '10',
    RATE_LIMIT_PER_MINUTE: '4',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '5',
  });
  for (const token of ['quick', 'costly', 'held'])
    connect(hub.auth, token, { account: { id: token, currency: 'EUR' } });
});
afterAll(() => hub.close());

const read = () => readMetrics(`http://127.0.0.1:${hub.internalPort}`);
/** Metrics are a few seconds old. */
const until = (isTrue: (metrics: ReadMetrics) => boolean) =>
  eventually(async () => {
    const metrics = await read();
    return isTrue(metrics) && metrics;
  });

const orders = { method: 'GET', route: 'orders' };

test('requests are counted and timed by service and status, never by path', async () => {
  const routes = ['GET /v1/location/orders/a', 'GET /v1/location/orders/b', 'GET /v1/elsewhere/secret-path'];
  for (const route of routes) await hub.call(route, { token: 'quick' });
  const metrics = await until(({ sum }) => (sum('hub_http_requests_total', orders) ?? 0) >= 2);
  expect(metrics.sum('hub_http_requests_total', { ...orders, status: '200' })).toBe(2);
  expect(metrics.sum('hub_http_requests_total', { method: 'GET', route: 'none', status: '404' })).toBe(1);
  expect(metrics.sum('hub_http_request_seconds_count', orders)).toBe(2);
  expect(JSON.stringify(metrics.samples)).not.toMatch(/secret-path|quick/);
});

test('refusals are counted by their limit', async () => {
  for (let sent = 0; sent < 8; sent += 1) await hub.call('GET /v1/location/orders/a', { token: 'quick' });
  for (let sent = 0; sent < 7; sent += 1) await hub.call('GET /v1/location', { token: `guess ${sent}` });
  hub.orders.answer = (_req, res) => void res.setHeader('X-Hub-Cost', '12000').end('{}');
  await eventually(async () => (await hub.call('GET /v1/location/orders/a', { token: 'costly' })).status === 429);
  hub.orders.answer = undefined;
  const metrics = await until(({ sum }) => sum('hub_requests_refused_total', { limit: 'cost' }) !== undefined);
  const refused = (limit: string) => metrics.sum('hub_requests_refused_total', { limit, status: '429' });
  expect(refused('requests_per_minute')).toBeGreaterThanOrEqual(6);
  expect(refused('unknown_tokens')).toBe(2);
  expect(refused('cost')).toBeGreaterThanOrEqual(1);
});

test('a request under way takes slots, a socket and its share of memory', async () => {
  const answers: (() => void)[] = [];
  hub.orders.answer = (_req, res) => void answers.push(() => res.end('{}'));
  const asked = hub.call('POST /v1/location/orders', { token: 'held', body: { text: 'x'.repeat(1_000) } });
  const metrics = await until(({ sum }) => sum('hub_slots_taken', { slots: 'orders_small' }) === 1);
  expect(metrics.sum('hub_slots_taken', { slots: 'requests_of_connections' })).toBe(1);
  expect(metrics.sum('hub_slots_waiting', { slots: 'orders_small' })).toBe(0);
  expect(metrics.sum('hub_budget_bytes_used', { budget: 'request_bodies', place: 'memory' })).toBeGreaterThan(1_000);
  expect(metrics.sum('hub_sockets_open', { listener: 'public' })).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await asked;
  hub.orders.answer = undefined;
  await until(({ sum }) => sum('hub_slots_taken') === 0 && sum('hub_budget_bytes_used') === 0);
});

describe('no client reaches the metrics', () => {
  const rawRequests = [
    'GET /metrics',
    'GET /metrics/',
    'GET /METRICS',
    'GET /metrics?format=text',
    'HEAD /metrics',
    'POST /metrics',
    'GET //metrics',
    'GET /%6detrics',
    'GET /v1/metrics',
    'GET /v1//metrics',
    'GET /v1/../metrics',
    'GET /v1/location/../../metrics',
    'GET /v1/location/orders/../../../metrics',
    'GET /internal/metrics',
    'GET /back-office/../metrics',
    'GET /oauth2/v1/../../metrics',
    'GET http://orders:8080/metrics',
    'GET http://127.0.0.1/metrics',
  ];

  test.each(rawRequests)('%s', async (start) => {
    const services = [hub.auth, hub.backOffice, hub.orders, hub.catalog, hub.customers, hub.events];
    const answer = await hub.sendRaw(`${start} HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(answer).not.toContain('hub_http_requests_total');
    const forwarded = services.flatMap(({ received }) => received.map(({ url }) => url));
    expect(forwarded.filter((url) => new URL(url, 'http://x').pathname.toLowerCase() === '/metrics')).toEqual([]);
  });

  test('the internal listener answers them', async () => {
    const response = await fetch(`http://127.0.0.1:${hub.internalPort}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('# TYPE hub_http_requests_total counter');
  });
});
