/**
 * The relay empties a schema's outbox onto the bus.
 *
 * Only one relay per schema works at a time, whichever process it is in: the one whose database connection holds the
 * advisory lock. Everything it asks of the database goes over that connection, so with the connection it loses the
 * lock and its work at once. What was published but not yet deleted at that moment is published again by the next one,
 * in the same order: consumers drop what they have seen (inbox.ts).
 *
 * Rows are taken because they are there, never because their `seq` is above the last one: sequence values are given
 * out before the commit, so a lower one may appear later.
 */
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { Bus } from './messaging/port.ts';
import { openOutboxReader, type OutboxReader } from './outbox-reader.ts';
import { startRepeating } from './repeating.ts';

export type Relay = {
  /** There may be new rows: read now. Costs nothing when called often. */
  wake(): void;
  /** Sends what is there once more, then gives the turn to another relay. */
  close(): Promise<void>;
};

/**
 * How long new messages gather before the next pass, in milliseconds: the busier, the longer. Each pass costs the same few
 * statements, so what gathers travels at the price of one; and a message that comes alone goes at once.
 */
const gatherMs = (sent: number) => Math.min(sent, 50);

type RelayOptions = { db: Database; schema: string; bus: Bus; log: Log; batchSize?: number; pollMs?: number };

/** Publishes until the outbox is empty, and tells how many messages that were. Throws what keeps rows from going. */
async function drain(reader: OutboxReader, bus: Bus, log: Log): Promise<number> {
  let count = 0;
  let rows = await reader.next([]);
  while (rows.length > 0) {
    count += rows.length;
    const { stored, rejected, failure: why = 'the bus did not take them' } = await bus.publish(rows);
    const storedIds = new Set(stored);
    const gone = rows.filter(({ id }) => storedIds.has(id)).map(({ seq }) => seq);
    if (rejected.length > 0) {
      await reader.park(rejected);
      for (const { id, reason } of rejected) log.error({ message_id: id, reason }, 'message parked in the outbox');
    }
    if (gone.length + rejected.length < rows.length) {
      await reader.remove(gone);
      throw new Error(why);
    }
    rows = await reader.next(gone);
  }
  return count;
}

/** Starts relaying what is committed to `schema`'s outbox. Never throws: a database or bus that is away is waited for. */
export function startRelay({ db, schema, bus, log, batchSize = 500, pollMs = 1_000 }: RelayOptions): Relay {
  let reader: OutboxReader | undefined;

  /** Sends what is there, and returns how long messages may gather; while another relay has the turn, until the next poll. */
  async function pass(): Promise<number> {
    try {
      reader ??= await openOutboxReader(db, schema, batchSize);
      return (await reader.takeTurn()) ? gatherMs(await drain(reader, bus, log)) : pollMs;
    } catch (error) {
      if (reader?.isBroken()) reader = void reader.close();
      throw error;
    }
  }

  const passes = startRepeating({
    work: pass,
    everyMs: pollMs,
    log,
    messages: { failing: 'messages wait in the outbox', well: 'messages flow from the outbox again' },
  });
  return {
    wake: passes.wake,
    async close(): Promise<void> {
      await passes.close();
      await pass().catch(() => undefined);
      await reader?.close();
    },
  };
}
