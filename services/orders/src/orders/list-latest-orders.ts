import type { Database } from '@order-hub/shared/database';
import type { LatestOrder } from '@order-hub/shared/orders-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listLatestOrderRows } from './latest-orders.store.ts';

/** The latest orders of the location that a page of the back office is about. Throws 404 when it is about none. */
export const listLatestOrders = async (
  { db }: { db: Database },
  ctx: PrincipalContext,
): Promise<{ orders: LatestOrder[] }> => ({ orders: await listLatestOrderRows(db, locationOf(ctx)) });
