import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { OrderKey } from './order.ts';
import { findOrderLocation, hasOrders } from './order.store.ts';

/** The location of an order of an account, for customers. Throws 404. */
export async function lookUpOrder(
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: unknown,
  { account_id, order_id }: Omit<OrderKey, 'location_id'>,
) {
  const order = await findOrderLocation(db, account_id, order_id);
  if (!order) throw notFound('Order');
  return order;
}

/** Whether a location or an account has orders, for auth, which deletes neither with orders. */
export const lookUpOrders = async (
  { db }: { db: Database },
  place: { account_id: string; location_id: string | null },
): Promise<{ has_orders: boolean }> => ({ has_orders: await hasOrders(db, place) });
