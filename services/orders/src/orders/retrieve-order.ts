import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { keyOf, type OrderPath } from './order.ts';
import { findOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

/** An order of a location, as the calling client sees it. Throws 404. */
export async function retrieveOrder({ db }: { db: Database }, { caller }: Context, path: OrderPath) {
  const found = await findOrder(db, keyOf(caller, path), caller.client_id);
  if (!found) throw notFound('Order');
  return viewOrder(found);
}
