import { connectBeside, type Database } from '@order-hub/shared/database';
import type pg from 'pg';

/** A session lock that shows that a worker is alive. PostgreSQL frees it as soon as the process ends or is killed. */
export type WorkerLock = {
  /** Resolves when the worker has the lock, at once when it has it already. Throws when the database is unavailable. */
  hold(): Promise<void>;
  close(): Promise<void>;
};

/** Without these keepalives, a host that vanishes would keep the lock for the two hours of the operating system. */
const takeLock = `
  select set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '2', false),
         set_config('tcp_keepalives_count', '3', false), pg_advisory_lock(hashtextextended('worker:' || $1, 0))`;

/** The lock of a worker. After its connection was lost, `hold` takes the lock again on a new one. */
export function workerLock(db: Database, worker: string): WorkerLock {
  let holder: pg.Client | undefined;

  async function take(): Promise<void> {
    let isLost = false;
    const client = await connectBeside(db, () => {
      isLost = true;
      if (holder === client) holder = undefined;
    });
    try {
      await client.query(takeLock, [worker]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (!isLost) holder = client;
  }

  return {
    async hold() {
      if (!holder) await take();
    },
    async close() {
      await holder?.end().catch(() => undefined);
    },
  };
}
