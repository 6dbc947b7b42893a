import { startClearingDeleted } from '@order-hub/shared/clear-deleted-resources';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteContents } from './deleted-catalog.store.ts';

/** Deletes the contents of deleted catalogs. */
export const startClearingCatalogs = ({ db, log }: { db: Database; log: Log }): Repeating =>
  startClearingDeleted({
    db,
    log,
    table: { kind: 'catalog', name: 'catalogs' },
    clear: deleteContents,
    messages: {
      failing: 'the content of deleted catalogs cannot be deleted at the moment',
      well: 'the content of deleted catalogs is deleted again',
    },
  });
