/** RabbitMQ with the users and rights of a deployment (docs/decisions/0102-a-broker-user-per-service.md). */
import { afterAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Channel, type ChannelModel, connect } from 'amqplib';
import { eventually } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { startRabbitmq } from '@order-hub/testing/rabbitmq';
import { termsOf, topics, type Topic } from '../src/contracts/topics.ts';
import { brokerDefinitions, brokerUsers } from '../src/messages/bus/rabbitmq/broker-rights.ts';
import { type Bus, connectBus, type OutgoingMessage } from '../src/messages/bus/bus.ts';
import { exchange, queueNames, routingKey } from '../src/messages/bus/rabbitmq/topology.ts';
import { silentLog as log } from '../src/process/log.ts';
import { openMetrics } from '../src/process/metrics.ts';
import type { ServiceName } from '../src/process/neighbours.ts';
import { newId } from '../src/values/ids.ts';

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'broker-rights-'));
const envFile = join(folder, '.env');

/** New secrets, as a deployment has them. */
function newSecrets(): Record<string, string> {
  execFileSync('sh', [root('scripts/new-env.sh'), envFile]);
  const lines = readFileSync(envFile, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
const secrets = newSecrets();
const users = execFileSync('sh', [root('deploy/rabbitmq/users.sh')], { env: secrets, encoding: 'utf8' });

/** Somebody who may look at everything, for this test. */
const salt = Buffer.from('salt');
const digest = createHash('sha256').update(salt).update('guest').digest();
const guest = {
  name: 'guest',
  password_hash: Buffer.concat([salt, digest]).toString('base64'),
  tags: ['administrator'],
};
const everything = { user: 'guest', vhost: '/', configure: '.*', write: '.*', read: '.*' };

const broker = await startRabbitmq({
  '1-users.json': users,
  '2-rights.json': readFileSync(root('deploy/rabbitmq/rights.json'), 'utf8'),
  '3-guest.json': JSON.stringify({ users: [guest], permissions: [everything] }),
});
const missing = 'unavailable' in broker ? broker.unavailable : undefined;

test('RabbitMQ is available, or this machine may do without', () => {
  if (missing && process.env['CI'] === 'true') throw new Error(missing);
});

test('rights.json is what the topics say, for each user of users.sh', () => {
  expect(JSON.parse(readFileSync(root('deploy/rabbitmq/rights.json'), 'utf8'))).toEqual(brokerDefinitions());
  expect(JSON.parse(users).users.map(({ name }: { name: string }) => name)).toEqual(brokerUsers);
});

(missing ? describe.skip : describe)('the user of a service', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
    if ('stop' in broker) await broker.stop();
    rmSync(folder, { recursive: true });
  });

  function urlOf(user: ServiceName | 'guest'): string {
    const url = new URL('url' in broker ? broker.url : '');
    url.username = user;
    url.password = user === 'guest' ? 'guest' : (secrets[`${user.toUpperCase()}_RABBITMQ_PASSWORD`] ?? '');
    return url.href;
  }

  const everyTopic = Object.keys(topics) as Topic[];
  const arrived = new Map<string, string[]>();
  const buses = new Map<ServiceName, Bus>();

  async function openBus(service: ServiceName, partitions?: number): Promise<Bus> {
    const options = {
      service,
      instance: newId(),
      amqpUrl: urlOf(service),
      partitions,
      addresses: {},
      metrics: openMetrics(),
      log,
    };
    const bus = await connectBus({ ...options, ...keysOf(service) });
    closers.push(() => bus.close());
    return bus;
  }

  /** As the service subscribes. Notes the ids of what arrives. */
  async function subscribe(service: ServiceName, bus: Bus): Promise<void> {
    const own = everyTopic.filter((topic) =>
      [...termsOf(topic).consumers, ...termsOf(topic).listeners].includes(service),
    );
    arrived.set(service, []);
    for (const topic of own) {
      const handle = async (messages: readonly { id: string }[]) =>
        void arrived.get(service)?.push(...messages.map(({ id }) => id));
      await bus.subscribe({ topics: [topic], handle });
    }
  }

  const now = new Date().toISOString();
  const of = { account_id: 'a', location_id: 'l', client_id: 'c', customer_list_id: 'l', customer_id: 'c' };
  const bodies: Record<Topic, object> = {
    change: {
      ...of,
      ...{ resource_type: 'order', event_type: 'create', created_at: now, timezone: 'UTC', ids: { order_id: 'o' } },
      ...{ previous_state: null, new_state: '{}', previous_private_refs: null, private_refs: null, state_change: null },
    },
    connection: {
      ...of,
      ...{ id: 'c', version: 1, status: 'active', token_digest: 'd', client_name: 'n', name: null, catalog_id: null },
      ...{ scope: 's', client_secret: 's' },
    },
    location: { id: 'l', account_id: 'a' },
    'customer.order': {
      ...of,
      ...{ order_id: 'o', created_at: now, total: '1.00 EUR', total_version: 1, loyalty_operations: [] },
    },
    'customer.anonymised': of,
    audit: {
      ...of,
      ...{ at: now, actor_id: null, actor_name: null, address: null, action: 'a.b', subject_id: 's', details: {} },
    },
  };
  const aMessage = (topic: Topic): OutgoingMessage => ({
    ...{ id: newId(), topic, key: newId() },
    body: JSON.stringify(bodies[topic]),
  });

  const hasArrived = (service: ServiceName, id: string) => arrived.get(service)?.includes(id) ?? false;

  /** Publishes as the relay does: again, until it is stored. */
  async function send(bus: Bus, message: OutgoingMessage): Promise<string> {
    await eventually(async () => (await bus.publish([message])).stored.length === 1);
    return message.id;
  }

  test('lets its messages wait for consumers that have never run', async () => {
    const auth = await openBus('auth');
    const sent = [aMessage('location'), aMessage('connection')];
    expect(await auth.publish(sent)).toEqual({
      stored: [],
      rejected: [],
      failure: expect.stringContaining('a consumer has never run'),
    });
  });

  test('lets it send and receive its topics, and try again what it rejected', async () => {
    for (const service of brokerUsers) {
      const bus = await openBus(service);
      buses.set(service, bus);
      await subscribe(service, bus);
      await eventually(() => bus.isReady());
    }
    for (const topic of everyTopic) {
      const { producers, consumers, listeners } = termsOf(topic);
      for (const producer of producers) {
        const id = await send(buses.get(producer)!, aMessage(topic));
        await eventually(() => [...consumers, ...listeners].every((service) => hasArrived(service, id)));
      }
      for (const consumer of consumers) {
        const id = await send(buses.get(consumer)!, aMessage(topic));
        await eventually(() => hasArrived(consumer, id));
      }
    }
    expect((await buses.get('events')?.queueDepths?.())?.get('events.dead')).toBe(0);
  });

  test('lets it change the number of partitions', async () => {
    const events = await openBus('events', 16);
    await events.subscribe({ topics: ['change'], handle: async () => undefined });
    const orders = await openBus('orders', 16);
    orders.takeTurn?.();
    await send(orders, aMessage('change'));
  });

  /** Works on a new channel of the user. Returns the code with which the broker closes it, or undefined. */
  async function refusalOf(model: ChannelModel, work: (channel: Channel) => Promise<unknown>): Promise<unknown> {
    const channel = await model.createConfirmChannel();
    const closed = new Promise((resolve) => channel.on('error', ({ code }: { code?: number }) => resolve(code)));
    try {
      await work(channel);
      await channel.waitForConfirms();
    } catch {
      return await closed;
    }
    await channel.close();
    return undefined;
  }

  const everyQueue = brokerUsers.flatMap((owner) => {
    const own = everyTopic.filter((topic) => termsOf(topic).consumers.includes(owner));
    const first = own.map((topic) => queueNames(owner, { topic, partitions: termsOf(topic).partitions })[0] ?? '');
    return (own.length > 0 ? [...first, `${owner}.dead`] : []).map((name) => ({ owner, name }));
  });

  const withModel = async <Result>(user: ServiceName | 'guest', work: (model: ChannelModel) => Promise<Result>) => {
    const model = await connect(urlOf(user));
    return work(model).finally(() => model.close());
  };

  test.each(brokerUsers)(
    '%s can send no topic of others, at no exchange, not even by another way to its queue',
    async (user) => {
      await withModel(user, async (model) => {
        const refused = (to: string, key: string) =>
          refusalOf(model, async (channel) => channel.publish(to, key, Buffer.alloc(0)));
        for (const topic of everyTopic) {
          const { producers, consumers, partitions } = termsOf(topic);
          const key = routingKey({ topic, partitions }, 0);
          const expected = [...producers, ...consumers].includes(user) ? undefined : 403;
          expect([key, await refused(exchange, key)]).toEqual([key, expected]);
        }
        for (const { name } of everyQueue) expect([name, await refused('', name)]).toEqual([name, 403]);
      });
    },
  );

  test.each(brokerUsers)(
    '%s can neither read nor delete a queue of others, nor listen to their topics',
    async (user) => {
      await withModel(user, async (model) => {
        for (const { name } of everyQueue.filter(({ owner }) => owner !== user)) {
          const works: Record<string, (channel: Channel) => Promise<unknown>> = {
            consume: (channel) => channel.consume(name, () => undefined),
            delete: (channel) => channel.deleteQueue(name),
          };
          for (const [what, work] of Object.entries(works))
            expect([what, name, await refusalOf(model, work)]).toEqual([what, name, 403]);
        }
        for (const topic of everyTopic.filter((one) => !termsOf(one).consumers.includes(user))) {
          const listen = async (channel: Channel) => {
            const { queue } = await channel.assertQueue('', { exclusive: true });
            await channel.bindQueue(queue, exchange, routingKey({ topic, partitions: 1 }, 0));
          };
          const expected = termsOf(topic).listeners.includes(user) ? expect.anything() : 403;
          expect([topic, await refusalOf(model, listen)]).toEqual([topic, expected]);
        }
        for (const name of [exchange, `${exchange}.dead`]) {
          expect([name, await refusalOf(model, (channel) => channel.deleteExchange(name))]).toEqual([name, 403]);
        }
      });
    },
  );

  test('rights.json allows exactly what exists: each queue and exchange belongs to one service', async () => {
    const { permissions } = brokerDefinitions();
    const ownersOf = (name: string) =>
      permissions.filter(({ configure }) => new RegExp(configure).test(name)).map(({ user }) => user);
    await withModel('guest', async (model) => {
      for (const { owner, name } of everyQueue) {
        expect([name, await refusalOf(model, (channel) => channel.checkQueue(name))]).toEqual([name, undefined]);
        expect([name, ownersOf(name)]).toEqual([name, [owner]]);
      }
    });
    expect([exchange, `${exchange}.dead`, 'amq.topic', ''].flatMap(ownersOf)).toEqual([]);
  });
});
