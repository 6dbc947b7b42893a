/**
 * The exchanges and queues in the broker, named after topics.ts:
 * - the topic exchange `order-hub`; routing key `<topic>.<partition>`;
 * - per consumer and topic a quorum queue `<consumer>.<topic>`, or one per partition, `<consumer>.<topic>.<partition>`; one
 *   replica at a time reads it, so that messages with the same key stay in order;
 * - per consumer `<consumer>.dead`, for messages it rejected and has not parked in its outbox yet;
 * - per listening process a queue that is deleted with its connection.
 */
import type { Channel } from 'amqplib';
import type { ServiceName } from '../../process/neighbours.ts';
import { termsOf, type Topic } from '../../contracts/topics.ts';

export const exchange = 'order-hub';
const deadExchange = 'order-hub.dead';

/**
 * How often a message is redelivered before it is dead-lettered. consume.ts rejects a bad message after three tries. This
 * limit stops only a message that crashes the process each time, and must allow for many restarts in an outage.
 */
const deliveryLimit = 100;

export const routingKey = (topic: Topic, partition: number) => `${topic}.${partition}`;

function queueName(consumer: ServiceName, topic: Topic, partition: number): string {
  return termsOf(topic).partitions === 1 ? `${consumer}.${topic}` : `${consumer}.${topic}.${partition}`;
}

/** The queues of a consumer's topic. */
export function queueNames(consumer: ServiceName, topic: Topic): string[] {
  return Array.from({ length: termsOf(topic).partitions }, (_, partition) => queueName(consumer, topic, partition));
}

/** The partition of a key: FNV-1a, the same in every process and release. */
export function partitionOf(topic: Topic, key: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % termsOf(topic).partitions;
}

/** The queue of the messages that a consumer rejected. */
export const deadLetterQueue = (consumer: ServiceName) => `${consumer}.dead`;

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
export async function declareTopic(channel: Channel, topic: Topic): Promise<void> {
  const { consumers, partitions } = termsOf(topic);
  await channel.assertExchange(exchange, 'topic', { durable: true });
  for (const consumer of consumers) {
    await declareDeadLetters(channel, consumer);
    for (let partition = 0; partition < partitions; partition++) {
      const queue = queueName(consumer, topic, partition);
      await channel.assertQueue(queue, { durable: true, arguments: queueArguments(consumer) });
      await channel.bindQueue(queue, exchange, routingKey(topic, partition));
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
