import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { OrderFilters } from './order.schema.ts';
import { listOrderRows, type ListScope } from './order.store.ts';
import { viewOrder } from './order.view.ts';

type Place = Pick<ListScope, 'location_id'>;

/** A page of the orders of a location, or of the whole account, as the calling client sees them. */
export async function listOrders({ db }: { db: Database }, { caller }: Context, place: Place, filters: OrderFilters) {
  const { account, client_id } = caller;
  const { items, next } = await listOrderRows(db, { account_id: account.id, client_id, ...place }, filters);
  return { items: items.map(viewOrder), next };
}
