/**
 * A probe is a message without content, sent to one queue. It tells a publisher whether the queue exists; and since a queue
 * is handled in order, its echo tells that all messages before it were handled.
 */
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import { deferred } from '../../../process/slots/waiting.ts';
import { newId } from '../../../values/ids.ts';
import { watchChannel } from '../rabbitmq-link.ts';

const probeType = 'probe';

/** RabbitMQ sends the messages to this name to whoever consumes it on the channel of the request. */
const replyQueue = 'amq.rabbitmq.reply-to';

export const isProbe = ({ properties }: ConsumeMessage) => properties.type === probeType;

export type Probes = {
  /** Which of the queues exist. Throws when the connection closes first. */
  findQueues(queues: readonly string[]): Promise<string[]>;
  /** Resolves once all messages that are in the queues now were handled; missing queues have none. */
  handled(queues: readonly string[]): Promise<void>;
  /** Answers a probe, once all messages before it are handled. */
  echo(probe: ConsumeMessage): void;
};

/** Opens a channel for probes, on a connection that publishes. */
export async function openProbes(model: ChannelModel, fail: (reason: string) => void): Promise<Probes> {
  const channel = await model.createConfirmChannel();
  watchChannel(channel, fail);
  const returned = new Set<string>();
  const waiting = new Map<string, () => void>();
  channel.on('return', ({ properties }) => returned.add(String(properties.messageId)));
  const onEcho = (echo: ConsumeMessage | null) => waiting.get(String(echo?.properties.correlationId))?.();
  await channel.consume(replyQueue, onEcho, { noAck: true });

  /** Resolves to whether the queue exists: the broker returns a probe of a missing queue before it confirms it. */
  function send(queue: string, id = newId()): Promise<boolean> {
    const ids = { messageId: id, correlationId: id };
    const options = { ...ids, type: probeType, replyTo: replyQueue, mandatory: true, persistent: true };
    return new Promise((resolve, reject) => {
      const settle = (error: unknown): void =>
        error ? reject(new Error('not confirmed by the broker')) : resolve(!returned.delete(id));
      channel.publish('', queue, Buffer.alloc(0), options, settle);
    });
  }

  async function handledIn(queue: string): Promise<void> {
    const id = newId();
    const { promise: echoed, resolve } = deferred<undefined>();
    waiting.set(id, () => resolve(undefined));
    if (await send(queue, id)) await echoed;
    waiting.delete(id);
  }

  return {
    async findQueues(queues) {
      const exist = await Promise.all(queues.map((queue) => send(queue)));
      return queues.filter((_, index) => exist[index]);
    },
    async handled(queues) {
      await Promise.all(queues.map(handledIn));
    },
    echo({ properties: { replyTo, correlationId } }) {
      channel.publish('', String(replyTo), Buffer.alloc(0), { correlationId: String(correlationId) });
    },
  };
}
