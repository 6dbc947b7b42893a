import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { keyOf, timezoneOf, type OrderPath } from './order.ts';
import { currentDocument } from './rows/order-row.ts';
import { findOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

/** An order of a location, as the calling client sees it. Throws 404. */
export async function retrieveOrder({ db, reads }: { db: Database; reads: LargeReads }, ctx: Context, path: OrderPath) {
  const { caller } = ctx;
  return reads.document(ctx, async (bytesMax) => {
    const found = await findOrder(db, keyOf(caller, path), caller.client_id, bytesMax);
    if (!found) throw notFound('Order');
    if (found.is_cut) return { isCut: true, jsonText: '' };
    const document = currentDocument(found, timezoneOf(caller, found));
    return { isCut: false, ...viewOrder({ ...found, document }) };
  });
}
