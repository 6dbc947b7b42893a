import { startClearingDeleted } from '@order-hub/shared/clear-deleted-resources';
import type { Database } from '@order-hub/shared/database';
import type { DeletedResource } from '@order-hub/shared/deleted-resource-store';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import { customerListTable } from '../customer-list.store.ts';
import { deleteCustomers, findCustomersToDelete } from './deleted-list.store.ts';

async function clear(db: Database, list: DeletedResource, signal: AbortSignal): Promise<void> {
  const nextBatch = () => findCustomersToDelete(db, list);
  for (let ids = await nextBatch(); ids.length > 0 && !signal.aborted; ids = await nextBatch()) {
    await deleteCustomers(db, list.account_id, ids, signal);
  }
}

/** Deletes the customers of deleted lists. */
export const startClearingLists = ({ db, log }: { db: Database; log: Log }): Repeating =>
  startClearingDeleted({
    db,
    log,
    table: customerListTable,
    clear,
    messages: {
      failing: 'the customers of deleted lists cannot be deleted at the moment',
      well: 'the customers of deleted lists are deleted again',
    },
  });
