import pg from 'pg';
import type { Database } from './database.ts';
import type { OutgoingMessage, Rejection } from './messaging/port.ts';

export type OutboxRow = OutgoingMessage & { seq: string };

/** The relay's own connection to one outbox. Its lock ends with it. */
export type OutboxReader = {
  /** Whether this connection is the one that may relay, now or already. */
  takeTurn(): Promise<boolean>;
  /** Deletes the rows `gone` and reads the oldest of the others. */
  next(gone: readonly string[]): Promise<OutboxRow[]>;
  remove(gone: readonly string[]): Promise<void>;
  park(rejected: readonly Rejection[]): Promise<void>;
  /** Whether the connection, and with it the turn, is lost: then open another reader. */
  isBroken(): boolean;
  close(): Promise<void>;
};

/**
 * A host that vanishes must not keep the turn until the operating system's two hours are over, so the server is told
 * to look for this client every few seconds. What it deletes need not survive a crash of the server: the rows would be
 * sent once more, and consumers drop what they have seen; so nothing here waits for the disk.
 */
const takeTurn = `
  select set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
         set_config('tcp_keepalives_count', '3', false), set_config('synchronous_commit', 'off', false),
         pg_try_advisory_lock(hashtextextended('relay:' || $1, 0)) as mine`;

async function connect(db: Database, onLost: () => void): Promise<pg.Client> {
  const { password, ssl } = db.options;
  // The pool hides these two from being copied.
  const client = new pg.Client({ ...db.options, password, ssl, keepAlive: true, query_timeout: 10_000 });
  client.on('error', onLost);
  client.on('end', onLost);
  await client.connect();
  return client;
}

/** Connects, beside the pool, with the pool's settings. Throws when the database is away. */
export async function openOutboxReader(db: Database, schema: string, batchSize: number): Promise<OutboxReader> {
  let broken = false;
  let mine = false;
  const client = await connect(db, () => (broken = true));
  const outbox = `${client.escapeIdentifier(schema)}.outbox`;
  // The two snapshots of one statement are the same: the deleted rows have to be excluded by name.
  const nextRows = `
    with gone as (delete from ${outbox} where seq = any($1::bigint[]))
    select seq, id, topic, key, body from ${outbox}
    where parked_at is null and seq <> all($1::bigint[])
    order by seq limit $2`;
  const parkRows = `
    update ${outbox} set parked_at = now(), parked_reason = m.reason
    from unnest($1::text[], $2::text[]) as m (id, reason)
    where outbox.id = m.id and outbox.parked_at is null`;

  /** After a failed statement the state of the connection is unknown: it is given up. */
  async function query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await client.query<Row>(config)).rows;
    } catch (error) {
      broken = true;
      throw error;
    }
  }

  return {
    async takeTurn() {
      if (broken) throw new Error('database connection lost');
      if (!mine) mine = (await query<{ mine: boolean }>({ text: takeTurn, values: [schema] }))[0]?.mine ?? false;
      return mine;
    },
    next: (gone) => query<OutboxRow>({ name: 'outbox-next', text: nextRows, values: [gone, batchSize] }),
    async remove(gone) {
      if (gone.length > 0) await query({ text: `delete from ${outbox} where seq = any($1::bigint[])`, values: [gone] });
    },
    async park(rejected) {
      await query({ text: parkRows, values: [rejected.map(({ id }) => id), rejected.map(({ reason }) => reason)] });
    },
    isBroken: () => broken,
    close: () => client.end().catch(() => undefined),
  };
}
