import { termsOf, type Topic } from '../contracts/topics.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../process/log.ts';
import { startRepeating, type Repeating } from '../process/repeating.ts';
import { consume } from './bus/consume.ts';
import type { RejectedMessage, Subscription } from './bus/port.ts';
import { deleteHeld, listUnderstood, type HeldMessage } from './held-messages.ts';
import { parseJson } from '../values/json.ts';

export type Park = (rejected: readonly RejectedMessage[]) => Promise<void>;

type HoldingOptions = { db: Database; park: Park; log: Log; subscriptions: readonly Subscription[] };

/** Handles some held messages of a topic. Returns whether there were any. */
async function handleSome(topic: Topic, subscription: Subscription, options: HoldingOptions & { signal: AbortSignal }) {
  const { db, park, log, signal } = options;
  const held = await listUnderstood(db, topic, termsOf(topic).version);
  if (held.length === 0) return false;
  const incoming = held.map((message) => ({ ...message, body: parseJson(message.body) }));
  const rejections = await consume(subscription, incoming, { whenUnavailable: 'throw', signal, log });
  const byId = new Map<string, HeldMessage>(held.map((message) => [message.id, message]));
  const rejected = rejections.flatMap(({ id, reason }) => {
    const message = byId.get(id);
    return message ? [{ ...message, reason }] : [];
  });
  if (rejected.length > 0) await park(rejected);
  // If this fails, they are handled again: the inbox knows them, and parking ignores what is parked.
  await deleteHeld(db, held);
  log.info({ topic, messages: held.length }, 'held messages handled');
  return true;
}

/**
 * Handles held messages once this release understands them, oldest first. Messages with the same key that arrive meanwhile are
 * held behind them. Replicas may do so at the same time: a message acts once (inbox.ts).
 */
export const startHandlingHeld = (options: HoldingOptions): Repeating =>
  startRepeating({
    async work(signal) {
      for (const subscription of options.subscriptions) {
        for (const topic of subscription.topics) {
          while (!signal.aborted && (await handleSome(topic, subscription, { ...options, signal })));
        }
      }
    },
    everyMs: 10_000,
    log: options.log,
    messages: { failing: 'held messages cannot be handled at the moment', well: 'held messages are handled again' },
  });
