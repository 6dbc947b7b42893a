import { setImmediate as nextTick } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { settledWithin } from '../../process/slots/waiting.ts';
import { batchMax } from './consume.ts';
import type { Rejection } from './port.ts';
import { watchChannel } from './rabbitmq-link.ts';

/** Two batches: one being handled, one waiting. */
const prefetch = 2 * batchMax;
const cancelTimeoutMs = 2_000;

/** Reads one queue, in order, batch by batch. */
export type Worker = { stop(): Promise<void> };

type WorkerOptions = {
  model: ChannelModel;
  queue: string;
  /** Handles a batch, in order, and returns the rejections. */
  handle(batch: readonly ConsumeMessage[]): Promise<readonly Rejection[]>;
  signal: AbortSignal;
  fail: (reason: string) => void;
};

/** Rejects the rejected messages one by one, then acknowledges all others at once. */
function settle(channel: Channel, batch: readonly ConsumeMessage[], rejections: readonly Rejection[]): void {
  const rejected = new Set(rejections.map(({ id }) => id));
  const isRejected = ({ properties }: ConsumeMessage) => rejected.has(String(properties.messageId));
  for (const message of batch.filter(isRejected)) channel.reject(message, false);
  const last = batch.findLast((message) => !isRejected(message));
  if (last) channel.ack(last, true);
}

/** Starts reading `queue` on a channel of its own, so that "acknowledge all up to" covers this queue only. */
export async function startWorker({ model, queue, handle, signal, fail }: WorkerOptions): Promise<Worker> {
  const channel = await model.createChannel();
  watchChannel(channel, fail);
  await channel.prefetch(prefetch);
  const waiting: ConsumeMessage[] = [];
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Lets all messages of one socket read join the batch.
    await nextTick();
    while (waiting.length > 0 && !signal.aborted) {
      const batch = waiting.splice(0, batchMax);
      settle(channel, batch, await handle(batch));
    }
  }

  function onMessage(message: ConsumeMessage | null): void {
    if (!message) return fail(`the broker cancelled the consumer of ${queue}`);
    waiting.push(message);
    running ??= work()
      .catch((error: Error) => fail(error.message))
      .finally(() => (running = undefined));
  }

  const { consumerTag } = await channel.consume(queue, onMessage);
  return {
    /** Stops reading and lets the running batch finish. The broker requeues the rest when the connection closes. */
    async stop() {
      await settledWithin(cancelTimeoutMs, channel.cancel(consumerTag));
      await running;
    },
  };
}
