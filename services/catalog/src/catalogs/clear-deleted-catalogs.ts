/** Deletes the content of deleted catalogs. A run that was interrupted is continued by the next one, in any process. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { deleteContent, listDeletedCatalogs } from './deleted-catalog.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 10_000;

/** Clears at once when woken, and whatever an earlier process left undone. */
export const startClearingCatalogs = ({ db, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (const catalog of await listDeletedCatalogs(db)) {
        if (!signal.aborted) await deleteContent(db, catalog);
      }
    },
    everyMs,
    log,
    messages: {
      failing: 'the content of deleted catalogs cannot be deleted at the moment',
      well: 'the content of deleted catalogs is deleted again',
    },
  });
