/** The metrics of a whole hub after real traffic (docs/metrics.md). */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { type ReadMetrics, readMetrics } from '@order-hub/testing/metrics';
import pg from 'pg';
import { type Receiver, startReceiver } from '../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { processIdOf, type SharedHub } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 30_000;
const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };

const documented = [
  ...readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8').matchAll(
    /^\| `((?:hub|nodejs|process)_\w+)` /gm,
  ),
].map(([, name = '']) => name);

const isHubs = (name: string) => name.startsWith('hub_');

overEveryBus('the metrics of the hub', (hub: SharedHub) => {
  let db: pg.Client;
  let tenant: Tenant;
  let website: Connected;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    db = new pg.Client({ connectionString: hub.database_url });
    await db.connect();
    tenant = await aTenant(hub);
    website = await tenant.connect('website', { location_id: tenant.location_ids[0] });
  });
  afterAll(async () => {
    await db.end();
    for (const { close } of receivers) await close();
  });

  const read = (service: ServiceName) => readMetrics(hub.service_urls[service]);

  /** Waits until a service shows `isTrue`: its metrics are a few seconds old. */
  const until = (service: ServiceName, isTrue: (metrics: ReadMetrics) => boolean) =>
    eventually(async () => {
      const metrics = await read(service);
      return isTrue(metrics) && metrics;
    }, patienceMs);

  /** How much `name` has grown in a service since. */
  async function growthOf(service: ServiceName, name: string, labels: Record<string, string> = {}) {
    const { sum } = await read(service);
    const before = sum(name, labels) ?? 0;
    return (by: number) => until(service, (metrics) => (metrics.sum(name, labels) ?? 0) - before >= by);
  }

  /** A till with an active callback, whose receiver refuses everything if it `isAway`. */
  async function aTill({ isAway }: { isAway: boolean }) {
    const till = await tenant.connect('till', { location_id: tenant.location_ids[0] });
    const receiver = await startReceiver(till.client_secret, () => isAway);
    receivers.push(receiver);
    const answer = await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create'] } } });
    expect(answer.status).toBe(200);
    return till;
  }

  const placeOrder = async () =>
    expect((await website.call('POST /location/orders', { body: order })).status).toBe(200);

  test('every process shows the documented metrics, and no other', async () => {
    const metrics = await Promise.all(serviceNames.map((name) => until(name, ({ samples }) => samples.length > 0)));
    const shown = new Set(metrics.flatMap(({ names }) => names));
    expect([...shown].filter((name) => !documented.includes(name))).toEqual([]);
    // Shown only with messages that wait, with a broker, with Redis, with a collector, and with a server for mail.
    const optional = [
      ...['hub_outbox_messages', 'hub_queue_messages', 'hub_redis_unanswered_total', 'hub_spans_total'],
      ...['hub_mails_total', 'hub_mails_waiting', 'hub_mails_oldest_age_seconds'],
    ];
    expect(documented.filter((name) => !shown.has(name) && !optional.includes(name))).toEqual([]);
    for (const { samples } of metrics) {
      expect(samples.some(({ name }) => name === 'process_resident_memory_bytes')).toBe(true);
      expect(samples.filter(({ name, value }) => isHubs(name) && !Number.isFinite(value))).toEqual([]);
    }
  });

  test('an order and its push are counted, and their labels tell no tenant', async () => {
    const till = await aTill({ isAway: false });
    const route = '/locations/:location_id/orders';
    const placed = await growthOf('orders', 'hub_http_requests_total', { method: 'POST', route, status: '200' });
    const timed = await growthOf('orders', 'hub_http_request_seconds_count', { method: 'POST', route });
    const forwarded = await growthOf('gateway', 'hub_http_requests_total', { method: 'POST', route: 'orders' });
    const pushed = await growthOf('events', 'hub_pushes_total', { outcome: 'acknowledged' });
    await placeOrder();
    await Promise.all([placed(1), timed(1), forwarded(1), pushed(1)]);
    const ids = [tenant.account_id, ...tenant.location_ids, website.id, till.id, website.client_id];
    for (const name of serviceNames) {
      const text = JSON.stringify((await read(name)).samples);
      expect(ids.filter((id) => text.includes(id))).toEqual([]);
    }
    expect((await till.call('DELETE /callback')).status).toBe(200);
  });

  test('a refused request is counted by the limit that refused it', async () => {
    const refused = await growthOf('gateway', 'hub_requests_refused_total', { limit: 'high_load_queries' });
    const { call } = await tenant.connect('list', { location_id: tenant.location_ids[0] });
    await eventually(async () => (await call('GET /location/orders')).status === 429);
    await refused(1);
  });

  test('failing pushes are counted, and the event once it is dropped', async () => {
    const till = await aTill({ isAway: true });
    const failed = await growthOf('events', 'hub_pushes_total', { outcome: 'refused' });
    const dropped = await growthOf('events', 'hub_events_dropped_total');
    await placeOrder();
    await failed(1);
    // The six retries would take more than a minute.
    const lastAttempt = `update events.events set attempts = 6, next_attempt_at = now() where lease_id is null and attempts > 0
      and callback_id = (select id from events.callbacks where connection_id = $1)`;
    await eventually(async () => (await db.query(lastAttempt, [till.id])).rowCount === 1);
    await dropped(1);
    expect((await till.call('DELETE /callback')).status).toBe(200);
  });

  test('a message that nobody understands is parked, and shown until an operator deletes it', async () => {
    // Other tests of this hub leave parked messages.
    const before = (await read('orders')).sum('hub_outbox_parked_messages') ?? 0;
    const parked = await growthOf('orders', 'hub_outbox_parked_messages');
    await db.query(`insert into orders.outbox (id, topic, key, body) values ('odd', 'weather', 'x', '{}')`);
    await parked(1);
    await db.query(`delete from orders.outbox where id = 'odd'`);
    await until('orders', ({ sum }) => sum('hub_outbox_parked_messages') === before);
  });

  if (hub.bus === 'direct') {
    test('what waits in the outbox is shown while the events service hangs, and no more once it goes on', async () => {
      const pid = processIdOf(hub, 'events');
      process.kill(pid, 'SIGSTOP');
      try {
        await placeOrder();
        const hasWaited = ({ sum }: ReadMetrics) => (sum('hub_outbox_oldest_age_seconds') ?? 0) > 3;
        const { sum } = await until('orders', hasWaited);
        expect(sum('hub_outbox_messages', { topic: 'change' })).toBeGreaterThan(0);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await until('orders', ({ sum }) => sum('hub_outbox_oldest_age_seconds') === 0);
    });
  } else {
    test('the queues of a service are shown, with that of its dead letters', async () => {
      const { samples } = await read('events');
      const shown = samples.filter(({ name }) => name === 'hub_queue_messages').map(({ labels: { queue } }) => queue);
      expect(shown).toEqual(expect.arrayContaining(['events.change.0', 'events.change.7', 'events.dead']));
    });
  }

  test('the gateway shows none of this to clients', async () => {
    const gateway = new URL(hub.base_url).origin;
    for (const path of ['/metrics', '/v1/metrics', '/back-office/metrics', '/oauth2/v1/metrics']) {
      const response = await fetch(gateway + path);
      expect(await response.text()).not.toContain('# TYPE');
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
  });
});
