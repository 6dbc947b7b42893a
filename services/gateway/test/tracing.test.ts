/** A trace begins at the gateway (docs/decisions/0060-a-trace-begins-at-the-gateway.md). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { type Collector, startCollector } from '@order-hub/testing/collector';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const token = 'hub_token_of_a_location';
const clients = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const fromClient = {
  traceparent: `00-${clients.traceId}-${clients.spanId}-01`,
  tracestate: 'vendor=1',
  baggage: 'user=ada',
};

let collector: Collector;
let hub: Hub;
beforeAll(async () => {
  collector = await startCollector();
});
afterEach(() => hub.close());
afterAll(() => collector.close());

async function start(sampled: string | null) {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: sampled ?? '' };
  hub = await startHub(sampled === null ? {} : settings);
  connect(hub.auth, token);
}

test.each([[null], ['0']])(
  'with a share of %s nothing is traced, and the trace of a client goes no further',
  async (sampled) => {
    await start(sampled);
    await hub.call('GET /v1/location/orders', { token, headers: fromClient });
    const { headers } = hub.orders.received.at(-1)!;
    for (const name of Object.keys(fromClient)) expect(headers).not.toHaveProperty(name);
  },
);

test('a sampled request has a trace of its own, which the service continues, linked to that of the client', async () => {
  await start('1');
  const { headers } = await hub.call('GET /v1/location/orders?private_ref=hub_secret', { token, headers: fromClient });
  const [request, upstream] = await eventually(() => {
    const found = [2, 3].map((kind) => collector.spans.find((span) => span.kind === kind && /orders/.test(span.name)));
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
  const received = hub.orders.received.at(-1)!.headers;
  expect(received['traceparent']).toBe(`00-${upstream!.traceId}-${upstream!.spanId}-01`);
  expect(received).not.toHaveProperty('tracestate');
  expect(collector.texts.join('')).not.toMatch(/hub_secret|hub_token/);
});

test('a service that cannot be reached shows in the trace', async () => {
  await start('1');
  await hub.orders.close();
  const { headers } = await hub.call('GET /v1/location/orders', { token });
  const request_id = headers.get('x-request-id');
  const request = await eventually(() =>
    collector.spans.find(({ attributes }) => attributes['hub.request_id'] === request_id),
  );
  expect(request).toMatchObject({ isFailed: true, attributes: { 'error.type': '503' } });
  const tries = collector.spans.filter(({ parentId }) => parentId === request.spanId);
  expect(tries.map(({ attributes }) => attributes['error.type'])).toEqual(tries.map(() => 'ECONNREFUSED'));
  expect(tries.length).toBeGreaterThan(1);
});
