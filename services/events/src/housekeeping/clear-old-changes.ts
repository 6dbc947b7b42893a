import type { Database } from '@order-hub/shared/database';
import { startKeepingPartitions } from '@order-hub/shared/keep-partitions';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import { hasReferences } from './obsolete.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

/**
 * Keeps the partitions of the changes, one for each quarter. A past one is dropped when no event and no dropped event refers
 * to any of its changes (docs/decisions/0063-changes-go-with-their-events.md).
 */
export const startClearingChanges = (deps: Deps): Repeating =>
  startKeepingPartitions({
    ...deps,
    table: 'changes',
    months: 3,
    isNeeded: (db, { from, to }) => hasReferences(db, { from: from ?? '', to }),
  });
