import { transaction, type Database } from '@order-hub/shared/database';
import { hasOldRows, truncateSlot, type DayLog } from './day-log.store.ts';
import { oldestShown, outdatedSlots } from './day-slots.ts';

const lockMs = 200;

/** Clears the days away that are not shown any more. Repeating it does nothing. */
export async function clearOldDays(db: Database, log: DayLog, keptDays: number, now: Date): Promise<void> {
  for (const slot of outdatedSlots(now, keptDays)) {
    if (!(await hasOldRows(db, log, slot, oldestShown(now, keptDays)))) continue;
    await transaction(db, (trx) => truncateSlot(trx, log, slot, lockMs));
  }
}
