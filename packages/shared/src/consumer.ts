/**
 * A consumer of messages, declared: `consumer('customer.anonymised', async (messages, deps, trx) => …)`. Messages may come
 * twice; the form makes each act once: what it does is written in the transaction that also notes the messages' ids.
 */
import type pg from 'pg';
import { transaction, type Database } from './database.ts';
import { firstTime, forgetOldMessages } from './inbox.ts';
import type { Lifetime } from './lifetime.ts';
import type { Log } from './log.ts';
import type { Bus, Message } from './messaging/bus.ts';
import { startRepeating } from './repeating.ts';
import type { Topic } from './topics.ts';

/** What is to be done once the transaction is committed. */
type AfterCommit = () => void;

/** `messages`: 1 to 200, in order, none of which has acted before. What throws, throws all of it away. */
type Handle<T extends Topic, Deps> = (
  messages: Message<T>[],
  deps: Deps,
  trx: pg.PoolClient,
) => Promise<AfterCommit | undefined>;

/** A declared consumer, which needs `Deps`. */
export type Consumer<Deps = never> = { topic: Topic; handle: Handle<never, Deps> };

/** All that some consumers need. */
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

type Consuming<Deps> = { db: Database; bus: Bus; life: Lifetime; log: Log; deps: Deps; wakeRelay: () => void };

const forgetEveryMs = 3_600_000;

/** Starts consuming; the service's migrations need the inbox for it (inbox.ts). */
export async function startConsuming<Deps>(
  consumers: readonly Consumer<Deps>[],
  { db, bus, life, log, deps, wakeRelay }: Consuming<Deps>,
): Promise<void> {
  for (const { topic, handle } of consumers) {
    await bus.subscribe({
      topics: [topic],
      async handle(messages) {
        const afterCommit = await transaction(db, async (trx) => {
          const fresh = await firstTime(
            trx,
            messages.map(({ id }) => id),
          );
          // A message that is twice in one batch is taken once.
          const toAct = messages.filter(({ id }) => fresh.delete(id));
          return toAct.length > 0 ? handle(toAct as never, deps, trx) : undefined;
        });
        afterCommit?.();
        wakeRelay();
      },
    });
  }
  if (consumers.length === 0) return;
  const forgetting = startRepeating({
    async work() {
      await forgetOldMessages(db);
    },
    everyMs: forgetEveryMs,
    log,
    messages: { failing: 'old messages cannot be forgotten at the moment', well: 'old messages are forgotten again' },
  });
  life.opened(forgetting, ({ close }) => close());
}
