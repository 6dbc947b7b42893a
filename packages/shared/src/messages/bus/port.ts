import type { Body, Topic } from '../../contracts/topics.ts';

/** A message to publish. `body` is JSON text; messages of equal `key` keep their order. */
export type OutgoingMessage = { id: string; topic: Topic; key: string; body: string };

/** A message as a consumer gets it: its body fits the topic's schema. Narrow on `topic`. */
export type Message<T extends Topic = Topic> = { [K in T]: { id: string; topic: K; key: string; body: Body<K> } }[T];

export type Rejection = { id: string; reason: string };

/** A message that a consumer rejected, or never finished: the topic and the body are as they were received. */
export type RejectedMessage = { id: string; topic: string; key: string; body: string; reason: string };

/** The outcome of publishing. Ids in neither list must be published again later; `failure` says why. */
export type Published = { stored: string[]; rejected: Rejection[]; failure?: string };

/**
 * What a service does with messages. `handle` gets 1 to 200 messages at a time, in order, at least once (see inbox.ts).
 * When it throws because the database is away, the batch waits; on any other error its messages are tried one by one,
 * and those that fail three times are rejected. `onGap`: broadcasts may have been missed; drop caches that rely on them.
 */
export type Subscription<T extends Topic = Topic> = {
  topics: readonly T[];
  handle(messages: Message<T>[]): Promise<void>;
  onGap?: () => void;
};

/** The HTTP response to a batch on the direct bus. `body` is JSON text. */
export type Receipt = { status: number; body: string };

/** The way messages travel between services. */
export type Bus = {
  /** Publishes messages, in order. Never throws: what could not be stored is missing from the result. */
  publish(messages: readonly OutgoingMessage[]): Promise<Published>;
  /** Starts handling. Call once per set of topics, before `isReady` is asked. */
  subscribe<T extends Topic>(subscription: Subscription<T>): Promise<void>;
  /** Whether messages can be published and are being received at this moment. */
  isReady(): boolean;
  /** Stops receiving, lets the running batches finish, and disconnects. */
  close(): Promise<void>;
  /**
   * Only without a broker: receives what another service posted to `/internal/messages`. Takes the value of the
   * `X-Hub-Service` header, reads the body (up to `receiveBytesMax`) once the token is verified, and returns the response.
   */
  receive?: (serviceToken: string | undefined, readBody: () => Promise<Buffer>) => Promise<Receipt>;
};
