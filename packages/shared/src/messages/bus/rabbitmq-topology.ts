/**
 * The exchanges and queues in the broker, named after topics.ts:
 * - the topic exchange `order-hub`; routing key `<topic>.<partition>`;
 * - per consumer and topic a quorum queue `<consumer>.<topic>`, or one per partition, `<consumer>.<topic>.<partition>`; one
 *   replica at a time reads it, so that messages with the same key stay in order;
 * - for another number of partitions than the default, the routing key `<topic>.<partitions>.<partition>` and the queues
 *   `<consumer>.<topic>.<partitions>.<partition>`, beside those of the default (docs/scaling.md#more-partitions);
 * - per consumer `<consumer>.dead`, for messages it rejected and has not parked in its outbox yet, and `<consumer>.replicas`,
 *   by which its replicas count each other (queues/count-replicas.ts);
 * - per listening process a queue that is deleted with its connection.
 */
import type { Channel } from 'amqplib';
import type { ServiceName } from '../../process/neighbours.ts';
import { partitionsMax, termsOf, type Topic } from '../../contracts/topics.ts';

export const exchange = 'order-hub';
const deadExchange = 'order-hub.dead';

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

async function declareDeadLetters(channel: Channel, consumer: ServiceName): Promise<void> {
  const queue = deadLetterQueue(consumer);
  await channel.assertExchange(deadExchange, 'direct', { durable: true });
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(queue, deadExchange, consumer);
}

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

/** Declares the exchange and all queues of a topic. Publishers do so too, for consumers that have never run. */
export async function declareTopic(channel: Channel, partitioning: Partitioning): Promise<void> {
  await channel.assertExchange(exchange, 'topic', { durable: true });
  for (const consumer of termsOf(partitioning.topic).consumers) {
    await declareDeadLetters(channel, consumer);
    for (const [partition, queue] of queueNames(consumer, partitioning).entries()) {
      await channel.assertQueue(queue, { durable: true, arguments: queueArguments(consumer) });
      await channel.bindQueue(queue, exchange, routingKey(partitioning, partition));
    }
  }
}

/** Declares a queue of this process that receives `topics`. The broker names it, because an old one may still exist. */
export async function declareListener(channel: Channel, topics: readonly Topic[]): Promise<string> {
  await channel.assertExchange(exchange, 'topic', { durable: true });
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false });
  for (const topic of topics) await channel.bindQueue(queue, exchange, `${topic}.*`);
  return queue;
}
