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
import { backOffMs, pause } from './messaging/back-off.ts';
import type { Bus } from './messaging/port.ts';
import { openOutboxReader, type OutboxReader } from './outbox-reader.ts';

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

/** A rest that ends when the time is up or the bell rings; a bell that rang before it makes it no rest at all. */
function bell() {
  let rung = false;
  let getUp = (): void => undefined;
  return {
    ring(): void {
      rung = true;
      getUp();
    },
    async rest(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          getUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}

/** Says once that messages wait, and once that they flow again. */
function troubleLog(log: Log) {
  let tries = 0;
  return {
    trouble(reason: string): number {
      if (tries === 0) log.warn({ reason }, 'messages wait in the outbox');
      return tries++;
    },
    well(): void {
      if (tries > 0) log.info({}, 'messages flow from the outbox again');
      tries = 0;
    },
  };
}

/** Publishes until the outbox is empty, and tells how many messages that were. Throws what keeps rows from going. */
async function drain(reader: OutboxReader, bus: Bus, log: Log): Promise<number> {
  let count = 0;
  let rows = await reader.next([]);
  while (rows.length > 0) {
    count += rows.length;
    const { stored, rejected, trouble = 'the bus did not take them' } = await bus.publish(rows);
    const storedIds = new Set(stored);
    const gone = rows.filter(({ id }) => storedIds.has(id)).map(({ seq }) => seq);
    if (rejected.length > 0) {
      await reader.park(rejected);
      for (const { id, reason } of rejected) log.error({ message_id: id, reason }, 'message parked in the outbox');
    }
    if (gone.length + rejected.length < rows.length) {
      await reader.remove(gone);
      throw new Error(trouble);
    }
    rows = await reader.next(gone);
  }
  return count;
}

/** Starts relaying what is committed to `schema`'s outbox. Never throws: a database or bus that is away is waited for. */
export function startRelay({ db, schema, bus, log, batchSize = 500, pollMs = 1_000 }: RelayOptions): Relay {
  const closing = new AbortController();
  const { ring, rest } = bell();
  const state = troubleLog(log);
  let reader: OutboxReader | undefined;

  /** Sends what is there and tells how many messages that were; undefined while another relay has the turn. */
  async function pass(): Promise<number | undefined> {
    reader ??= await openOutboxReader(db, schema, batchSize);
    if (!(await reader.takeTurn())) return undefined;
    return drain(reader, bus, log);
  }

  async function passOrRest(): Promise<void> {
    try {
      const sent = await pass();
      if (sent === undefined) return await pause(pollMs, closing.signal);
      state.well();
      await pause(gatherMs(sent), closing.signal);
      await rest(pollMs);
    } catch (error) {
      const tries = state.trouble((error as Error).message);
      if (reader?.isBroken()) reader = void reader.close();
      await pause(backOffMs(tries, { firstMs: 20, mostMs: pollMs }), closing.signal);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) await passOrRest();
    await pass().catch((error: Error) => state.trouble(error.message));
    await reader?.close();
  }

  const running = run();
  return {
    wake: ring,
    close(): Promise<void> {
      closing.abort();
      ring();
      return running;
    },
  };
}
