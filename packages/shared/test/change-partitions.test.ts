/** Processes with different numbers of partitions, side by side, over RabbitMQ. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { keysOf } from '@order-hub/testing/keys';
import { startRabbitmq } from '@order-hub/testing/rabbitmq';
import { connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, transaction, type Database } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { noRequest } from '../src/contracts/message-cause.ts';
import { connectBus, type Bus, type Message, type OutgoingMessage } from '../src/messages/bus/bus.ts';
import { queueNames } from '../src/messages/bus/rabbitmq-topology.ts';
import { consumer, startConsuming } from '../src/messages/consumer.ts';
import { heldCauses, heldMessagesMigration } from '../src/messages/held-messages.ts';
import { inboxMigration } from '../src/messages/inbox.ts';
import { message, outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { startRelay } from '../src/messages/relay.ts';
import { resourceChanged } from '../src/messages/resource-changed.ts';
import { lifetime } from '../src/process/lifetime.ts';
import { silentLog as log } from '../src/process/log.ts';
import { deferred } from '../src/process/slots/waiting.ts';
import { newId } from '../src/values/ids.ts';

const broker = await startRabbitmq();
const missing = 'unavailable' in broker ? broker.unavailable : undefined;
const amqpUrl = 'url' in broker ? broker.url : '';
afterAll(async () => {
  if ('stop' in broker) await broker.stop();
});

const effects = { name: 'effects', up: 'create table effects (seq bigserial, key text, n int)', down: '' };

let fresh: FreshDatabase;
let orders: Database;
let events: Database;
let life: ReturnType<typeof lifetime>;

beforeEach(async () => {
  fresh = await freshDatabase();
  const { url } = fresh;
  await migrate({ url, schema: 'orders', migrations: [outboxMigration, outboxCauses] });
  await migrate({ url, schema: 'events', migrations: [inboxMigration, heldMessagesMigration, heldCauses, effects] });
  orders = openDatabase({ url, schema: 'orders' });
  events = openDatabase({ url, schema: 'events' });
  life = lifetime();
});
afterEach(async () => {
  await life.close();
  await orders.end();
  await events.end();
  await fresh.drop();
  await deleteQueues();
});

const queuesOf = (partitions: number) => queueNames('events', { topic: 'change', partitions });

/** Each test starts with an empty broker. */
async function deleteQueues(): Promise<void> {
  const model = await connect(amqpUrl);
  const channel = await model.createChannel();
  for (const queue of [8, 16, 32].flatMap(queuesOf)) await channel.deleteQueue(queue);
  await model.close();
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(20);
}

/** The `n`th change of one resource. */
const change = (key: string, n: number): OutgoingMessage =>
  resourceChanged('order', 'update', {
    ids: { order_id: String(n), location_id: key, account_id: 'account' },
    place: { account_id: 'account', location_id: key, timezone: 'UTC' },
    cause: { ...noRequest, client_id: null, now: new Date() },
  });

const openBus = async (service: 'orders' | 'events', partitions: number): Promise<Bus> => {
  const bus = await connectBus({
    service,
    instance: newId(),
    amqpUrl,
    partitions,
    addresses: {},
    ...keysOf(service),
    log,
  });
  return life.opened(bus, (opened) => opened.close());
};

type Replica = { close(): Promise<void> };
type StartReplica = (partitions: number) => Promise<Replica>;

/** A replica of a service that publishes changes. */
const startOrders: StartReplica = async (partitions) => {
  const bus = await openBus('orders', partitions);
  const relay = life.opened(startRelay({ db: orders, schema: 'orders', bus, log, pollMs: 50 }), (open) => open.close());
  return {
    async close() {
      await relay.close();
      await bus.close();
    },
  };
};

/** Writes a row per change. */
const writing = consumer('change', async (messages, _deps: object, trx) => {
  for (const { key, body } of messages) {
    await trx.query('insert into effects (key, n) values ($1, $2)', [key, Number(body.ids['order_id'])]);
  }
  return undefined;
});

/** A replica of the consumer. */
const startEvents: StartReplica = async (partitions) => {
  const own = lifetime();
  life.opened(own, ({ close }) => close());
  const bus = own.opened(await openBus('events', partitions), (open) => open.close());
  await startConsuming([writing], {
    db: events,
    bus,
    life: own,
    log,
    park: () => Promise.reject(new Error()),
    now: () => new Date(),
    inboxDays: 30,
    deps: {},
  });
  return own;
};

const keys = Array.from({ length: 40 }, (_, n) => `location-${n}`);

/** Changes every resource again and again until `stop`. Returns how often. */
function startLoad() {
  let stopped = false;
  async function run(): Promise<number> {
    for (let n = 0; ; n++) {
      if (stopped) return n;
      await transaction(orders, (trx) => record(trx, ...keys.map((key) => change(key, n))));
    }
  }
  const running = run();
  return () => {
    stopped = true;
    return running;
  };
}

const countEffects = async () =>
  (await events.query<{ n: number }>('select count(*)::int as n from effects')).rows[0]?.n;

/** The numbers of each resource's changes, in the order of their effects. */
async function effectsByKey(): Promise<Map<string, number[]>> {
  const { rows } = await events.query<{ key: string; numbers: number[] }>(
    'select key, array_agg(n order by seq) as numbers from effects group by key',
  );
  return new Map(rows.map(({ key, numbers }) => [key, numbers]));
}

test('RabbitMQ is available, or this machine may do without', () => {
  if (missing && process.env['CI'] === 'true') throw new Error(missing);
});

const describeBroker = missing ? describe.skip : describe;

describeBroker(`over RabbitMQ${missing ? `: ${missing}` : ''}`, () => {
  test('replicas restart with 16 partitions, then with 8 again: each change takes effect once, in order', async () => {
    const starts = [startEvents, startOrders, startOrders, startEvents];
    const replicas = await Promise.all(starts.map((start) => start(8)));
    const stopLoad = startLoad();
    for (const [partitions, places] of [
      [16, [1, 0, 3, 2]],
      [8, [0, 2, 1, 3]],
    ] as const) {
      for (const place of places) {
        await sleep(700);
        await replicas[place]?.close();
        await sleep(300);
        replicas[place] = await starts[place]!(partitions);
      }
    }
    const rounds = await stopLoad();
    await until(async () => (await countEffects()) === rounds * keys.length);
    const numbers = Array.from({ length: rounds }, (_, n) => n);
    expect(await effectsByKey()).toEqual(new Map(keys.map((key) => [key, numbers])));
    expect((await orders.query('select from outbox')).rowCount).toBe(0);
  }, 360_000);

  test('a turn waits until the queues of another number of partitions are handled; other topics do not', async () => {
    const { promise: held, resolve: end } = deferred<undefined>();
    const arrived: string[] = [];
    const handle = async (messages: Message<'change'>[]) => {
      await held;
      arrived.push(...messages.map(({ body }) => String(body.ids['order_id'])));
    };
    const consuming = await openBus('events', 8);
    await consuming.subscribe({ topics: ['change'], handle });
    const before = await openBus('orders', 8);
    expect((await before.publish([1, 2].map((n) => change('place', n)))).stored).toHaveLength(2);

    const after = await openBus('orders', 16);
    after.takeTurn?.();
    const customerOrder = message('customer.order', 'c', {
      account_id: 'account',
      customer_id: 'c',
      customer_list_id: 'list',
      order_id: 'order',
    } as never);
    const third = change('place', 3);
    expect(await after.publish([third, customerOrder])).toEqual({
      stored: [customerOrder.id],
      rejected: [],
      failure: expect.stringContaining('earlier messages wait'),
    });
    end(undefined);
    await until(async () => (await after.publish([third])).stored.length === 1);
    await until(() => arrived.length === 3);
    expect(arrived).toEqual(['1', '2', '3']);

    // The process before publishes again: the other one may have published meanwhile.
    before.takeTurn?.();
    await until(async () => (await before.publish([change('place', 4)])).stored.length === 1);
    await until(() => arrived.length === 4);
    expect(arrived).toEqual(['1', '2', '3', '4']);
  });

  test('a replica that starts later gets its share of the queues, and messages stay in order', async () => {
    const arrived: Message<'change'>[] = [];
    const keysOf: [Set<string>, Set<string>] = [new Set(), new Set()];
    for (const own of keysOf) {
      const bus = await openBus('events', 8);
      const handle = async (messages: Message<'change'>[]) => {
        arrived.push(...messages);
        for (const { key } of messages) own.add(key);
      };
      await bus.subscribe({ topics: ['change'], handle });
    }
    const sender = await openBus('orders', 8);
    let sent = 0;
    // The keys are in all eight queues.
    for (; keysOf[1].size < keys.length / 4 && sent < 3_000; sent++) {
      await sender.publish(keys.map((key) => change(key, sent)));
      await sleep(10);
    }
    await until(() => new Set(arrived.map(({ id }) => id)).size === sent * keys.length);
    expect(keysOf[1].size).toBeGreaterThanOrEqual(keys.length / 4);
    // A message that arrives twice is ignored the second time.
    const first = [...new Map(arrived.toReversed().map((message) => [message.id, message])).values()].toReversed();
    const numbers = Array.from({ length: sent }, (_, n) => n);
    for (const key of keys) {
      const inOrder = first.filter((message) => message.key === key).map(({ body }) => Number(body.ids['order_id']));
      expect(inOrder).toEqual(numbers);
    }
  }, 360_000);

  test('messages stay in order when their reader stops in the middle of them', async () => {
    const sender = await openBus('orders', 8);
    const sent = Array.from({ length: 2_000 }, (_, n) => change('place', n));
    await sender.publish(sent);
    const arrived: number[] = [];
    const handle = async (messages: Message<'change'>[]) => {
      await sleep(20);
      arrived.push(...messages.map(({ body }) => Number(body.ids['order_id'])));
    };
    const first = await openBus('events', 8);
    await first.subscribe({ topics: ['change'], handle });
    const second = await openBus('events', 8);
    await second.subscribe({ topics: ['change'], handle });
    await until(() => arrived.length > 0);
    await first.close();
    await until(() => new Set(arrived).size === sent.length);
    expect([...new Set(arrived)]).toEqual(sent.map((_, n) => n));
  });
});
