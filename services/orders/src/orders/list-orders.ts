import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { OrderFilters } from './order.schema.ts';
import { listOrderRows } from './order.store.ts';
import { viewOrder } from './order.view.ts';

/** A page of the orders of a location, or of the whole account, as the calling client sees them. */
export async function listOrders(
  { db }: { db: Database },
  { caller }: Context,
  { location_id }: { location_id?: string },
  query: OrderFilters,
) {
  const { account, client_id } = caller;
  const { items, next } = await listOrderRows(db, { account_id: account.id, location_id, client_id }, query);
  return { items: items.map(viewOrder), next };
}
