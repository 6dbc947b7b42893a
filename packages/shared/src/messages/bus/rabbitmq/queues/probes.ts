/**
 * A probe is a message without content, sent to one partition of a topic. It tells whether the partition has a queue; and since a
 * queue is handled in order, its echo tells that all messages before it were handled. A topic with several partitions has one
 * consumer, so a probe has one echo. Probes and echoes go through the exchange of the messages, where the broker knows who may send
 * what: at its default exchange, whoever may send a probe may send everything to every queue.
 */
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage, Options } from 'amqplib';
import { deferred } from '../../../../process/slots/waiting.ts';
import { newId } from '../../../../values/ids.ts';
import { watchChannel } from '../link.ts';
import { declareEchoes, echoKey, exchange } from '../topology.ts';

const probeType = 'probe';

/** The queue of `declareEchoes`. Whoever sent the probe could name anything. */
const isEchoQueue = (replyTo: unknown): replyTo is string =>
  typeof replyTo === 'string' && /^amq\.gen-[\w-]{1,40}$/.test(replyTo);

export const isProbe = ({ properties }: ConsumeMessage) => properties.type === probeType;

export type Probes = {
  /** Which of the routing keys lead to a queue. Throws when the connection closes first. */
  findKeys(keys: readonly string[]): Promise<string[]>;
  /** Resolves once all messages that are in the queues of these routing keys now were handled; missing queues have none. */
  handled(keys: readonly string[]): Promise<void>;
  /** Answers a probe, once all messages before it are handled. */
  echo(probe: ConsumeMessage): void;
};

/** Publishes a message without content. Resolves once the broker confirms it. */
const publishEmpty = (channel: ConfirmChannel, key: string, options: Options.Publish) =>
  new Promise<void>((resolve, reject) => {
    const settle = (error: unknown): void => (error ? reject(new Error('not confirmed by the broker')) : resolve());
    channel.publish(exchange, key, Buffer.alloc(0), options, settle);
  });

/** Declares a queue for echoes, and consumes it. Returns its name. */
async function consumeEchoes(model: ChannelModel, channel: Channel, onEcho: (id: string) => void): Promise<string> {
  const queue = await declareEchoes(model);
  await channel.consume(queue, (echo) => onEcho(String(echo?.properties.correlationId)), { noAck: true });
  return queue;
}

/** Opens a channel for probes, on a connection that publishes. */
export async function openProbes(model: ChannelModel, fail: (reason: string) => void): Promise<Probes> {
  const channel = await model.createConfirmChannel();
  watchChannel(channel, fail);
  const returned = new Set<string>();
  const waiting = new Map<string, () => void>();
  channel.on('return', ({ properties }) => returned.add(String(properties.messageId)));
  let echoes: Promise<string> | undefined;

  /** The queue for echoes. Only who waits for one needs it. */
  const echoQueue = (): Promise<string> =>
    (echoes ??= consumeEchoes(model, channel, (id) => waiting.get(id)?.()).catch((error: unknown) => {
      echoes = undefined;
      throw error;
    }));

  /** Resolves to whether there is a queue: the broker returns a probe without one before it confirms it. */
  async function send(key: string, id: string, options: Options.Publish = {}): Promise<boolean> {
    const ids = { messageId: id, correlationId: id };
    await publishEmpty(channel, key, { ...ids, type: probeType, mandatory: true, persistent: true, ...options });
    return !returned.delete(id);
  }

  async function handledIn(key: string, replyTo: string): Promise<void> {
    const id = newId();
    const { promise: echoed, resolve } = deferred<undefined>();
    waiting.set(id, () => resolve(undefined));
    if (await send(key, id, { replyTo })) await echoed;
    waiting.delete(id);
  }

  return {
    async findKeys(keys) {
      const exist = await Promise.all(keys.map((key) => send(key, newId())));
      return keys.filter((_, index) => exist[index]);
    },
    async handled(keys) {
      if (keys.length === 0) return;
      const queue = await echoQueue();
      await Promise.all(keys.map((key) => handledIn(key, queue)));
    },
    echo({ properties: { replyTo, correlationId } }) {
      if (isEchoQueue(replyTo))
        channel.publish(exchange, echoKey(replyTo), Buffer.alloc(0), { correlationId: String(correlationId) });
    },
  };
}
