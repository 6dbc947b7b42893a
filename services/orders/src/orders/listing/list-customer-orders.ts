import type { Database } from '@order-hub/shared/database';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { timeIn } from '@order-hub/shared/times';
import { listCustomerOrderRows } from './customer-orders.store.ts';

/** The latest orders of a customer in the location that a page is about. Throws 404 when it is about none. */
export async function listCustomerOrders(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { customer_id }: { customer_id: string },
) {
  const rows = await listCustomerOrderRows(db, { ...locationOf(ctx), customer_id });
  const timezone = ctx.principal.place?.timezone ?? null;
  const orders = rows.map(({ timezone: stored, created_at, ...order }) => {
    const isMoved = timezone !== null && timezone !== stored;
    return { ...order, created_at: isMoved ? timeIn(created_at, timezone) : created_at };
  });
  return { orders };
}
