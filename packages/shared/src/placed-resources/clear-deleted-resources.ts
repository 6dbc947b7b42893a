/** Deletes the contents of deleted resources in the background. The next run, in any process, continues an interrupted one. */
import type { Database } from '../data/database.ts';
import type { Log } from '../process/log.ts';
import { startRepeating, type Repeating } from '../process/repeating.ts';
import { deleteDeletedRow, listDeletedRows, type DeletedResource } from './deleted-resource.store.ts';
import type { PlacedTableName } from './placed-resource.store.ts';

type ClearingOptions = {
  db: Database;
  log: Log;
  table: PlacedTableName;
  /** Deletes the contents of one resource in batches, each a transaction of its own. Stops early when `signal` aborts. */
  clear(db: Database, deleted: DeletedResource, signal: AbortSignal): Promise<void>;
  messages: { failing: string; well: string };
};

const everyMs = 10_000;

/** Starts clearing: at once when woken, and regularly for what an earlier process left. */
export const startClearingDeleted = ({ db, log, table, clear, messages }: ClearingOptions): Repeating =>
  startRepeating({
    async work(signal) {
      for (const deleted of await listDeletedRows(db, table)) {
        await clear(db, deleted, signal);
        if (signal.aborted) return;
        await deleteDeletedRow(db, table, deleted);
      }
    },
    everyMs,
    log,
    messages,
  });
