import { afterAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ChannelModel } from 'amqplib';
import type { ServiceName } from '../src/process/neighbours.ts';
import { topics } from '../src/contracts/topics.ts';
import { newId } from '../src/values/ids.ts';
import { silentLog } from '../src/process/log.ts';
import { deferred } from '../src/process/slots/waiting.ts';
import {
  connectBus,
  type Bus,
  type BusOptions,
  type Message,
  type OutgoingMessage,
  type RejectedMessage,
} from '../src/messages/bus/bus.ts';
import { keysOf } from '@order-hub/testing/keys';
import { startRabbitmq } from '@order-hub/testing/rabbitmq';

const broker = await startRabbitmq();
const missing = 'unavailable' in broker ? broker.unavailable : undefined;
const url = 'url' in broker ? broker.url : '';
const closers: (() => Promise<void>)[] = [];

const openBus = async (service: ServiceName, options: Pick<BusOptions, 'park'> = {}): Promise<Bus> => {
  const bus = await connectBus({
    service,
    instance: newId(),
    amqpUrl: url,
    addresses: {},
    ...keysOf(service),
    log: silentLog,
    ...options,
  });
  closers.push(() => bus.close());
  return bus;
};

const location = (id: string): OutgoingMessage => ({
  id: newId(),
  topic: 'location',
  key: id,
  body: JSON.stringify({ id, account_id: 'account' }),
});

/** Caused by a request that is traced. */
const cause = { request_id: 'request-1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

const anonymised = (customer_id: string): OutgoingMessage => ({
  ...cause,
  id: newId(),
  topic: 'customer.anonymised',
  key: customer_id,
  body: JSON.stringify({ account_id: 'account', customer_list_id: 'list', customer_id }),
});

const change = (location_id: string, order_id: string): OutgoingMessage => ({
  id: newId(),
  topic: 'change',
  key: location_id,
  body: JSON.stringify(
    topics.change.body.parse({
      resource_type: 'order',
      event_type: 'create',
      created_at: new Date().toISOString(),
      client_id: null,
      account_id: 'account',
      location_id,
      timezone: 'UTC',
      ids: { order_id, location_id, account_id: 'account' },
      previous_state: null,
      new_state: '{}',
      previous_private_refs: null,
      private_refs: null,
      state_change: null,
    }),
  ),
});

/** Waits until `isDone`, limited by the test's timeout alone. */
async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(20);
}

/** Publishes as the relay does: resends messages that were not stored. */
async function publishAll(bus: Bus, messages: OutgoingMessage[]): Promise<void> {
  let rest = messages;
  while (rest.length > 0) {
    const { stored } = await bus.publish(rest);
    rest = rest.filter(({ id }) => !stored.includes(id));
    if (rest.length > 0) await sleep(100);
  }
}

const ids = (messages: { id: string }[]) => messages.map(({ id }) => id);

/** The messages in order of first arrival: delivery is at least once. */
const firstArrivals = (arrived: Message[], of: OutgoingMessage[]) => {
  const wanted = new Set(ids(of));
  return [...new Set(ids(arrived))].filter((id) => wanted.has(id));
};

async function withModel<T>(work: (model: ChannelModel) => Promise<T>): Promise<T> {
  const model = await connect(url);
  try {
    return await work(model);
  } finally {
    await model.close();
  }
}

/** Deletes every queue, so that each test starts with an empty broker. */
const wipe = () =>
  withModel(async (model) => {
    const channel = await model.createChannel();
    const queues = [
      'events.connection',
      'events.customer.anonymised',
      'orders.customer.anonymised',
      'events.dead',
      'orders.dead',
    ];
    for (let partition = 0; partition < 8; partition++) queues.push(`events.change.${partition}`);
    for (const queue of queues) await channel.deleteQueue(queue);
  });

/**
 * RabbitMQ 3.10 that is killed within moments of making a quorum queue can come back with that queue lacking a leader
 * for good ("leader not known" in its log). That is not what these tests are about.
 */
const settle = () => sleep(6_000);

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

afterAll(async () => {
  await closeAll();
  if ('stop' in broker) await broker.stop();
});

test('RabbitMQ is available, or this machine may do without', () => {
  if (missing && process.env['CI'] === 'true') throw new Error(missing);
});

const describeBroker = missing ? describe.skip : describe;

describeBroker(`the bus over RabbitMQ${missing ? `: ${missing}` : ''}`, () => {
  const fresh = async (): Promise<void> => {
    await closeAll();
    await wipe();
  };

  test('messages published before their consumer ever ran arrive, in order per key', async () => {
    await fresh();
    const sender = await openBus('orders');
    const sent = Array.from({ length: 900 }, (_, n) => change(`location-${n % 7}`, `order-${n}`));
    expect((await sender.publish(sent)).stored.sort()).toEqual(ids(sent).sort());

    const receiver = await openBus('events');
    const arrived: Message<'change'>[] = [];
    await receiver.subscribe({ topics: ['change'], handle: async (messages) => void arrived.push(...messages) });
    await until(() => arrived.length === sent.length);
    for (let n = 0; n < 7; n++) {
      const key = `location-${n}`;
      expect(ids(arrived.filter((message) => message.key === key))).toEqual(
        ids(sent.filter((message) => message.key === key)),
      );
    }
    expect(JSON.stringify(arrived[0]?.body.ids)).toBe(
      JSON.stringify({
        order_id: arrived[0]?.body.ids['order_id'],
        location_id: arrived[0]?.key,
        account_id: 'account',
      }),
    );
    expect(sender.isReady() && receiver.isReady()).toBe(true);
  });

  test('messages that can never be sent are rejected, the others stored', async () => {
    await fresh();
    const sender = await openBus('customers');
    const good = anonymised('good');
    const published = await sender.publish([
      { ...good, id: 'unknown', topic: 'weather' as 'location' },
      { ...good, id: 'huge', body: 'x'.repeat(16 * 1024 * 1024) },
      good,
    ]);
    expect(published.stored).toEqual([good.id]);
    expect(ids(published.rejected)).toEqual(['unknown', 'huge']);
  });

  test('a message without a queue does not count as stored; the queue is declared again', async () => {
    await fresh();
    const sender = await openBus('customers');
    await publishAll(sender, [anonymised('first')]);
    await wipe();
    const second = anonymised('second');
    const { stored, failure } = await sender.publish([second]);
    expect(stored).toEqual([]);
    expect(failure).toContain('no queue');
    expect((await sender.publish([second])).stored).toEqual([second.id]);
  });

  test('a message that cannot be handled becomes a dead letter of its consumer; the others are handled', async () => {
    await fresh();
    const sender = await openBus('customers');
    const receiver = await openBus('events');
    const arrived: Message<'customer.anonymised'>[] = [];
    await receiver.subscribe({
      topics: ['customer.anonymised'],
      handle: async (messages) => {
        if (messages.some(({ body }) => body.customer_id === 'poison')) throw new Error('poison');
        arrived.push(...messages);
      },
    });
    const malformed = { ...anonymised('malformed'), body: '{"customer_id":' };
    const sent = [anonymised('a'), anonymised('poison'), malformed, anonymised('b')];
    await publishAll(sender, sent);
    await until(() => arrived.some(({ id }) => id === sent[3]?.id));
    expect(firstArrivals(arrived, sent)).toEqual([sent[0]?.id, sent[3]?.id]);
    const dead = await withModel(async (model) => {
      const channel = await model.createChannel();
      await until(async () => (await channel.checkQueue('events.dead')).messageCount === 2);
      const found = [
        await channel.get('events.dead', { noAck: true }),
        await channel.get('events.dead', { noAck: true }),
      ];
      return found.map((message) => message && String(message.properties.messageId));
    });
    expect(dead.sort()).toEqual([sent[1]?.id, malformed.id].sort());
  });

  test('a consumer parks its dead letters, older ones too, as soon as it can', async () => {
    await fresh();
    const sender = await openBus('customers');
    const handle = async (messages: Message<'customer.anonymised'>[]) => {
      if (messages.some(({ body }) => body.customer_id.startsWith('poison'))) throw new Error('poison');
    };
    const before = await openBus('events');
    await before.subscribe({ topics: ['customer.anonymised'], handle });
    const malformed = { ...anonymised('malformed'), body: '{"customer_id":' };
    const first = [anonymised('poison 1'), malformed];
    await publishAll(sender, first);
    const inDeadQueue = (count: number) =>
      withModel(
        async (model) => (await (await model.createChannel()).checkQueue('events.dead')).messageCount === count,
      );
    await until(() => inDeadQueue(2));
    await before.close();

    const parked: RejectedMessage[] = [];
    let tries = 0;
    const park = async (rejected: readonly RejectedMessage[]) => {
      if (++tries < 4) throw new Error('the database is unavailable');
      parked.push(...rejected);
    };
    const after = await openBus('events', { park });
    await after.subscribe({ topics: ['customer.anonymised'], handle });
    const second = anonymised('poison 2');
    await publishAll(sender, [second, anonymised('good')]);
    await until(() => new Set(ids(parked)).size === 3 && inDeadQueue(0));
    for (const { id, topic, key, body } of first) {
      const reason = 'events.customer.anonymised: rejected, version 1';
      expect(parked.find((letter) => letter.id === id)).toEqual({ id, topic, key, body, reason, ...cause });
    }
    expect(parked.find(({ id }) => id === second.id)).toMatchObject({ key: second.key, body: second.body });
  });

  test('a message is parked at once, with the reason for which it was rejected', async () => {
    await fresh();
    const sender = await openBus('customers');
    const parked: RejectedMessage[] = [];
    const receiver = await openBus('events', { park: async (rejected) => void parked.push(...rejected) });
    const arrived: Message<'customer.anonymised'>[] = [];
    await receiver.subscribe({
      topics: ['customer.anonymised'],
      handle: async (messages) => {
        if (messages.some(({ body }) => body.customer_id === 'poison')) throw new Error('no room for poison');
        arrived.push(...messages);
      },
    });
    const [poison, good] = [anonymised('poison'), anonymised('good')];
    await publishAll(sender, [poison, good]);
    await until(() => ids(arrived).includes(good.id) && parked.length > 0);
    expect(parked).toEqual([{ ...poison, reason: 'no room for poison' }]);
    expect(arrived).toMatchObject([{ id: good.id, ...cause }]);
    expect(await receiver.queueDepths?.()).toEqual(
      new Map([
        ['events.customer.anonymised', 0],
        ['events.dead', 0],
      ]),
    );
  });

  test('while the database is unavailable a batch is held, not rejected', async () => {
    await fresh();
    const sender = await openBus('customers');
    const receiver = await openBus('events');
    const arrived: Message[] = [];
    let tries = 0;
    await receiver.subscribe({
      topics: ['customer.anonymised'],
      handle: async (messages) => {
        if (++tries < 4) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        arrived.push(...messages);
      },
    });
    const sent = [anonymised('a')];
    await publishAll(sender, sent);
    await until(() => arrived.length > 0);
    expect(ids(arrived)).toEqual(ids(sent));
  });

  test('a service knows how many messages wait in its queues', async () => {
    await fresh();
    const { promise: held, resolve: end } = deferred<undefined>();
    const orders = await openBus('orders');
    await orders.subscribe({ topics: ['customer.anonymised'], handle: () => held });
    const customers = await openBus('customers');
    await publishAll(
      customers,
      Array.from({ length: 450 }, (_, n) => anonymised(`customer ${n}`)),
    );
    // Two batches of 200 are with the consumer.
    const depths = async () => Object.fromEntries((await orders.queueDepths?.()) ?? []);
    await until(async () => (await depths())['orders.customer.anonymised'] === 50);
    expect(await depths()).toEqual({ 'orders.customer.anonymised': 50, 'orders.dead': 0 });
    expect(await customers.queueDepths?.()).toEqual(new Map());
    end(undefined);
    await until(async () => (await depths())['orders.customer.anonymised'] === 0);
    await orders.close();
    await expect(orders.queueDepths?.()).rejects.toThrow('no connection');
  });

  test('every instance receives a broadcast, even if none listened before', async () => {
    await fresh();
    const sender = await openBus('auth');
    const missed = location('missed');
    expect((await sender.publish([missed])).stored).toEqual([missed.id]);
    const received: string[][] = [[], []];
    for (const list of received) {
      const gateway = await openBus('gateway');
      await gateway.subscribe({
        topics: ['connection', 'location'],
        handle: async (messages) => void list.push(...ids(messages)),
      });
    }
    const sent = [location('a'), location('b')];
    await publishAll(sender, sent);
    await until(() => received.every((list) => list.length >= 2));
    expect(received).toEqual([ids(sent), ids(sent)]);
  });

  test('a service cannot subscribe to a topic of others', async () => {
    const bus = await openBus('catalog');
    await expect(bus.subscribe({ topics: ['change'], handle: async () => undefined })).rejects.toThrow('not meant for');
  });

  test('close lets the running batch finish, and it is not delivered again', async () => {
    await fresh();
    const sender = await openBus('customers');
    const receiver = await openBus('events');
    let started = false;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const handled: string[] = [];
    await receiver.subscribe({
      topics: ['customer.anonymised'],
      handle: async (messages) => {
        started = true;
        await finished;
        handled.push(...ids(messages));
      },
    });
    const sent = [anonymised('a')];
    await publishAll(sender, sent);
    await until(() => started);
    const closed = receiver.close();
    finish();
    await closed;
    expect(handled).toEqual(ids(sent));
    const left = await withModel(async (model) =>
      (await model.createChannel()).checkQueue('events.customer.anonymised'),
    );
    expect(left.messageCount).toBe(0);
  });

  const testOwnNode = 'kill' in broker && broker.kill ? test : test.skip;

  testOwnNode(
    'kill -9 of the broker loses nothing and keeps the order',
    async () => {
      await fresh();
      const sender = await openBus('orders');
      const receiver = await openBus('events');
      const gateway = await openBus('gateway');
      const arrived: Message[] = [];
      let gaps = 0;
      await receiver.subscribe({ topics: ['change'], handle: async (messages) => void arrived.push(...messages) });
      await gateway.subscribe({ topics: ['location'], handle: async () => undefined, onGap: () => gaps++ });
      const gapsBefore = gaps;
      const before = Array.from({ length: 300 }, (_, n) => change('location', `before-${n}`));
      await publishAll(sender, before);

      await settle();
      if ('kill' in broker) await broker.kill?.();
      await until(() => !sender.isReady() && !receiver.isReady());
      const during = Array.from({ length: 300 }, (_, n) => change('location', `during-${n}`));
      const away = await sender.publish(during);
      expect(away.stored).toEqual([]);
      expect(away.failure).toBeTruthy();
      const published = publishAll(sender, during);
      if ('start' in broker) await broker.start?.();
      await published;

      await until(() => new Set(ids(arrived)).size === 600);
      expect(firstArrivals(arrived, [...before, ...during])).toEqual(ids([...before, ...during]));
      await until(() => gaps > gapsBefore && sender.isReady() && receiver.isReady() && gateway.isReady());
    },
    180_000,
  );

  testOwnNode(
    'a bus opened while the broker is unavailable starts once it is available',
    async () => {
      await fresh();
      if ('kill' in broker) await broker.kill?.();
      const sender = await openBus('customers');
      const receiver = await openBus('events');
      const arrived: Message[] = [];
      await receiver.subscribe({
        topics: ['customer.anonymised'],
        handle: async (messages) => void arrived.push(...messages),
      });
      expect(sender.isReady() || receiver.isReady()).toBe(false);
      if ('start' in broker) await broker.start?.();
      const sent = [anonymised('a')];
      await publishAll(sender, sent);
      await until(() => arrived.length > 0);
      expect(ids(arrived)).toEqual(ids(sent));
    },
    180_000,
  );
});
