import type { Database } from '@order-hub/shared/database';
import { oldestKeptDay } from './kept-days.ts';
import * as store from './order-record.store.ts';

/** Deletes some of what is recorded of orders of days that are not kept any more. Returns the number of rows. */
export const deleteOldOrders = (db: Database, now: Date, orderFigureDays: number): Promise<number> =>
  store.deleteOldOrders(db, oldestKeptDay(now, orderFigureDays));
