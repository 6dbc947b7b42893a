import type { Database } from '@order-hub/shared/database';
import { deleteOldMarkRows } from './anonymised-customer.store.ts';

const batchSize = 1_000;

/** Deletes a batch of old marks of anonymised customers: no change is that old and still on its way. Returns how many. */
export const deleteOldMarks = (db: Database): Promise<number> => deleteOldMarkRows(db, batchSize);
