import type pg from 'pg';
import { connectBeside, type Database } from '../data/database.ts';
import type { OutgoingMessage, Rejection } from './bus/port.ts';

/** `seq`: the place of the message in the outbox. */
export type OutboxRow = OutgoingMessage & { seq: string };

/** The relay's own connection to one outbox. Closing it releases the relay's lock. */
export type OutboxReader = {
  /** Takes the lock if it is free. Returns whether this connection has it. */
  takeLock(): Promise<boolean>;
  /** Deletes the rows `sent` and reads the oldest of the others, except those of the topics `held`. */
  next(sent: readonly string[], held?: readonly string[]): Promise<OutboxRow[]>;
  park(rejected: readonly Rejection[]): Promise<void>;
  /** Whether the connection has failed, and with it the lock: then open another reader. */
  isBroken(): boolean;
  close(): Promise<void>;
};

/**
 * With these keep-alive settings the server notices within seconds that this host is gone, and releases the lock.
 * Deleting need not wait for the disk: after a crash the rows are sent again, and consumers ignore repeated messages.
 */
const takeLock = `
  select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
         set_config('tcp_keepalives_count', '3', false), set_config('synchronous_commit', 'off', false),
         pg_try_advisory_lock(hashtextextended('relay:' || $1, 0)) as locked`;

/** Connects, beside the pool, with the pool's settings. Throws when the database is away. */
export async function openOutboxReader(db: Database, schema: string, batchSize: number): Promise<OutboxReader> {
  let broken = false;
  let locked = false;
  const client = await connectBeside(db, () => (broken = true));
  const outbox = `${client.escapeIdentifier(schema)}.outbox`;
  // Both parts of the statement see the same snapshot, so the deleted rows must be excluded explicitly.
  const nextRows = `
    with sent as (delete from ${outbox} where seq = any($1::bigint[]))
    select seq, id, topic, key, body from ${outbox}
    where parked_at is null and seq <> all($1::bigint[]) and topic <> all($3::text[])
    order by seq limit $2`;
  const parkRows = `
    update ${outbox} set parked_at = now(), parked_reason = m.reason
    from unnest($1::text[], $2::text[]) as m (id, reason)
    where outbox.id = m.id and outbox.parked_at is null`;

  /** After a failed statement the state of the connection is unknown, so it is not used again. */
  async function query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await client.query<Row>(config)).rows;
    } catch (error) {
      broken = true;
      throw error;
    }
  }

  return {
    async takeLock() {
      if (broken) throw new Error('database connection lost');
      if (!locked)
        locked = (await query<{ locked: boolean }>({ text: takeLock, values: [schema] }))[0]?.locked ?? false;
      return locked;
    },
    next: (sent, held = []) =>
      query<OutboxRow>({ name: 'outbox-next', text: nextRows, values: [sent, batchSize, held] }),
    async park(rejected) {
      await query({ text: parkRows, values: [rejected.map(({ id }) => id), rejected.map(({ reason }) => reason)] });
    },
    isBroken: () => broken,
    close: () => client.end().catch(() => undefined),
  };
}
