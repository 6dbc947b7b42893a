/**
 * The relay publishes the messages of a schema's outbox on the bus.
 *
 * One relay per schema works at a time, in any process: the one whose database connection holds the advisory lock. It runs
 * all its statements on that connection, so it stops when the connection fails. The next relay republishes, in the same
 * order, the messages that were published but not deleted; consumers ignore repeated messages (inbox.ts).
 *
 * It reads all rows, not only those above the last `seq`: a sequence value is assigned before the commit, so a lower one may
 * appear later.
 */
import type { Database } from '../data/database.ts';
import type { Log } from '../process/log.ts';
import type { Bus } from './bus/port.ts';
import { openOutboxReader, type OutboxReader, type OutboxRow } from './outbox-reader.ts';
import { startRepeating } from '../process/repeating.ts';
import { pause } from '../process/slots/waiting.ts';
import { noTracing, type Tracing } from '../tracing/tracing.ts';
import { publishTraced } from './traced-messages.ts';

export type Relay = {
  /** Reads the outbox now. Cheap when called often. */
  wake(): void;
  /** Publishes once more, then releases the lock. */
  close(): Promise<void>;
};

/** After a batch of this size, wait for more messages. Smaller batches are no load, and the next one is sent at once. */
const manyMin = 10;
const gatherMsMax = 50;

/** How soon to retry a topic that could not be published, while messages of other topics keep coming. */
const heldMs = 1_000;

type RelayOptions = {
  db: Database;
  schema: string;
  bus: Bus;
  log: Log;
  tracing?: Tracing;
  batchSize?: number;
  pollMs?: number;
};

type Draining = {
  reader: OutboxReader;
  bus: Bus;
  log: Log;
  tracing: Tracing;
  batchSize: number;
  signal: AbortSignal;
};

/**
 * Waits for more messages after a batch of `sent`, for as many milliseconds. Each batch costs the same few statements, here
 * and in each consumer, so under load fewer and larger batches are cheaper. After a full batch, more messages are waiting.
 */
async function gather(sent: number, { batchSize, signal }: Draining): Promise<void> {
  if (sent >= manyMin && sent < batchSize) await pause(Math.min(sent, gatherMsMax), signal);
}

/** Publishes rows and parks the rejected ones. Returns the stored rows. Adds to `held` each topic that must wait, and why. */
async function publish({ reader, bus, log, tracing }: Draining, rows: readonly OutboxRow[], held: Map<string, string>) {
  const { stored, rejected, failure = 'the bus did not store them' } = await publishTraced(bus, tracing, rows);
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
 * Publishes until the outbox is empty. Holds a topic with a message that could not be published until the next pass, so that
 * one unavailable consumer does not block the others; then throws at the end.
 *
 * The outbox of a busy schema may never be empty, so this also ends after a batch when `signal` is aborted (the next relay
 * continues), and after a second when a topic is held.
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

/** Starts relaying the outbox of `schema`. Never throws: it keeps trying while the database or the bus is unavailable. */
export function startRelay(options: RelayOptions): Relay {
  const { db, schema, bus, log, tracing = noTracing, batchSize = 500, pollMs = 1_000 } = options;
  let reader: OutboxReader | undefined;

  /** Publishes the outbox. Returns how many milliseconds to wait: until the next poll when another relay holds the lock. */
  async function pass(signal: AbortSignal): Promise<number> {
    try {
      reader ??= await openOutboxReader(db, schema, batchSize);
      if (!reader.isLocked()) {
        if (!(await reader.takeLock())) return pollMs;
        bus.takeTurn?.();
      }
      await drain({ reader, bus, log, tracing, batchSize, signal });
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
