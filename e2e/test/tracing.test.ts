/** One request can be followed from the gateway to the callback: by its id, and by its trace (docs/tracing.md). */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { startCollector, type CollectedSpan, type Collector } from '@order-hub/testing/collector';
import { startBroker } from '../src/broker.ts';
import { startOwnHub, type OwnHub } from '../src/restarts/own-hub.ts';
import { linesHolding } from '../src/traces.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 30_000;
const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };
const kinds = { server: 2, client: 3, producer: 4, consumer: 5 };

/** Each span as `service: name` after that of its parent, oldest first. */
function treeOf(spans: readonly CollectedSpan[], parentId = '', depth = 0): string[] {
  const children = spans.filter((span) => span.parentId === parentId).sort((a, b) => a.startMs - b.startMs);
  return children.flatMap(({ service, name, spanId }) => [
    `${'  '.repeat(depth)}${service}: ${name}`,
    ...treeOf(spans, spanId, depth + 1),
  ]);
}

overEveryBus('a request', ({ bus }) => {
  const life = lifetime();
  let collector: Collector;
  let hub: OwnHub;
  beforeAll(async () => {
    collector = life.opened(await startCollector(), ({ close }) => close());
    const broker = bus === 'rabbitmq' ? await startBroker() : undefined;
    if (broker && 'unavailable' in broker) throw new Error(broker.unavailable);
    if (broker) life.opened(broker, ({ stop }) => stop());
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      LOG_LEVEL: 'info',
    };
    hub = life.opened(await startOwnHub({ drainSeconds: 0, amqpUrl: broker?.url, settings }), ({ close }) => close());
  });
  afterAll(() => life.close());

  /** Places an order. Returns the id of the request, and the push that followed. */
  async function placeOrder(body: object = order) {
    const answer = await hub.website('POST /location/orders', {
      body,
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    });
    expect(answer.status).toBe(200);
    const push = await eventually(
      () => hub.receiver.received.find(({ event }) => event.order_id === answer.body.id),
      patienceMs,
    );
    return { request_id: answer.headers.get('x-request-id') ?? '', push };
  }

  const traceOf = (request_id: string, isComplete: (spans: CollectedSpan[]) => boolean) =>
    eventually(() => {
      const first = collector.spans.find(
        ({ service, attributes }) => service === 'gateway' && attributes['hub.request_id'] === request_id,
      );
      const spans = collector.spans.filter(({ traceId }) => traceId === first?.traceId);
      return first !== undefined && isComplete(spans) && spans;
    }, patienceMs);

  test('has one trace, from the gateway through the service and the bus to the callback', async () => {
    const { request_id, push } = await placeOrder();
    const spans = await traceOf(request_id, (found) => found.length >= 7);
    expect(treeOf(spans)).toEqual([
      'gateway: POST orders',
      '  gateway: POST orders',
      '    orders: POST /locations/:location_id/orders',
      '      orders: insert order',
      '      orders: send change',
      '        events: process change',
      '          events: push order.create',
    ]);
    expect(spans.filter(({ isFailed }) => isFailed)).toEqual([]);
    const pushed = spans.find(({ name }) => name === 'push order.create')!;
    expect(pushed.kind).toBe(kinds.client);
    expect(push.headers['traceparent']).toBe(`00-${pushed.traceId}-${pushed.spanId}-01`);
  });

  test('has one id, in the lines of each service and at the receiver', async () => {
    const { request_id, push } = await placeOrder();
    expect(push.headers['x-request-id']).toBe(request_id);
    const linesOf = (service: string) =>
      linesHolding([join(hub.hub.data_folder, 'logs', `${service}.log`)], [`"request_id":"${request_id}"`]);
    await eventually(() => linesOf('gateway').length === 1 && linesOf('orders').length === 1, patienceMs);
  });

  test('that asks another service has its spans too', async () => {
    const { body: list } = await hub.website('POST /location/customer_lists', { body: { name: 'Friends' } });
    const path = `/customer_lists/${list.id}/customers`;
    const { body: customer } = await hub.website(`POST ${path}`, { body: { first_name: 'Ada' } });
    const { request_id } = await placeOrder({ ...order, customer_id: customer.id });
    const isAsked = ({ service, kind }: CollectedSpan) => service === 'customers' && kind === kinds.server;
    const spans = await traceOf(request_id, (found) => found.some(isAsked));
    const asked = spans.find(isAsked)!;
    expect(spans.find(({ spanId }) => spanId === asked.parentId)).toMatchObject({
      service: 'orders',
      name: 'POST customers',
      kind: kinds.client,
    });
  });

  test('tells the collector and the logs no secrets and no personal data', async () => {
    await placeOrder({ ...order, customer: { first_name: 'Grace', email: 'grace@example.com' } });
    const secrets = [...hub.secrets, 'grace@example.com', '/callbacks', 'Margherita'];
    await eventually(() => collector.spans.filter(({ name }) => name === 'push order.create').length >= 3, patienceMs);
    expect(secrets.filter((secret) => collector.texts.some((text) => text.includes(secret)))).toEqual([]);
    expect(linesHolding([join(hub.hub.data_folder, 'logs')], secrets)).toEqual([]);
  });
});
