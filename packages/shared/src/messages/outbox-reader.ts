import type pg from 'pg';
import { connectBeside, type Database } from '../data/database.ts';
import type { OutgoingMessage, Rejection } from './bus/port.ts';

/** `seq`: the position of the message in the outbox. */
export type OutboxRow = OutgoingMessage & { seq: string };

/** The relay's own connection to an outbox. Closing it releases the relay's lock. */
export type OutboxReader = {
  /** Whether this connection holds the lock, as far as is known. */
  isLocked(): boolean;
  /** Takes the lock if it is free. Returns whether this connection holds it. */
  takeLock(): Promise<boolean>;
  /** Deletes the rows `sent`, and reads the oldest of the others, except those of the topics `held`. */
  next(sent: readonly string[], held?: readonly string[]): Promise<OutboxRow[]>;
  park(rejected: readonly Rejection[]): Promise<void>;
  /** Whether the connection failed, which released the lock. Then open another reader. */
  isBroken(): boolean;
  close(): Promise<void>;
};

/**
 * The keep-alive settings let the server notice within seconds that this host is gone, and release the lock. Deletes need
 * not wait for the disk: rows that reappear after a crash are sent again, and consumers ignore repeated messages.
 */
const takeLock = `
  select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
         set_config('tcp_keepalives_count', '3', false), set_config('synchronous_commit', 'off', false),
         pg_try_advisory_lock(hashtextextended('relay:' || $1, 0)) as locked`;

/** Connects outside the pool, with the pool's settings. Throws while the database is unavailable. */
export async function openOutboxReader(db: Database, schema: string, batchSize: number): Promise<OutboxReader> {
  let broken = false;
  let locked = false;
  const client = await connectBeside(db, () => (broken = true));
  const outbox = `${client.escapeIdentifier(schema)}.outbox`;
  // Both parts of the statement see the same snapshot, so the second must exclude the deleted rows.
  const nextRows = `
    with sent as (delete from ${outbox} where seq = any($1::bigint[]))
    select seq, id, topic, key, body, request_id, traceparent from ${outbox}
    where parked_at is null and seq <> all($1::bigint[]) and topic <> all($3::text[])
    order by seq limit $2`;
  const parkRows = `
    update ${outbox} set parked_at = now(), parked_reason = m.reason
    from unnest($1::text[], $2::text[]) as m (id, reason)
    where outbox.id = m.id and outbox.parked_at is null`;

  /** A failed statement leaves the connection in an unknown state; it is not used again. */
  async function query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await client.query<Row>(config)).rows;
    } catch (error) {
      broken = true;
      throw error;
    }
  }

  return {
    isLocked: () => locked && !broken,
    async takeLock() {
      if (broken) throw new Error('database connection lost');
      const [row] = await query<{ locked: boolean }>({ text: takeLock, values: [schema] });
      return (locked = row?.locked ?? false);
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
