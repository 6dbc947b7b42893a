import type { MessageCause } from '../../contracts/message-cause.ts';
import type { Body, Topic } from '../../contracts/topics.ts';

/** A message to publish. `body` is JSON text. Messages with the same `key` keep their order. */
export type OutgoingMessage = { id: string; topic: Topic; key: string; body: string } & Partial<MessageCause>;

/** A message as a consumer gets it: its body fits the topic's schema. Narrow on `topic`. */
export type Message<T extends Topic = Topic> = {
  [K in T]: { id: string; topic: K; key: string; body: Body<K> } & MessageCause;
}[T];

/** A message as received, not validated yet. */
export type Incoming = {
  id: string;
  topic: string;
  key: string;
  version: number;
  body: unknown;
} & Partial<MessageCause>;

export type Rejection = { id: string; reason: string };

/** A message that a consumer rejected or never finished, with topic and body as received. */
export type RejectedMessage = {
  id: string;
  topic: string;
  key: string;
  body: string;
  reason: string;
} & Partial<MessageCause>;

/** The outcome of publishing. Publish ids in neither list again later; `failure` says why. */
export type Published = { stored: string[]; rejected: Rejection[]; failure?: string };

/**
 * How a service handles messages. `handle` gets 1 to 200 messages at a time, in order, at least once (see inbox.ts). When it
 * throws because the database is unavailable, the batch waits. After any other error its messages are tried one by one, and
 * those that fail three times are rejected. `hold` stores messages that only a newer release of the service understands, in
 * order, with those behind them that have the same key. `onGap`: broadcasts may have been missed; drop caches that rely on
 * them.
 */
export type Subscription<T extends Topic = Topic> = {
  topics: readonly T[];
  handle(messages: Message<T>[]): Promise<void>;
  hold?(messages: readonly Incoming[]): Promise<void>;
  onGap?: () => void;
};

/** The HTTP response to a batch on the direct bus. `body` is JSON text. */
export type Receipt = { status: number; body: string };

/** Carries messages between services. */
export type Bus = {
  /** Publishes messages, in order. Never throws: the result lacks the messages that could not be stored. */
  publish(messages: readonly OutgoingMessage[]): Promise<Published>;
  /**
   * Only with a broker: call it before the first message whenever another process may have published the same outbox. Then
   * messages wait until earlier ones with the same key cannot be overtaken.
   */
  takeTurn?: () => void;
  /** Starts handling messages. Call it once per set of topics, before the first `isReady`. */
  subscribe<T extends Topic>(subscription: Subscription<T>): Promise<void>;
  /** Whether the bus can publish now and receives messages. */
  isReady(): boolean;
  /**
   * Only with a broker: how many messages wait in each queue that this service reads. Throws while the broker is unavailable
   * or does not answer.
   */
  queueDepths?: () => Promise<ReadonlyMap<string, number>>;
  /** Stops receiving, lets the running batches finish, and disconnects. */
  close(): Promise<void>;
  /**
   * Only without a broker: receives a post of another service to `/internal/messages`. Takes the value of the header
   * `X-Hub-Service`, reads the body (up to `receiveBytesMax`) once the token is verified, and returns the response.
   */
  receive?: (serviceToken: string | undefined, readBody: () => Promise<Buffer>) => Promise<Receipt>;
};
