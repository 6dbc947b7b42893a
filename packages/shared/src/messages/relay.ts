/**
 * The relay publishes the messages of a schema's outbox on the bus.
 *
 * Only one relay per schema works at a time, in whichever process: the one whose database connection holds the advisory
 * lock. It uses that connection for all its statements, so when the connection fails, the relay stops. The next relay
 * publishes again, in the same order, what was published but not deleted; consumers ignore repeated messages (inbox.ts).
 *
 * It reads all rows, not only those with a `seq` above the last one: a sequence value is assigned before the commit, so a
 * lower one may appear later.
 */
import type { Database } from '../data/database.ts';
import type { Log } from '../process/log.ts';
import type { Bus } from './bus/port.ts';
import { openOutboxReader, type OutboxReader, type OutboxRow } from './outbox-reader.ts';
import { startRepeating } from '../process/repeating.ts';
import { pause } from '../process/waiting.ts';

export type Relay = {
  /** Reads the outbox now. Cheap when called often. */
  wake(): void;
  /** Publishes once more, then releases the lock. */
  close(): Promise<void>;
};

/** After batches of so many messages the next ones gather for a while. Fewer are no load, and are sent at once. */
const manyMin = 10;
const gatherMsMax = 50;

/** How long a topic that could not be published may wait for its next try while messages of other topics keep coming. */
const heldMs = 1_000;

type RelayOptions = { db: Database; schema: string; bus: Bus; log: Log; batchSize?: number; pollMs?: number };

type Draining = { reader: OutboxReader; bus: Bus; log: Log; batchSize: number; signal: AbortSignal };

/**
 * Waits until more messages have gathered, after a batch of `sent`: as many milliseconds. Each batch costs the same few
 * statements, here and in each consumer, so under load fewer, larger ones are cheaper. After a full batch more wait already.
 */
async function gather(sent: number, { batchSize, signal }: Draining): Promise<void> {
  if (sent >= manyMin && sent < batchSize) await pause(Math.min(sent, gatherMsMax), signal);
}

/** Publishes rows and parks the rejected ones. Returns the rows that are stored; `held` gets the topics of those that must wait, and why. */
async function publish({ reader, bus, log }: Draining, rows: readonly OutboxRow[], held: Map<string, string>) {
  const { stored, rejected, failure = 'the bus did not store them' } = await bus.publish(rows);
  if (rejected.length > 0) {
    await reader.park(rejected);
    for (const { id, reason } of rejected) log.error({ message_id: id, reason }, 'message parked in the outbox');
  }
  const storedIds = new Set(stored);
  const settled = new Set([...stored, ...rejected.map(({ id }) => id)]);
  for (const { id, topic } of rows) if (!settled.has(id)) held.set(topic, failure);
  return rows.filter(({ id }) => storedIds.has(id));
}

/**
 * Publishes until the outbox is empty. A topic of which a message could not be published waits for the next pass, so that
 * one consumer that is away does not keep others from their messages; throws at the end when there is one.
 *
 * The outbox of a busy schema may never be empty. So this ends after a batch when `signal` is aborted, for the next relay
 * goes on; and after a second when a topic waits.
 */
async function drain(draining: Draining): Promise<void> {
  const { reader, signal } = draining;
  const held = new Map<string, string>();
  const heldUntil = performance.now() + heldMs;
  const isOver = () => signal.aborted || (held.size > 0 && performance.now() > heldUntil);
  let rows = await reader.next([]);
  while (rows.length > 0) {
    const sent = await publish(draining, rows, held);
    await gather(rows.length, draining);
    rows = await reader.next(
      sent.map(({ seq }) => seq),
      [...held.keys()],
    );
    if (isOver()) break;
  }
  if (held.size > 0) throw new Error([...new Set(held.values())].join('; '));
}

/** Starts to relay the outbox of `schema`. Never throws: while the database or the bus is away, it keeps trying. */
export function startRelay({ db, schema, bus, log, batchSize = 500, pollMs = 1_000 }: RelayOptions): Relay {
  let reader: OutboxReader | undefined;

  /** Publishes what is there. Returns how long to wait: until the next poll when another relay has the lock. */
  async function pass(signal: AbortSignal): Promise<number> {
    try {
      reader ??= await openOutboxReader(db, schema, batchSize);
      if (!(await reader.takeLock())) return pollMs;
      await drain({ reader, bus, log, batchSize, signal });
      return 0;
    } catch (error) {
      if (reader?.isBroken()) reader = void reader.close();
      throw error;
    }
  }

  const passes = startRepeating({
    work: pass,
    everyMs: pollMs,
    log,
    messages: { failing: 'messages wait in the outbox', well: 'messages are sent from the outbox again' },
  });
  return {
    wake: passes.wake,
    async close(): Promise<void> {
      await passes.close();
      await pass(AbortSignal.abort()).catch(() => undefined);
      await reader?.close();
    },
  };
}
