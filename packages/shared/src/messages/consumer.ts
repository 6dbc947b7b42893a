/**
 * Declares and runs consumers: `consumer('customer.anonymised', async (messages, deps, trx) => …)`. A message may arrive
 * twice but acts once: one transaction writes its effects and its id.
 */
import type pg from 'pg';
import { transaction, type Database } from '../data/database.ts';
import { deleteOldMessages, markReceived } from './inbox.ts';
import type { Lifetime } from '../process/lifetime.ts';
import type { Log } from '../process/log.ts';
import type { Bus, Message } from './bus/bus.ts';
import { startRepeating } from '../process/repeating.ts';
import type { Topic } from '../contracts/topics.ts';

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

type Consuming<Deps> = { db: Database; bus: Bus; life: Lifetime; log: Log; deps: Deps };

const cleanEveryMs = 3_600_000;

/** Subscribes consumers. Needs the inbox table (inbox.ts). */
export async function startConsuming<Deps>(
  consumers: readonly Consumer<Deps>[],
  { db, bus, life, log, deps }: Consuming<Deps>,
): Promise<void> {
  for (const { topic, handle } of consumers) {
    await bus.subscribe({
      topics: [topic],
      async handle(messages) {
        const afterCommit = await transaction(db, async (trx) => {
          const newIds = await markReceived(
            trx,
            messages.map(({ id }) => id),
          );
          // delete() skips the second of two equal ids in a batch.
          const newMessages = messages.filter(({ id }) => newIds.delete(id));
          return newMessages.length > 0 ? handle(newMessages as never, deps, trx) : undefined;
        });
        afterCommit?.();
      },
    });
  }
  if (consumers.length === 0) return;
  const cleaning = startRepeating({
    async work() {
      await deleteOldMessages(db);
    },
    everyMs: cleanEveryMs,
    log,
    messages: { failing: 'the inbox cannot be cleaned at the moment', well: 'the inbox is cleaned again' },
  });
  life.opened(cleaning, ({ close }) => close());
}
