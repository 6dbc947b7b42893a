import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findOrderLocation } from './order.store.ts';

/** Where an order of an account is. Throws 404. */
export async function lookUpOrder(
  { db }: { db: Database },
  { account_id, order_id }: { account_id: string; order_id: string },
) {
  const order = await findOrderLocation(db, account_id, order_id);
  if (!order) throw notFound('Order');
  return order;
}
