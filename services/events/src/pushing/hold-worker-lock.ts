import { connectBeside, type Database } from '@order-hub/shared/database';
import type pg from 'pg';

/** The lock that shows that a worker lives: it ends with the worker's process, at once when that is killed. */
export type WorkerLock = {
  /** Resolves when the lock is held, at once when it already is. Throws when the database is away. */
  hold(): Promise<void>;
  close(): Promise<void>;
};

/** A host that vanishes must not hold the lock until the operating system's two hours are over. */
const takeLock = `
  select set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), pg_advisory_lock(hashtextextended('worker:' || $1, 0))`;

/** A worker whose connection was lost takes its lock again on the next one. */
export function workerLock(db: Database, worker: string): WorkerLock {
  let held: pg.Client | undefined;

  async function take(): Promise<void> {
    let lost = false;
    const client = await connectBeside(db, () => {
      lost = true;
      if (held === client) held = undefined;
    });
    try {
      await client.query(takeLock, [worker]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (!lost) held = client;
  }

  return {
    async hold() {
      if (!held) await take();
    },
    async close() {
      await held?.end().catch(() => undefined);
    },
  };
}
