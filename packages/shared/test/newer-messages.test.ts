/** Messages that only a newer release of their consumer understands, over both buses. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { keysOf } from '@order-hub/testing/keys';
import { startRabbitmq } from '@order-hub/testing/rabbitmq';
import { connect } from 'amqplib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { topics, type TopicTerms } from '../src/contracts/topics.ts';
import { openDatabase, type Database } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { connectBus, type RejectedMessage } from '../src/messages/bus/bus.ts';
import { declareTopic, exchange, routingKey } from '../src/messages/bus/rabbitmq-topology.ts';
import { heldReading } from '../src/messages/backlog/held-metrics.ts';
import { consumer, startConsuming } from '../src/messages/consumer.ts';
import { heldCauses, heldMessagesMigration } from '../src/messages/held-messages.ts';
import { inboxMigration } from '../src/messages/inbox.ts';
import { lifetime } from '../src/process/lifetime.ts';
import { openLog } from '../src/process/log.ts';
import { serviceTokenHeader, serviceTokens } from '../src/tokens/service-token.ts';

const broker = await startRabbitmq();
const missing = 'unavailable' in broker ? broker.unavailable : undefined;
const amqpUrl = 'url' in broker ? broker.url : undefined;
afterAll(async () => {
  if ('stop' in broker) await broker.stop();
});

const topic = 'customer.anonymised';
const terms = topics[topic] as TopicTerms;

/** From here on this process is the next release. */
const upgrade = () => Object.assign(terms, { version: 2, olderBodies: { 1: terms.body } });

type Sent = { id: string; key: string; version: number };
const messageOf = ({ id, key, version }: Sent) => {
  const body = { account_id: 'account', customer_list_id: 'list', customer_id: id };
  return { id, topic, key, version, body: id.startsWith('bad') ? {} : body, request_id: `request of ${id}` };
};

let fresh: FreshDatabase;
let db: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  const migrations = [
    inboxMigration,
    heldMessagesMigration,
    heldCauses,
    { name: 'effects', up: 'create table effects (seq serial, text text)', down: '' },
  ];
  await migrate({ url: fresh.url, schema: 'orders', migrations });
  db = openDatabase({ url: fresh.url, schema: 'orders' });
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  Object.assign(terms, { version: 1, olderBodies: undefined });
  await db.end();
  await fresh.drop();
});

const parked: RejectedMessage[] = [];
const lines: Record<string, unknown>[] = [];
const log = openLog('orders', 'info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });

const writing = consumer(topic, async (messages, _deps: object, trx) => {
  for (const { id, request_id } of messages) {
    const text = request_id === `request of ${id}` ? id : `${id} without its request`;
    await trx.query('insert into effects (text) values ($1)', [text]);
  }
  return undefined;
});

/** Starts the consumer as one release runs it. */
async function startOrders(url: string | undefined) {
  const life = lifetime();
  const park = async (rejected: readonly RejectedMessage[]) => void parked.push(...rejected);
  const options = { service: 'orders', instance: 'o', amqpUrl: url, addresses: {}, ...keysOf('orders'), log } as const;
  const bus = life.opened(await connectBus({ ...options, park }), (open) => open.close());
  await startConsuming([writing], { db, bus, life, log, park, now: () => new Date(), inboxDays: 30, deps: {} });
  return { bus, close: life.close };
}

type Orders = Awaited<ReturnType<typeof startOrders>>;

/** As the customers service of any release sends them. */
const tokenFor = serviceTokens(keysOf('customers').signingKey, 'customers');
async function sendDirectly({ bus }: Orders, sent: readonly Sent[]): Promise<void> {
  const body = Buffer.from(JSON.stringify({ messages: sent.map(messageOf) }));
  expect(await bus.receive?.(await tokenFor('orders'), async () => body)).toEqual({
    status: 200,
    body: '{"rejected":[]}',
  });
}

async function sendByBroker(_orders: Orders, sent: readonly Sent[]): Promise<void> {
  const model = await connect(amqpUrl ?? '');
  const channel = await model.createConfirmChannel();
  await declareTopic(channel, { topic, partitions: 1 });
  for (const one of sent) {
    const { id, key, version, body, request_id } = messageOf(one);
    const options = { messageId: id, type: topic, persistent: true, headers: { key, version, request_id } };
    channel.publish(exchange, routingKey({ topic, partitions: 1 }, 0), Buffer.from(JSON.stringify(body)), options);
  }
  await channel.waitForConfirms();
  await model.close();
}

const effects = async () =>
  (await db.query<{ text: string }>('select text from effects order by seq')).rows.map(({ text }) => text);
const held = async () =>
  (await db.query<{ message_id: string }>('select message_id from held_messages order by seq')).rows.map(
    ({ message_id }) => message_id,
  );
/** What the metrics show. */
const shownAsHeld = async () => (await heldReading(db).read()).map(({ value }) => value);

test('RabbitMQ is available, or this machine may do without', () => {
  if (missing && process.env['CI'] === 'true') throw new Error(missing);
});

test('a message of a topic that its receiver does not know yet waits at the sender', async () => {
  const life = lifetime();
  closers.push(life.close);
  const { bus: receiver, close } = await startOrders(undefined);
  closers.push(close);
  const server = createServer((request, response) => {
    // To the receiver, the topic has another name.
    const read = async () => Buffer.from((await buffer(request)).toString().replaceAll(topic, 'topic.of.tomorrow'));
    const token = request.headers[serviceTokenHeader] as string;
    void receiver.receive?.(token, read).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  life.opened(server, async () => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = { orders: address, events: address };
  const options = { service: 'customers', instance: 'c', addresses, ...keysOf('customers'), log } as const;
  const sender = life.opened(await connectBus(options), (open) => open.close());
  const message = { id: 'x', topic, key: 'k', body: '{}' } as const;
  expect(await sender.publish([message])).toEqual({
    stored: [],
    rejected: [],
    failure: expect.stringContaining(`orders does not know ${topic} yet`),
  });
});

const buses = [
  ['the direct bus', undefined, sendDirectly],
  ...(missing ? [] : [['RabbitMQ', amqpUrl, sendByBroker] as const]),
] as const;

describe.each(buses)('over %s', (_bus, url, send) => {
  test('they wait, in order per key, stop no others, and are handled after the upgrade', async () => {
    const old = await startOrders(url);
    await send(old, [
      { id: 'a1', key: 'a', version: 1 },
      { id: 'a2', key: 'a', version: 2 },
      { id: 'b1', key: 'b', version: 1 },
      { id: 'a3', key: 'a', version: 1 },
    ]);
    await eventually(async () => (await effects()).length === 2 && (await held()).length === 2);
    // Of a later batch, and one that comes twice.
    await send(old, [
      { id: 'a4', key: 'a', version: 1 },
      { id: 'c1', key: 'c', version: 1 },
      { id: 'a2', key: 'a', version: 2 },
    ]);
    await eventually(async () => (await effects()).length === 3 && (await held()).length === 3);
    expect([await effects(), await held()]).toEqual([
      ['a1', 'b1', 'c1'],
      ['a2', 'a3', 'a4'],
    ]);
    expect(await shownAsHeld()).toEqual([3]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        topic,
        version: 2,
        msg: 'messages wait until this service is upgraded',
      }),
    );
    await old.close();

    // The same release again: they still wait.
    const again = await startOrders(url);
    await send(again, [{ id: 'd1', key: 'd', version: 1 }]);
    await eventually(async () => (await effects()).length === 4);
    expect(await held()).toEqual(['a2', 'a3', 'a4']);
    await again.close();

    upgrade();
    const next = await startOrders(url);
    closers.push(next.close);
    await eventually(async () => (await held()).length === 0);
    await send(next, [{ id: 'a5', key: 'a', version: 2 }]);
    await eventually(async () => (await effects()).length === 8);
    expect(await effects()).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'a3', 'a4', 'a5']);
    expect(await shownAsHeld()).toEqual([0]);
    expect(parked).toEqual([]);
  });

  test('a bad one among them is parked after the upgrade, and the others are handled', async () => {
    const old = await startOrders(url);
    await send(old, [
      { id: 'bad', key: 'a', version: 2 },
      { id: 'good', key: 'a', version: 2 },
    ]);
    await eventually(async () => (await held()).length === 2);
    await old.close();
    upgrade();
    const next = await startOrders(url);
    closers.push(next.close);
    await eventually(async () => (await held()).length === 0);
    expect(await effects()).toEqual(['good']);
    expect(parked.splice(0)).toEqual([expect.objectContaining({ id: 'bad', topic, key: 'a', body: '{}' })]);
  });
});
