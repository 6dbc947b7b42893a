import type { Database } from '@order-hub/shared/database';
import type { LatestOrder } from '@order-hub/shared/orders-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { timeIn } from '@order-hub/shared/times';
import { localTime } from '../rows/current-order.ts';
import { listLatestOrderRows } from './latest-orders.store.ts';

type LatestRow = Awaited<ReturnType<typeof listLatestOrderRows>>[number];

/** The order with its times in the timezone that the location has now. */
function currentOrder({ timezone: stored, ...order }: LatestRow, timezone: string | null): LatestOrder {
  if (timezone === null || timezone === stored) return order;
  const { created_at, expected_time } = order;
  return { ...order, created_at: timeIn(created_at, timezone), expected_time: localTime(expected_time, timezone) };
}

/** The latest orders of the location that a page of the back office is about. Throws 404 when it is about none. */
export async function listLatestOrders({ db }: { db: Database }, ctx: PrincipalContext) {
  const rows = await listLatestOrderRows(db, locationOf(ctx));
  const timezone = ctx.principal.place?.timezone ?? null;
  return { orders: rows.map((row) => currentOrder(row, timezone)) };
}
