import { transaction, type Database } from '@order-hub/shared/database';
import { oldestShown, outdatedSlot } from './logged-attempt.ts';
import { hasOldAttempts, truncateSlot } from './logged-attempt.store.ts';

const lockMs = 200;

/** Clears the day away that is not shown any more. Repeating it does nothing. */
export async function clearOldAttempts(db: Database, now: Date): Promise<void> {
  const slot = outdatedSlot(now);
  if (!(await hasOldAttempts(db, slot, oldestShown(now)))) return;
  await transaction(db, (trx) => truncateSlot(trx, slot, lockMs));
}
