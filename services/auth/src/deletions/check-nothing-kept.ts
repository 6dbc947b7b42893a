import { lookUpOrders } from '@order-hub/shared/orders-calls';
import { listSelectableCatalogs } from '@order-hub/shared/catalog-calls';
import { listSelectableCustomerLists } from '@order-hub/shared/customers-calls';
import { serviceUnavailable, stillInUse } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { obstacleOf } from './obstacles.ts';

type Place = { account_id: string; location_id: string | null };
type Selectables = { items: readonly { location_id: string | null }[]; more: boolean } | undefined;

/** For a location, what belongs to its account is listed too. Where not all are listed, one of the others may be the place's. */
function hasAny(listed: Selectables, { location_id }: Place): boolean {
  if (listed === undefined) throw serviceUnavailable('What this place has cannot be looked up at the moment');
  return listed.more || listed.items.some((item) => location_id === null || item.location_id === location_id);
}

/** Throws 409 when orders, catalogs or customer lists belong to the place, and 503 while that cannot be looked up. */
export async function assertNothingKept(ask: Ask, requestId: string, place: Place): Promise<void> {
  const question = { params: {}, body: place, requestId };
  const [found, catalogs, lists] = await Promise.all([
    ask(lookUpOrders, question),
    ask(listSelectableCatalogs, question),
    ask(listSelectableCustomerLists, question),
  ]);
  if (found === undefined) throw serviceUnavailable('The orders service is of an older version: upgrade it first');
  const obstacle = obstacleOf(place.location_id === null ? 'account' : 'location', {
    orders: found.has_orders,
    catalogs: hasAny(catalogs, place),
    customer_lists: hasAny(lists, place),
  });
  if (obstacle !== undefined) throw stillInUse(obstacle);
}
