import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { type Collector, startCollector } from '@order-hub/testing/collector';
import { type ReadMetrics, readFreshMetrics } from '@order-hub/testing/metrics';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const token = 'hub_token_of_a_location';
const lines: Record<string, unknown>[] = [];
let hub: Hub;
beforeAll(async () => {
  hub = await startHub({}, openLog('gateway', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) }));
  connect(hub.auth, token);
});
afterAll(() => hub.close());

/** The lines of the gateway (docs/logs.md#access-lines). */
describe('access lines', () => {
  /** Sends a request, and waits for its line. */
  async function lineOf(route: string, options: Parameters<Hub['call']>[1] = {}) {
    const { headers } = await hub.call(route, options);
    const id = headers.get('x-request-id');
    return { id, line: await eventually(() => lines.find(({ request_id }) => request_id === id)) };
  }

  test('a request has a line with its sender, both ids and the service behind the path', async () => {
    const { id, line } = await lineOf('GET /v1/location/orders?private_ref=hub_secret', {
      token,
      headers: { 'x-request-id': 'mine' },
    });
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 'gateway',
      request_id: id,
      client_request_id: 'mine',
      method: 'GET',
      route: 'orders',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client_id: expect.any(String),
      connection_id: expect.any(String),
      account_id: expect.any(String),
      msg: 'request',
    });
    expect(line['bytes']).toBeGreaterThan(100);
    expect(hub.orders.received.at(-1)!.headers['x-request-id']).toBe(id);
    expect(JSON.stringify(line)).not.toMatch(/hub_secret|hub_token/);
  });

  test('a refused request has a line without what the client wrote', async () => {
    const { line } = await lineOf('GET /v1/hub_secret', { token: 'hub_token_unknown' });
    expect(line).toMatchObject({ route: 'none', status: 404 });
    expect(JSON.stringify(lines)).not.toMatch(/hub_secret|hub_token/);
  });

  test('probes have none', async () => {
    const from = lines.length;
    for (const path of ['/health', '/ready']) expect((await hub.call(`GET ${path}`)).status).toBe(200);
    await lineOf('GET /v1/location', { token });
    expect(lines.slice(from)).toHaveLength(1);
  });
});

/** The gateway's metrics (docs/metrics.md): what they count, and that no client reaches them. */
describe('metrics', () => {
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

  const until = (isTrue: (metrics: ReadMetrics) => boolean) =>
    eventually(async () => {
      const metrics = await readFreshMetrics(`http://127.0.0.1:${hub.internalPort}`);
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
      // A slash at the end is redirected to the path that is refused.
      expect(answer).toMatch(/^HTTP\/1\.1 (?:4\d\d|308)/);
      expect(answer).not.toContain('hub_http_requests_total');
      const forwarded = services.flatMap(({ received }) => received.map(({ url }) => url));
      expect(forwarded.filter((url) => new URL(url, 'http://x').pathname.toLowerCase() === '/metrics')).toEqual([]);
    });

    test('the internal listener answers them', async () => {
      const response = await hub.askInternal('GET /metrics');
      expect(response.headers.get('content-type')).toContain('text/plain');
      expect(response.text).toContain('# TYPE hub_http_requests_total counter');
    });
  });
});

/** A trace begins at the gateway (docs/decisions/0060-a-trace-begins-at-the-gateway.md). */
describe('traces', () => {
  const clients = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const fromClient = {
    traceparent: `00-${clients.traceId}-${clients.spanId}-01`,
    tracestate: 'vendor=1',
    baggage: 'user=ada',
  };

  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
  });
  afterAll(() => collector.close());

  async function start(sampled: string) {
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: sampled };
    const traced = await startHub(tracing);
    connect(traced.auth, token);
    return traced;
  }

  async function assertNotTraced({ call, orders }: Hub) {
    await call('GET /v1/location/orders', { token, headers: fromClient });
    const { headers } = orders.received.at(-1)!;
    for (const name of Object.keys(fromClient)) expect(headers).not.toHaveProperty(name);
  }

  test('without a collector nothing is traced, and the trace of a client goes no further', () => assertNotTraced(hub));

  test('with a share of 0 nothing is traced, and the trace of a client goes no further', async () => {
    const traced = await start('0');
    await assertNotTraced(traced);
    await traced.close();
    expect(collector.spans).toEqual([]);
  });

  test('a sampled request has a trace of its own, which the service continues, linked to that of the client', async () => {
    const traced = await start('1');
    const { headers } = await traced.call('GET /v1/location/orders?private_ref=hub_secret', {
      token,
      headers: fromClient,
    });
    // It sends the spans that it has.
    await traced.close();
    const [request, upstream] = await eventually(() => {
      const found = [2, 3].map((kind) =>
        collector.spans.find((span) => span.kind === kind && /orders/.test(span.name)),
      );
      return found.every(Boolean) && (found as Collector['spans']);
    });
    expect(request).toMatchObject({
      service: 'gateway',
      name: 'GET orders',
      parentId: '',
      links: [clients],
      attributes: { 'hub.request_id': headers.get('x-request-id'), 'http.response.status_code': 200 },
    });
    expect(upstream).toMatchObject({ name: 'GET orders', parentId: request!.spanId, traceId: request!.traceId });
    const received = traced.orders.received.at(-1)!.headers;
    expect(received['traceparent']).toBe(`00-${upstream!.traceId}-${upstream!.spanId}-01`);
    expect(received).not.toHaveProperty('tracestate');
    expect(collector.texts.join('')).not.toMatch(/hub_secret|hub_token/);
  });

  test('a service that cannot be reached shows in the trace', async () => {
    const traced = await start('1');
    await traced.orders.close();
    const { headers } = await traced.call('GET /v1/location/orders', { token });
    await traced.close();
    const request_id = headers.get('x-request-id');
    const request = await eventually(() =>
      collector.spans.find(({ attributes }) => attributes['hub.request_id'] === request_id),
    );
    expect(request).toMatchObject({ isFailed: true, attributes: { 'error.type': '503' } });
    const tries = collector.spans.filter(({ parentId }) => parentId === request.spanId);
    expect(tries.map(({ attributes }) => attributes['error.type'])).toEqual(tries.map(() => 'ECONNREFUSED'));
    expect(tries.length).toBeGreaterThan(1);
  });
});
