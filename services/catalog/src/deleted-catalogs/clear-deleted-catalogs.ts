import { startClearingDeleted } from '@order-hub/shared/clear-deleted-resources';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { PlacedTableName } from '@order-hub/shared/placed-resource-store';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteContents } from './deleted-catalog.store.ts';

type Deps = { db: Database; log: Log; table: PlacedTableName };

/** Deletes the contents of deleted catalogs. */
export const startClearingCatalogs = (deps: Deps): Repeating =>
  startClearingDeleted({
    ...deps,
    clear: deleteContents,
    messages: {
      failing: 'the content of deleted catalogs cannot be deleted at the moment',
      well: 'the content of deleted catalogs is deleted again',
    },
  });
