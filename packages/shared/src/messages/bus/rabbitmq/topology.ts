/**
 * The exchanges and queues in the broker, named after topics.ts:
 * - the topic exchange `order-hub`; routing key `<topic>.<partition>`;
 * - per consumer and topic a quorum queue `<consumer>.<topic>`, or one per partition, `<consumer>.<topic>.<partition>`; one
 *   replica at a time reads it, so that messages with the same key stay in order;
 * - for another number of partitions than the default, the routing key `<topic>.<partitions>.<partition>` and the queues
 *   `<consumer>.<topic>.<partitions>.<partition>`, beside those of the default (docs/scaling.md#more-partitions);
 * - per consumer and topic an exchange `<consumer>.<topic>`, or `<consumer>.<topic>.<partitions>`, without messages: it exists once all
 *   those queues are bound, so that a publisher knows it;
 * - per consumer `<consumer>.dead`, for messages it rejected and has not parked in its outbox yet, and `<consumer>.replicas`,
 *   by which its replicas count each other (queues/count-replicas.ts);
 * - per listening process a queue that is deleted with its connection; likewise per process that waits for echoes of its
 *   probes, with the routing key `echo.<queue>` (queues/probes.ts).
 * A process declares the queues of its own service. broker-rights.ts says what the user of each service may do with all of this.
 */
import type { Channel, ChannelModel } from 'amqplib';
import type { ServiceName } from '../../../process/neighbours.ts';
import { partitionsMax, termsOf, type Topic } from '../../../contracts/topics.ts';

export const exchange = 'order-hub';
export const deadExchange = 'order-hub.dead';

/**
 * How often a message is redelivered before it is dead-lettered. consume.ts rejects a bad message after three tries. This
 * limit stops only a message that crashes the process each time, and must allow for many restarts in an outage.
 */
const deliveryLimit = 100;

/** A topic, divided into so many partitions. */
export type Partitioning = { topic: Topic; partitions: number };

/** How this process divides a topic. `partitions` applies to the topics that have several. */
export function partitioningOf(topic: Topic, partitions: number | undefined): Partitioning {
  const { partitions: fallback } = termsOf(topic);
  return { topic, partitions: fallback === 1 ? 1 : (partitions ?? fallback) };
}

/** How other processes may divide the topic: the default number of partitions, doubled any number of times. */
export function otherPartitionings({ topic, partitions }: Partitioning): Partitioning[] {
  const others: Partitioning[] = [];
  const { partitions: fallback } = termsOf(topic);
  if (fallback === 1) return others;
  for (let count = fallback; count <= partitionsMax; count *= 2)
    if (count !== partitions) others.push({ topic, partitions: count });
  return others;
}

/** `change.3`, and `change.16.3` with 16 partitions. */
function nameOfPartition({ topic, partitions }: Partitioning, partition: number): string {
  return partitions === termsOf(topic).partitions ? `${topic}.${partition}` : `${topic}.${partitions}.${partition}`;
}

export const routingKey = nameOfPartition;

/** The routing keys of all partitions. */
export const routingKeys = (partitioning: Partitioning): string[] =>
  Array.from({ length: partitioning.partitions }, (_, partition) => routingKey(partitioning, partition));

function queueName(consumer: ServiceName, partitioning: Partitioning, partition: number): string {
  const name = partitioning.partitions === 1 ? partitioning.topic : nameOfPartition(partitioning, partition);
  return `${consumer}.${name}`;
}

/** The queues of a consumer's topic. */
export function queueNames(consumer: ServiceName, partitioning: Partitioning): string[] {
  return Array.from({ length: partitioning.partitions }, (_, partition) =>
    queueName(consumer, partitioning, partition),
  );
}

/** The partition of a key: FNV-1a, the same in every process and release. */
export function partitionOf({ partitions }: Partitioning, key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}

/** The queue of the messages that a consumer rejected. */
export const deadLetterQueue = (consumer: ServiceName) => `${consumer}.dead`;

/** The queue that all replicas of a consumer consume, and that nobody sends to. */
export const replicasQueue = (consumer: ServiceName) => `${consumer}.replicas`;

const queueArguments = (consumer: ServiceName) => ({
  'x-queue-type': 'quorum',
  'x-single-active-consumer': true,
  'x-delivery-limit': deliveryLimit,
  'x-dead-letter-exchange': deadExchange,
  'x-dead-letter-routing-key': consumer,
  // Deletes a dead letter only once the other queue has it. This strategy requires reject-publish.
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

const codeOf = (error: unknown) => (error as { code?: number }).code;
const notFound = 404;

/** Whether the broker refused something that the user may not do. */
export const isRefused = (error: unknown) => codeOf(error) === 403;

/** Works on a channel of its own: the broker closes one on which it refuses something. */
async function onOwnChannel(model: ChannelModel, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const channel = await model.createChannel();
  // The error is thrown by the call that it ends.
  channel.on('error', () => undefined);
  await work(channel);
  await channel.close();
}

/** Declares what is missing. Whoever may not declare it may look whether it is there. */
async function declareMissing(model: ChannelModel, look: Declare, declare: Declare): Promise<void> {
  try {
    await onOwnChannel(model, look);
  } catch (error) {
    if (codeOf(error) !== notFound) throw error;
    await onOwnChannel(model, declare);
  }
}

type Declare = (channel: Channel) => Promise<unknown>;

const declareExchange = (model: ChannelModel, name: string, type: 'topic' | 'direct') =>
  declareMissing(
    model,
    (channel) => channel.checkExchange(name),
    (channel) => channel.assertExchange(name, type, { durable: true }),
  );

async function declareDeadLetters(channel: Channel, consumer: ServiceName): Promise<void> {
  const queue = deadLetterQueue(consumer);
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(queue, deadExchange, consumer);
}

/** An exchange without messages that says: all queues of a consumer's topic are bound. */
const boundMark = (consumer: ServiceName, { topic, partitions }: Partitioning) =>
  partitions === termsOf(topic).partitions ? `${consumer}.${topic}` : `${consumer}.${topic}.${partitions}`;

/** Declares the queues of a consumer's topic, and binds them. */
const declareQueues = (consumer: ServiceName, partitioning: Partitioning) => async (channel: Channel) => {
  await declareDeadLetters(channel, consumer);
  for (const [partition, queue] of queueNames(consumer, partitioning).entries()) {
    await channel.assertQueue(queue, { durable: true, arguments: queueArguments(consumer) });
    await channel.bindQueue(queue, exchange, routingKey(partitioning, partition));
  }
  await channel.assertExchange(boundMark(consumer, partitioning), 'direct', { durable: true });
};

/** Throws if a consumer's topic lacks a queue or a binding. */
const lookForQueues = (consumer: ServiceName, partitioning: Partitioning) => async (channel: Channel) => {
  for (const queue of queueNames(consumer, partitioning)) await channel.checkQueue(queue);
  await channel.checkExchange(boundMark(consumer, partitioning));
};

async function declareExchanges(model: ChannelModel): Promise<void> {
  await declareExchange(model, exchange, 'topic');
  await declareExchange(model, deadExchange, 'direct');
}

/** Declares what a consumer reads of a topic. */
export async function declareConsumed(model: ChannelModel, partitioning: Partitioning, consumer: ServiceName) {
  await declareExchanges(model);
  await onOwnChannel(model, declareQueues(consumer, partitioning));
}

/**
 * Declares what is missing of a topic that is published: queues of consumers that have never run, too, if its user may do that.
 * Otherwise this throws until they have run (`isRefused`).
 */
export async function declarePublished(model: ChannelModel, partitioning: Partitioning): Promise<void> {
  await declareExchanges(model);
  for (const consumer of termsOf(partitioning.topic).consumers)
    await declareMissing(model, lookForQueues(consumer, partitioning), declareQueues(consumer, partitioning));
}

/** Declares a queue that the broker names and deletes with its connection, because an old one may still exist. */
async function declareOwnQueue(model: ChannelModel, keysOf: (queue: string) => readonly string[]): Promise<string> {
  await declareExchange(model, exchange, 'topic');
  let name = '';
  await onOwnChannel(model, async (channel) => {
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
    for (const key of keysOf(queue)) await channel.bindQueue(queue, exchange, key);
    name = queue;
  });
  return name;
}

/** Declares a queue of this process that receives `topics`. */
export const declareListener = (model: ChannelModel, topics: readonly Topic[]): Promise<string> =>
  declareOwnQueue(model, () => topics.map((topic) => `${topic}.*`));

/** The routing key of the echoes for a queue. */
export const echoKey = (queue: string) => `echo.${queue}`;

/** Declares a queue of this process that receives the echoes of its probes. */
export const declareEchoes = (model: ChannelModel): Promise<string> =>
  declareOwnQueue(model, (queue) => [echoKey(queue)]);
