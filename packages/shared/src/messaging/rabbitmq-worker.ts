import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { settledWithin } from './back-off.ts';
import { batchMax, consume, type Incoming, type Policy } from './consume.ts';
import type { Rejection, Subscription } from './port.ts';
import { watchChannel } from './rabbitmq-link.ts';

/** Two batches: one at work, one waiting. */
const prefetch = 2 * batchMax;
const cancelTimeoutMs = 2_000;

/** Reads one queue, in order, batch by batch. */
export type Worker = { stop(): Promise<void> };

type WorkerOptions = Policy & {
  model: ChannelModel;
  queue: string;
  subscription: Subscription;
  lose: (reason: string) => void;
};

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    // Fits no topic, so the policy sets the message aside.
    return undefined;
  }
}

function incomingOf({ properties, content }: ConsumeMessage): Incoming {
  const { key, version } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    topic: String(properties.type),
    key: String(key),
    version: Number(version),
    body: parse(content),
  };
}

/** Sets the rejected messages aside one by one, then acknowledges all others up to the last at once. */
function settle(channel: Channel, batch: readonly ConsumeMessage[], rejections: readonly Rejection[]): void {
  const rejected = new Set(rejections.map(({ id }) => id));
  const isRejected = ({ properties }: ConsumeMessage) => rejected.has(String(properties.messageId));
  for (const delivery of batch.filter(isRejected)) channel.reject(delivery, false);
  const last = batch.findLast((delivery) => !isRejected(delivery));
  if (last) channel.ack(last, true);
}

/** Starts reading `queue` on a channel of its own, so that "acknowledge up to" means this queue only. */
export async function startWorker({ model, queue, subscription, lose, ...policy }: WorkerOptions): Promise<Worker> {
  const channel = await model.createChannel();
  watchChannel(channel, lose);
  await channel.prefetch(prefetch);
  const waiting: ConsumeMessage[] = [];
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Lets what came in with the same read of the socket join the batch.
    await nextTurn();
    while (waiting.length > 0 && !policy.signal.aborted) {
      const batch = waiting.splice(0, batchMax);
      settle(channel, batch, await consume(subscription, batch.map(incomingOf), policy));
    }
  }

  function onDelivery(delivery: ConsumeMessage | null): void {
    if (!delivery) return lose(`the broker took ${queue} away`);
    waiting.push(delivery);
    running ??= work()
      .catch((error: Error) => lose(error.message))
      .finally(() => (running = undefined));
  }

  const { consumerTag } = await channel.consume(queue, onDelivery);
  return {
    /** Takes no more, and lets the batch at work finish; the rest goes back to the queue with the connection. */
    async stop() {
      await settledWithin(cancelTimeoutMs, channel.cancel(consumerTag));
      await running;
    },
  };
}
