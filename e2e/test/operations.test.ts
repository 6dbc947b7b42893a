import { readFileSync } from 'node:fs';
import { describe, afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import * as management from '@order-hub/shared/management/backlog';
import { listUsage } from '@order-hub/shared/management/operators';
import { type ServiceName, serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { type ReadMetrics, readMetrics } from '@order-hub/testing/metrics';
import { wideTest } from '@order-hub/testing/wide-test';
import pg from 'pg';
import { hubCommand } from '../src/command-line.ts';
import { type Receiver, startReceiver } from '../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { processIdOf, type SharedHub } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';

/** The metrics of a whole hub after real traffic (docs/metrics.md). */
describe('metrics', () => {
  const patienceMs = 120_000;

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
      wideTest(
        'what waits in the outbox is shown while the events service hangs, and no more once it goes on',
        async () => {
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
        },
      );
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
});

/** What operators do about what could not be delivered (docs/api/back-office.md#backlog). */
describe('backlog', () => {
  const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };

  const statuses = ['received', 'accepted', 'in_preparation', 'awaiting_collection', 'completed'];

  /** Runs statements as the superuser of the database. */
  async function withDatabase<Result>(url: string, work: (db: pg.Client) => Promise<Result>): Promise<Result> {
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    return work(db).finally(() => db.end());
  }

  overEveryBus('the backlog', (hub) => {
    const command = hubCommand(hub.data_folder);
    // In place of commands that packages/cli tests: each starts a process.
    const { ask } = operatorClient(hub.operator);
    const backlogOf = async (connection: string) =>
      (await ask(management.retrieveBacklog, { params: {}, input: { connection } })).events;
    const droppedOf = async (connection: string) =>
      (await ask(management.listDroppedEvents, { params: {}, input: { connection } })).items;
    const parkedAt = async (key: string) =>
      (await ask(management.listParkedMessages, { params: {}, input: { topic: 'change' } })).items.find(
        (message) => message.key === key,
      );

    test('dropped events are replayed when the app works again: each arrives once, in order', async () => {
      const tenant = await aTenant(hub);
      const place = { location_id: tenant.location_ids[0] };
      const [website, till] = [await tenant.connect('website', place), await tenant.connect('till', place)];
      let isBroken = true;
      const receiver = await startReceiver(till.client_secret, () => isBroken);
      await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create', 'update'] } } });
      const { body } = await website.call('POST /location/orders', { body: order });
      for (const status of statuses) {
        expect((await website.call(`PATCH /location/orders/${body.id}`, { body: { status } })).status).toBe(200);
      }
      const sent = 1 + statuses.length;
      const filters = { connection: till.id };
      await eventually(async () => {
        const [found] = (await backlogOf(till.id))?.connections ?? [];
        return found?.waiting.count === sent && found.reasons[0] === 'answers 503';
      });
      // The next attempt of each is its last one.
      const dropped = await eventually(async () => {
        await withDatabase(hub.database_url, (db) =>
          db.query(
            `update events.events e set attempts = 6, next_attempt_at = now()
           from events.callbacks cb where cb.id = e.callback_id and cb.connection_id = $1 and e.lease_id is null`,
            [till.id],
          ),
        );
        const items = await droppedOf(till.id);
        return items.length === sent && items;
      });
      expect((await command('dropped list', filters)).items).toEqual(dropped);
      expect(dropped[0]).toMatchObject({
        type: 'order.update',
        resource_id: body.id,
        reason: 'status 503',
        attempts: 7,
      });
      expect(await backlogOf(till.id)).toMatchObject({ connections: [], dropped: { count: sent } });

      isBroken = false;
      receiver.received.length = 0;
      expect(await command('dropped replay', filters)).toEqual({ replayed: sent, without_callback: 0 });
      const again = await ask(management.replayDroppedEvents, { params: {}, input: filters });
      expect(again).toEqual({ replayed: 0, without_callback: 0, next: null });
      await eventually(() => receiver.received.length >= sent);
      await eventually(async () => (await backlogOf(till.id))?.connections.length === 0);
      const ids = dropped.map(({ id }) => id).reverse();
      expect(receiver.received.map(({ event, isSigned }) => [event.id, isSigned])).toEqual(ids.map((id) => [id, true]));
      expect(receiver.received.map(({ event }) => event.new_state.status)).toEqual(['new', ...statuses]);
      expect(await droppedOf(till.id)).toEqual([]);
      await receiver.close();
    });

    test('a message that its consumer rejected is sent again after the repair, and its event arrives once', async () => {
      const tenant = await aTenant(hub);
      const place = { location_id: tenant.location_ids[1] };
      const [website, till] = [await tenant.connect('website', place), await tenant.connect('till', place)];
      const receiver = await startReceiver(till.client_secret);
      await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create'] } } });
      const constraint = `refused_${tenant.account_id}`;
      const run = (text: string) => withDatabase(hub.database_url, (db) => db.query(text));
      // The events service cannot store changes of this location.
      await run(
        `alter table events.changes add constraint ${constraint} check (ids not like '%${place.location_id}%') not valid`,
      );
      const { body } = await website.call('POST /location/orders', { body: order });
      const key = place.location_id;
      const parked = await eventually(() => parkedAt(key));
      expect(parked).toMatchObject({ service: hub.bus === 'direct' ? 'orders' : 'events', attempts: 1 });
      expect(parked.reason).toContain(constraint);
      expect(JSON.stringify(parked)).not.toContain('Margherita');
      expect(await ask(management.retrieveParkedMessage, { params: { message_id: parked.id } })).toMatchObject({
        ...{ type: 'order.create', account_id: tenant.account_id, ids: { order_id: body.id } },
      });

      const retry = () => ask(management.retryParkedMessages, { params: {}, input: { id: parked.id } });
      await retry();
      const again = await eventually(async () => {
        const found = await parkedAt(key);
        return found?.attempts === 2 && found;
      });
      expect(again.reason).toContain(constraint);

      await run(`alter table events.changes drop constraint ${constraint}`);
      expect(await retry()).toMatchObject({ retried: 1, unavailable: [] });
      await eventually(() => receiver.received.length > 0);
      await eventually(async () => (await backlogOf(till.id))?.connections.length === 0);
      expect(receiver.received.map(({ event }) => event.order_id)).toEqual([body.id]);
      const shown = ask(management.retrieveParkedMessage, { params: { message_id: parked.id } });
      await expect(shown).rejects.toThrow('Message not found');
      expect(await parkedAt(key)).toBeUndefined();
      await receiver.close();
    });
  });
});

/** What operators see of who uses how much of the hub (docs/api/limits.md#cost). */
describe('usage', () => {
  const requests = sized(4, 20);

  const item = { product_name: 'Margherita', price: '9.50 EUR', quantity: '1' };

  /** Large enough for the service to report what it costs. */
  const order = { status: 'new', items: Array.from({ length: 900 }, () => item) };

  overEveryBus('the usage of the hub', (hub) => {
    test('names the account, with what its connections used together', async () => {
      const tenant = await aTenant(hub);
      const [one, other] = [
        await tenant.connect('one', { location_id: tenant.location_ids[0] }),
        await tenant.connect('other', { location_id: tenant.location_ids[0] }),
      ];
      for (let sent = 0; sent < requests; sent += 2) {
        for (const { call } of [one, other]) {
          expect((await call('POST /location/orders', { body: order })).status).toBe(200);
        }
      }
      const { ask } = operatorClient(hub.operator);
      await eventually(async () => {
        const { items } = await ask(listUsage, { params: {}, input: { count: 100 } });
        return items.find(({ id }) => id === tenant.account_id)?.hour.requests === requests;
      });
      const shown: Usage[] = await hubCommand(hub.data_folder)('usage', { count: '100' });
      const used = shown.find(({ id }) => id === tenant.account_id)!;
      expect(used).toMatchObject({ kind: 'account', name: expect.any(String), hour: { refused: 0 } });
      const bytes = requests * JSON.stringify(order).length;
      expect(used.hour.bytes_in).toBeGreaterThan(bytes);
      expect(used.hour.bytes_out).toBeGreaterThan(bytes);
      // More than the base and the bytes cost: the service reports its part.
      expect(used.hour.cost_ms).toBeGreaterThan(
        requests + ((used.hour.bytes_in + used.hour.bytes_out) / 1_048_576) * 10,
      );
    });
  });

  type Amounts = Record<'requests' | 'refused' | 'bytes_in' | 'bytes_out' | 'cost_ms', number>;

  type Usage = { kind: string; id: string; name: string | null; minute: Amounts; hour: Amounts };
});
