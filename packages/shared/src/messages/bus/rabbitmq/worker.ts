import { setImmediate as nextTick } from 'node:timers/promises';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import { settledWithin } from '../../../process/slots/waiting.ts';
import { batchMax } from '../consume.ts';
import type { Rejection } from '../port.ts';
import { isProbe } from './queues/probes.ts';
import { watchChannel } from './link.ts';

/** Two batches: one being handled, one waiting. */
const prefetch = 2 * batchMax;
const closeTimeoutMs = 2_000;

/** Reads one queue, in order, batch by batch. */
export type Worker = {
  /** Whether it was given messages since the last call. */
  hasRead(): boolean;
  /** Lets the running batch finish, and stops reading. */
  stop(): Promise<void>;
};

type WorkerOptions = {
  model: ChannelModel;
  queue: string;
  /** Handles a batch, in order, and returns the rejections. */
  handle(batch: readonly ConsumeMessage[]): Promise<readonly Rejection[]>;
  /** Answers a probe. Throws when it cannot; then the broker sends the probe again. */
  echo(probe: ConsumeMessage): void;
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

/** Handles the messages of a batch, then answers the probes among them. Returns the rejections. */
async function handleBatch(batch: readonly ConsumeMessage[], { handle, echo }: WorkerOptions) {
  const messages = batch.filter((message) => !isProbe(message));
  const rejections = messages.length > 0 ? await handle(messages) : [];
  for (const probe of batch.filter(isProbe)) echo(probe);
  return rejections;
}

/** Starts reading `queue` on a channel of its own, so that "acknowledge all up to" covers this queue only. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { model, queue, signal, fail } = options;
  const channel = await model.createChannel();
  let stopped = false;
  let hasRead = false;
  watchChannel(channel, (reason) => !stopped && fail(reason));
  await channel.prefetch(prefetch);
  const waiting: ConsumeMessage[] = [];
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Lets all messages of one socket read join the batch.
    await nextTick();
    while (waiting.length > 0 && !stopped && !signal.aborted) {
      const batch = waiting.splice(0, batchMax);
      settle(channel, batch, await handleBatch(batch, options));
    }
  }

  function onMessage(message: ConsumeMessage | null): void {
    if (stopped) return;
    if (!message) return fail(`the broker cancelled the consumer of ${queue}`);
    hasRead = true;
    waiting.push(message);
    running ??= work()
      .catch((error: Error) => fail(error.message))
      .finally(() => (running = undefined));
  }

  // An error of a channel that is closed already is one of the promise.
  const closeChannel = async () => channel.close();

  await channel.consume(queue, onMessage);
  return {
    hasRead() {
      const was = hasRead;
      hasRead = false;
      return was;
    },
    async stop() {
      stopped = true;
      await running;
      // Not `cancel`: the next reader would get later messages at once, and those that wait here only after them.
      await settledWithin(closeTimeoutMs, closeChannel());
    },
  };
}
