import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { ServiceName } from '../../process/neighbours.ts';
import { termsOf, type Topic } from '../../contracts/topics.ts';
import { reasonOf, type Log } from '../../process/log.ts';
import { backOffMs, pause } from '../../process/slots/waiting.ts';
import { consume, type ConsumePolicy } from './consume.ts';
import type { RejectedMessage, Rejection, Subscription } from './port.ts';
import { queueDepthsOf } from './rabbitmq-depths.ts';
import { keepLink, watchChannel, type Link, type Session } from './rabbitmq-link.ts';
import { incomingOf, rejectedOf } from './rabbitmq-messages.ts';
import { declareListener, declareTopic, deadLetterQueue, queueNames } from './rabbitmq-topology.ts';
import { startWorker, type Worker } from './rabbitmq-worker.ts';

type ConsumingSession = Session & {
  start(subscription: Subscription): Promise<void>;
  /** The subscriptions whose queues are being read. */
  started: Set<Subscription>;
  fail: (reason: string) => void;
  depthsOf(queues: readonly string[]): Promise<ReadonlyMap<string, number>>;
};

type Park = (rejected: readonly RejectedMessage[]) => Promise<void>;
type ConsumerOptions = { url: string; name: string; service: ServiceName; log: Log; park: Park | undefined };

const isDurable = (service: ServiceName, topic: Topic) => termsOf(topic).consumers.includes(service);
const isConsumer = (service: ServiceName, { topics }: Subscription) =>
  topics.some((topic) => isDurable(service, topic));

/** Declares the queues that a subscription reads, and returns their names. */
async function declareQueues(
  model: ChannelModel,
  service: ServiceName,
  topics: readonly Topic[],
  fail: (reason: string) => void,
) {
  const channel = await model.createChannel();
  watchChannel(channel, fail);
  const durable = topics.filter((topic) => isDurable(service, topic));
  const broadcast = topics.filter((topic) => termsOf(topic).listeners.includes(service));
  for (const topic of durable) await declareTopic(channel, topic);
  const queues = durable.flatMap((topic) => queueNames(service, topic));
  // The listener's queue is deleted with the connection, not with this channel.
  return broadcast.length > 0 ? [...queues, await declareListener(channel, broadcast)] : queues;
}

const parkPauses = { firstMs: 100, mostMs: 5_000 };

/** Parks dead letters. Retries until it succeeds: the broker drops a dead letter that it gets back too often. */
async function parkHolding(park: Park, letters: readonly RejectedMessage[], { signal, log }: ConsumePolicy) {
  for (let tries = 0; ; tries++) {
    try {
      await park(letters);
      return [];
    } catch (error) {
      if (tries === 0) log.warn({ reason: reasonOf(error) }, 'rejected messages wait to be parked');
      await pause(backOffMs(tries, parkPauses), signal);
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Parks messages that were just rejected, with the reason. Returns the rejections to answer the broker with: none, or all of
 * them while they cannot be parked, so that they become dead letters.
 */
async function parkRejected(
  park: Park | undefined,
  batch: readonly ConsumeMessage[],
  rejections: readonly Rejection[],
): Promise<readonly Rejection[]> {
  if (!park || rejections.length === 0) return rejections;
  const reasons = new Map(rejections.map(({ id, reason }) => [id, reason]));
  const letters = batch.map(rejectedOf).flatMap((letter) => {
    const reason = reasons.get(letter.id);
    return reason === undefined ? [] : [{ ...letter, reason }];
  });
  return park(letters).then(
    () => [],
    () => rejections,
  );
}

function openSession({ service, log, park }: ConsumerOptions, model: ChannelModel, fail: (reason: string) => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const workers: Worker[] = [];
  const started = new Set<Subscription>();
  const policy = { whenUnavailable: 'hold', signal, log } as const;
  let parking = false;

  const read = async (queue: string, handle: Parameters<typeof startWorker>[0]['handle']) =>
    workers.push(await startWorker({ model, queue, handle, signal, fail }));

  const session: ConsumingSession = {
    async start(subscription) {
      const queues = await declareQueues(model, service, subscription.topics, fail);
      // In parallel: a quorum queue without a leader does not answer, and must not block the others.
      await Promise.all(
        queues.map((queue) =>
          read(queue, async (batch) =>
            parkRejected(park, batch, await consume(subscription, batch.map(incomingOf), policy)),
          ),
        ),
      );
      started.add(subscription);
      subscription.onGap?.();
      if (park && !parking && isConsumer(service, subscription)) {
        parking = true;
        // Not awaited: nothing waits for a dead letter.
        read(deadLetterQueue(service), (batch) => parkHolding(park, batch.map(rejectedOf), policy)).catch(
          (error: Error) => fail(error.message),
        );
      }
    },
    started,
    fail,
    depthsOf: (queues) => queueDepthsOf(model, queues),
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
  return Promise.resolve(session);
}

/** The queues of a consumer that outlast its connections, with that of the messages it rejected. */
function lastingQueues(service: ServiceName, subscriptions: readonly Subscription[]): string[] {
  const topics = subscriptions.flatMap((subscription) =>
    subscription.topics.filter((topic) => isDurable(service, topic)),
  );
  if (topics.length === 0) return [];
  return [...topics.flatMap((topic) => queueNames(service, topic)), deadLetterQueue(service)];
}

/** How many messages wait in each queue. Throws without a connection. */
async function depthsOf(session: ConsumingSession | undefined, queues: readonly string[]) {
  if (queues.length === 0) return new Map<string, number>();
  if (!session) throw new Error('no connection to the broker');
  return session.depthsOf(queues);
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
    queueDepths: () => depthsOf(link?.current(), lastingQueues(service, subscriptions)),
    close: async () => link?.close(),
  };
}
