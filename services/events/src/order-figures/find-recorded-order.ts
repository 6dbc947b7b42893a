import type { Queryable } from '@order-hub/shared/database';
import { findRecord, type OrderKey } from './order-history.store.ts';

/** The id of an order if it is of this location and its figures are still kept; else undefined. */
export const findRecordedOrder = async (db: Queryable, order: OrderKey): Promise<string | undefined> =>
  (await findRecord(db, order))?.order_id;
