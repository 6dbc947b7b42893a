import type { Database } from '@order-hub/shared/database';
import { deleteOldMarkRows } from './anonymising/anonymised-customer.store.ts';

const batchSize = 1_000;

/** Deletes a batch of marks of customers who were anonymised before this time. Returns how many. */
export const deleteOldMarks = (db: Database, before: Date): Promise<number> => deleteOldMarkRows(db, before, batchSize);
