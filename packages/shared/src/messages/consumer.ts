/**
 * Declares and runs consumers: `consumer('customer.anonymised', async (messages, deps, trx) => …)`. A message may arrive
 * twice but acts once: one transaction writes its effects and its id.
 */
import type pg from 'pg';
import { transaction, type Database } from '../data/database.ts';
import { startHandlingHeld, type Park } from './handle-held.ts';
import { insertHeld } from './held-messages.ts';
import { deleteOldMessages, markReceived, receive } from './inbox.ts';
import type { Lifetime } from '../process/lifetime.ts';
import type { Log } from '../process/log.ts';
import type { Bus, Message } from './bus/bus.ts';
import type { Incoming } from './bus/port.ts';
import { startRepeating } from '../process/repeating.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { handleTraced } from './traced-messages.ts';
import { termsOf, type Topic } from '../contracts/topics.ts';

/** Called after the transaction is committed. */
type AfterCommit = () => void;

/** `messages`: 1 to 200 new messages, in order. An error rolls the transaction back. */
type Handle<T extends Topic, Deps> = (
  messages: Message<T>[],
  deps: Deps,
  trx: pg.PoolClient,
) => Promise<AfterCommit | undefined>;

/** A declared consumer; its handler needs `Deps`. */
export type Consumer<Deps = never> = { topic: Topic; handle: Handle<never, Deps> };

/** The dependencies of the handlers of some consumers. */
export type ConsumerDeps<Declared extends Consumer> = [Declared] extends [
  { handle: (messages: never, deps: infer Deps, trx: never) => unknown },
]
  ? Deps
  : never;

/** Declares what a service does with the messages of a topic. */
export const consumer = <T extends Topic, Deps>(topic: T, handle: Handle<T, Deps>): Consumer<Deps> => ({
  topic,
  handle,
});

type Consuming<Deps> = {
  db: Database;
  bus: Bus;
  life: Lifetime;
  log: Log;
  park: Park;
  tracing?: Tracing;
  now: () => Date;
  /** How long the ids of handled messages are kept. */
  inboxDays: number;
  deps: Deps;
};

const cleanEveryMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/** A message behind a held one, as it would have been received. */
const incomingOf = ({ id, topic, key, body, request_id, traceparent }: Message): Incoming => ({
  id,
  topic,
  key,
  version: termsOf(topic).version,
  body,
  request_id,
  traceparent,
});

/** Logs the first held message of each version. */
function holder({ db, log }: Pick<Consuming<unknown>, 'db' | 'log'>) {
  const told = new Set<string>();
  return async (messages: readonly Incoming[]): Promise<void> => {
    await insertHeld(db, messages);
    for (const { topic, version, id } of messages) {
      const name = `version ${version} of ${topic}`;
      if (!told.has(name)) log.warn({ topic, version, message_id: id }, 'messages wait until this service is upgraded');
      told.add(name);
    }
  };
}

type Subscribing<Deps> = Pick<Consuming<Deps>, 'db' | 'deps'> & { tracing: Tracing };

/** What a consumer does with messages: those from the bus, and those that were held. */
function subscriptionsOf<Deps>({ topic, handle }: Consumer<Deps>, { db, deps, tracing }: Subscribing<Deps>) {
  const handleNew = (trx: pg.PoolClient, messages: Message[], newIds: Set<string>) => {
    // delete() skips the second of two equal ids in a batch.
    const newMessages = messages.filter(({ id }) => newIds.delete(id));
    return newMessages.length > 0 ? handle(newMessages as never, deps, trx) : undefined;
  };
  const fromBus = async (messages: Message[]) => {
    const afterCommit = await transaction(db, async (trx) => {
      const { newIds, heldKeys } = await receive(trx, topic, messages);
      if (heldKeys.size > 0) await insertHeld(trx, messages.filter(({ key }) => heldKeys.has(key)).map(incomingOf));
      return handleNew(trx, messages, newIds);
    });
    afterCommit?.();
  };
  const fromHeld = async (messages: Message[]) => {
    const ids = messages.map(({ id }) => id);
    const afterCommit = await transaction(db, async (trx) => handleNew(trx, messages, await markReceived(trx, ids)));
    afterCommit?.();
  };
  const traced = (handleAll: (messages: Message[]) => Promise<void>) => ({
    topics: [topic],
    handle: (messages: Message[]) => handleTraced(tracing, messages, handleAll),
  });
  return { fromBus: traced(fromBus), fromHeld: traced(fromHeld) };
}

type Cleaning = Pick<Consuming<unknown>, 'db' | 'log' | 'now' | 'inboxDays'>;

/** Deletes the ids of old messages, a few at a time: no sender repeats such an old message. */
const startCleaning = ({ db, log, now, inboxDays }: Cleaning) =>
  startRepeating({
    async work(signal) {
      const before = new Date(now().getTime() - inboxDays * dayMs);
      for (let after: string | null = ''; after !== null && !signal.aborted;) {
        after = await deleteOldMessages(db, before, after);
      }
    },
    everyMs: cleanEveryMs,
    log,
    messages: { failing: 'the inbox cannot be cleaned at the moment', well: 'the inbox is cleaned again' },
  });

/** Subscribes consumers. Needs the tables of inbox.ts and held-messages.ts. */
export async function startConsuming<Deps>(
  consumers: readonly Consumer<Deps>[],
  { db, bus, life, log, park, now, inboxDays, tracing = noTracing, deps }: Consuming<Deps>,
): Promise<void> {
  if (consumers.length === 0) return;
  const subscriptions = consumers.map((declared) => subscriptionsOf(declared, { db, deps, tracing }));
  const hold = holder({ db, log });
  for (const { fromBus } of subscriptions) await bus.subscribe({ ...fromBus, hold });
  const held = startHandlingHeld({ db, park, log, subscriptions: subscriptions.map(({ fromHeld }) => fromHeld) });
  life.opened(held, ({ close }) => close());
  life.opened(startCleaning({ db, log, now, inboxDays }), ({ close }) => close());
}
