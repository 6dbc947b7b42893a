import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { termsOf, type Topic } from '../../../contracts/topics.ts';
import type { Log } from '../../../process/log.ts';
import { pause } from '../../../process/slots/waiting.ts';
import type { OutgoingMessage, Published } from '../port.ts';
import { keepLink, watchChannel, type Link, type Session } from './link.ts';
import { openProbes, type Probes } from './queues/probes.ts';
import { startTurn, type Turn } from './queues/turn.ts';
import { declarePublished, exchange, isRefused, partitioningOf, partitionOf, routingKey } from './topology.ts';
import { signMessage } from '../../../contracts/message-author.ts';
import { sortOutgoing } from '../sort-outgoing.ts';
import type { SigningKey } from '../../../process/settings/signing-keys.ts';

const confirmTimeoutMs = 5_000;

type PublishingSession = Session & {
  /** Adds ids to `stored` as the confirms arrive, and resolves when all have. Throws when the connection closes first. */
  send(messages: readonly OutgoingMessage[], stored: Set<string>): Promise<void>;
  isBlocked(): boolean;
  probes: Probes;
  turn(): Turn;
  /** Begins another turn: other processes may have published since the last one. */
  takeTurn(): void;
};

type Sending = { partitions: number | undefined; signingKey: SigningKey };

function publishOne(
  channel: ConfirmChannel,
  message: OutgoingMessage,
  { partitions, signingKey }: Sending,
): Promise<void> {
  const { id, topic, key, request_id, traceparent } = message;
  const { version, consumers } = termsOf(topic);
  const body = Buffer.from(message.body);
  const signed = signMessage(signingKey, { id, topic, key, version, body });
  const options = {
    messageId: id,
    type: topic,
    contentType: 'application/json',
    persistent: true,
    // Otherwise the broker confirms and drops a message without a queue.
    mandatory: consumers.length > 0,
    headers: { key, version, ...signed, ...(request_id && { request_id }), ...(traceparent && { traceparent }) },
  };
  const partitioning = partitioningOf(topic, partitions);
  const routedTo = routingKey(partitioning, partitionOf(partitioning, key));
  return new Promise((resolve, reject) => {
    const settle = (error: unknown): void => (error ? reject(new Error('not confirmed by the broker')) : resolve());
    channel.publish(exchange, routedTo, body, options, settle);
  });
}

/** The topics that are known to have their queues. */
function openDeclared(model: ChannelModel, partitions: number | undefined) {
  const declared = new Set<Topic>();

  /** Whether a topic has its queues: this service may not declare those of others. */
  async function isDeclared(topic: Topic): Promise<boolean> {
    if (declared.has(topic)) return true;
    try {
      await declarePublished(model, partitioningOf(topic, partitions));
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
    declared.add(topic);
    return true;
  }

  return {
    /** Declares the topics of messages, and returns those that lack queues. */
    async missing(messages: readonly OutgoingMessage[]): Promise<Set<Topic>> {
      const missing = new Set<Topic>();
      for (const topic of new Set(messages.map((message) => message.topic)))
        if (!(await isDeclared(topic))) missing.add(topic);
      return missing;
    },
    forget: (topic: Topic) => void declared.delete(topic),
  };
}

async function openSession(
  model: ChannelModel,
  fail: (reason: string) => void,
  sending: Sending,
): Promise<PublishingSession> {
  const channel = await model.createConfirmChannel();
  watchChannel(channel, fail);
  const probes = await openProbes(model, fail);
  let turn = startTurn(probes, sending.partitions);
  const declared = openDeclared(model, sending.partitions);
  const returned = new Set<string>();
  let blocked = false;
  model.on('blocked', () => (blocked = true));
  model.on('unblocked', () => (blocked = false));
  channel.on('return', ({ properties }) => returned.add(String(properties.messageId)));

  /** The broker returns an unroutable message before it confirms it. Then a queue is missing: the next try declares it again. */
  async function sendOne(message: OutgoingMessage, stored: Set<string>): Promise<void> {
    await publishOne(channel, message, sending);
    if (returned.delete(message.id)) {
      declared.forget(message.topic);
      throw new Error(`no queue for ${message.topic}`);
    }
    stored.add(message.id);
  }

  return {
    isBlocked: () => blocked,
    probes,
    turn: () => turn,
    takeTurn: () => (turn = startTurn(probes, sending.partitions)),
    async send(messages, stored) {
      const waiting = await declared.missing(messages);
      const sendable = messages.filter(({ topic }) => !waiting.has(topic));
      const outcomes = await Promise.allSettled(sendable.map((message) => sendOne(message, stored)));
      const failure = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failure) throw failure.reason;
      if (waiting.size > 0)
        throw new Error(`${[...waiting].join(', ')}: a consumer has never run, and has no queue yet`);
    },
    // The channel closes with its connection.
    stop: () => Promise.resolve(),
  };
}

async function sendInTime(
  link: Link<PublishingSession>,
  session: PublishingSession,
  messages: readonly OutgoingMessage[],
  stored: Set<string>,
) {
  const timer = new AbortController();
  const late = pause(confirmTimeoutMs, timer.signal).then(() => {
    if (timer.signal.aborted) return;
    // A blocked connection still works; the broker unblocks it when its alarm is over.
    if (!session.isBlocked()) link.reset('no confirm from the broker in time');
    throw new Error('no confirm from the broker in time');
  });
  const sending = session.send(messages, stored);
  sending.catch(() => undefined);
  await Promise.race([sending, late]).finally(() => timer.abort());
}

/** The topics of the messages that must wait for their turn. */
async function topicsInWait(session: PublishingSession, messages: readonly OutgoingMessage[]): Promise<Set<Topic>> {
  const turn = session.turn();
  const topics = [...new Set(messages.map(({ topic }) => topic))];
  const come = await Promise.all(topics.map((topic) => turn.hasCome(topic)));
  return new Set(topics.filter((_, index) => !come[index]));
}

/** Adds the ids of confirmed messages to `stored`. Throws at the first failure. */
async function sendAll(link: Link<PublishingSession>, messages: readonly OutgoingMessage[], stored: Set<string>) {
  const session = link.current();
  if (!session) throw new Error('no connection to the broker');
  if (session.isBlocked()) throw new Error('the broker accepts no messages at present');
  const waiting = await topicsInWait(session, messages);
  const sendable = messages.filter(({ topic }) => !waiting.has(topic));
  if (sendable.length > 0) await sendInTime(link, session, sendable, stored);
  if (waiting.size > 0)
    throw new Error(`${[...waiting].join(', ')}: earlier messages wait in queues of another number of partitions`);
}

type PublisherOptions = Sending & { url: string; name: string; log: Log };

/** The publishing half of the bus, on its own connection: an alarm in the broker blocks publishing connections. */
export function openPublisher({ url, name, log, ...sending }: PublisherOptions) {
  const open = (model: ChannelModel, fail: (reason: string) => void) => openSession(model, fail, sending);
  const link = keepLink({ url, name: `${name} publishes`, log, open });

  function probes(): Probes {
    const session = link.current();
    if (!session) throw new Error('no connection to the broker');
    return session.probes;
  }

  return {
    attempted: link.attempted,
    isReady: () => link.current() !== undefined,
    close: () => link.close(),
    takeTurn: () => link.current()?.takeTurn(),
    /** Which of the routing keys lead to a queue. Throws without a connection. */
    findKeys: async (keys: readonly string[]) => probes().findKeys(keys),
    /** Answers a probe. Throws without a connection. */
    echo: (probe: ConsumeMessage) => probes().echo(probe),
    /** Resolves when every message is confirmed, or at the first failure, with the messages confirmed by then. */
    async publish(messages: readonly OutgoingMessage[]): Promise<Published> {
      const { sendable, rejected } = sortOutgoing(messages);
      const stored = new Set<string>();
      try {
        if (sendable.length > 0) await sendAll(link, sendable, stored);
        return { stored: [...stored], rejected };
      } catch (error) {
        return { stored: [...stored], rejected, failure: (error as Error).message };
      }
    },
  };
}
