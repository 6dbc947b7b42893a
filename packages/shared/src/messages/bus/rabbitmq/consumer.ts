import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { ServiceName } from '../../../process/neighbours.ts';
import { termsOf, type Topic } from '../../../contracts/topics.ts';
import type { Log } from '../../../process/log.ts';
import { consume } from '../consume.ts';
import { openQueues, type Handle } from './queues/open-queues.ts';
import { parkHolding, parkRejected, type Park } from './queues/park-dead-letters.ts';
import type { Subscription } from '../port.ts';
import { queueDepthsOf } from './depths.ts';
import { keepLink, type Link, type Session } from './link.ts';
import { checkedLetters, checkedMessages, type AuthorCheck } from './messages.ts';
import {
  deadLetterQueue,
  declareListener,
  declareConsumed,
  otherPartitionings,
  partitioningOf,
  queueNames,
} from './topology.ts';

type ConsumingSession = Session & {
  start(subscription: Subscription): Promise<void>;
  /** The subscriptions whose queues are being read. */
  started: Set<Subscription>;
  fail: (reason: string) => void;
  /** How many messages wait in each queue that outlasts this process. */
  depths(): Promise<ReadonlyMap<string, number>>;
};

type ConsumerOptions = AuthorCheck & {
  url: string;
  name: string;
  partitions: number | undefined;
  /** These two need a connection that publishes. They throw while there is none. */
  findKeys(keys: readonly string[]): Promise<string[]>;
  echo(probe: ConsumeMessage): void;
  log: Log;
  park: Park | undefined;
};

const isDurable = (service: ServiceName, topic: Topic) => termsOf(topic).consumers.includes(service);
const consumes = (service: ServiceName) => (subscription: Subscription) =>
  subscription.topics.some((topic) => isDurable(service, topic));

/**
 * Declares the queues that a subscription reads. `own`: those that outlast this process. `others`: the other numbers of
 * partitions, whose queues may not exist.
 */
async function declareQueues({ service, partitions }: ConsumerOptions, model: ChannelModel, topics: readonly Topic[]) {
  const durable = topics.filter((topic) => isDurable(service, topic));
  const broadcast = topics.filter((topic) => termsOf(topic).listeners.includes(service));
  const partitionings = durable.map((topic) => partitioningOf(topic, partitions));
  for (const partitioning of partitionings) await declareConsumed(model, partitioning, service);
  const own = partitionings.flatMap((partitioning) => queueNames(service, partitioning));
  const others = partitionings.flatMap(otherPartitionings);
  const listener = broadcast.length > 0 ? [await declareListener(model, broadcast)] : [];
  return { own, others, listener };
}

function openSession(options: ConsumerOptions, model: ChannelModel, fail: (reason: string) => void) {
  const { service, findKeys, echo, log, park } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const queues = openQueues({ model, service, findKeys, echo, signal, fail, log });
  const started = new Set<Subscription>();
  const policy = { whenUnavailable: 'hold', signal, log } as const;
  let parking = false;

  const session: ConsumingSession = {
    async start(subscription) {
      const { own, others, listener } = await declareQueues(options, model, subscription.topics);
      const handle: Handle = async (batch) => {
        const { taken, rejections } = checkedMessages(batch, options, log);
        return parkRejected(park, batch, [...rejections, ...(await consume(subscription, taken, policy))]);
      };
      // In parallel: a quorum queue without a leader does not answer, and must not block the others.
      await Promise.all([...own, ...listener].map((queue) => queues.read(queue, handle)));
      if (own.length > 1) queues.keepReading(own, others, handle);
      started.add(subscription);
      subscription.onGap?.();
      if (park && !parking && consumes(service)(subscription)) {
        parking = true;
        // Not awaited: nothing waits for a dead letter.
        queues
          .read(deadLetterQueue(service), (batch) => parkHolding(park, checkedLetters(batch, options, log), policy))
          .catch((error: Error) => fail(error.message));
      }
    },
    started,
    fail,
    depths() {
      // Not the queue of a listener, which the broker names.
      const lasting = queues.names().filter((queue) => queue.startsWith(`${service}.`));
      return queueDepthsOf(model, [...new Set([...lasting, deadLetterQueue(service)])]);
    },
    async stop() {
      stopping.abort();
      await queues.stop();
    },
  };
  return Promise.resolve(session);
}

/** How many messages wait in each queue of a consumer. Throws without a connection. */
async function depthsOf(session: ConsumingSession | undefined, isConsuming: boolean) {
  if (!isConsuming) return new Map<string, number>();
  if (!session) throw new Error('no connection to the broker');
  return session.depths();
}

/** The receiving half of the bus. Connects at the first subscription. */
export function openConsumer(options: ConsumerOptions) {
  const { url, name, service, log } = options;
  const subscriptions: Subscription[] = [];
  let link: Link<ConsumingSession> | undefined;

  /** Starts a subscription on this connection. A failure closes the connection; the next one tries again. */
  async function start(session: ConsumingSession, subscription: Subscription): Promise<void> {
    try {
      await session.start(subscription);
    } catch (error) {
      session.fail((error as Error).message);
    }
  }

  const connectOnce = (): Link<ConsumingSession> =>
    (link ??= keepLink({
      url,
      name: `${name} consumes`,
      log,
      open: (model, fail) => openSession(options, model, fail),
      onConnect: (session) => Promise.all(subscriptions.map((subscription) => start(session, subscription))),
    }));

  return {
    async subscribe(subscription: Subscription): Promise<void> {
      for (const topic of subscription.topics) {
        const { consumers, listeners } = termsOf(topic);
        if (![...consumers, ...listeners].includes(service)) throw new Error(`${topic} is not meant for ${service}`);
      }
      const session = link?.current();
      subscriptions.push(subscription);
      if (session) await start(session, subscription);
      else await connectOnce().attempted;
    },
    /** Whether all subscriptions are being read. */
    isReady(): boolean {
      const started = link?.current()?.started;
      return subscriptions.every((subscription) => started?.has(subscription));
    },
    queueDepths: () => depthsOf(link?.current(), subscriptions.some(consumes(service))),
    close: async () => link?.close(),
  };
}
