/** Deletes the customers of deleted lists. A run that was interrupted is continued by the next one, in any process. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import {
  deleteCustomers,
  deleteDeletedList,
  findCustomersToDelete,
  listDeletedLists,
  type DeletedList,
} from './deleted-list.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 10_000;

async function clearDeletedList(db: Database, list: DeletedList, signal: AbortSignal): Promise<void> {
  const nextBatch = () => findCustomersToDelete(db, list);
  for (let ids = await nextBatch(); ids.length > 0; ids = await nextBatch()) {
    if (signal.aborted) return;
    await deleteCustomers(db, list.account_id, ids);
  }
  await deleteDeletedList(db, list);
}

/** Clears at once when woken, and whatever an earlier process left undone. */
export const startClearingLists = ({ db, log }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      for (const list of await listDeletedLists(db)) await clearDeletedList(db, list, signal);
    },
    everyMs,
    log,
    messages: {
      failing: 'the customers of deleted lists cannot be deleted at the moment',
      well: 'the customers of deleted lists are deleted again',
    },
  });
