import type { MessageBacklog } from '../calls/backlog-calls.ts';
import type { Database } from '../data/database.ts';
import { nothingHeld, readHeldBacklog, readOutboxBacklog } from '../messages/backlog/waiting-message.store.ts';
import type { Bus } from '../messages/bus/bus.ts';
import { timeOfId } from '../values/ids.ts';

/** `queueDepths` is missing without a broker. */
export type BacklogDeps = { db: Database; bus: Pick<Bus, 'queueDepths'> };

/** The queues that hold messages and the others; null while the broker does not answer. */
const readQueues = async ({ queueDepths }: BacklogDeps['bus']) =>
  queueDepths === undefined
    ? []
    : queueDepths().then(
        (depths) => [...depths].map(([queue, messages]) => ({ queue, messages })),
        () => null,
      );

const textOf = (at: Date | null) => at?.toISOString() ?? null;

/**
 * How many messages wait in the outbox and in the queues of this service, and how many are parked or held. `consumes`: whether
 * the service has consumers, which hold messages.
 */
export async function retrieveBacklog({ db, bus }: BacklogDeps, { consumes = true } = {}): Promise<MessageBacklog> {
  const [{ waiting, oldest_at, parked, oldest_parked_id }, { held, oldest_held_at }, queues] = await Promise.all([
    readOutboxBacklog(db),
    consumes ? readHeldBacklog(db) : nothingHeld,
    readQueues(bus),
  ]);
  const parked_at = oldest_parked_id === null ? null : timeOfId(oldest_parked_id);
  return {
    outbox: { ...waiting, oldest_at: textOf(oldest_at) },
    parked: { ...parked, oldest_at: textOf(parked_at) },
    held: { ...held, oldest_at: textOf(oldest_held_at) },
    queues,
  };
}
