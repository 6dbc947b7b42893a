/** What other services and deliveries need of an order. */
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { OrderKey } from './order.ts';
import { findDelivery, findOrderLocation } from './order.store.ts';

/** The location of an order of an account. Throws 404. */
export async function lookUpOrder(
  { db }: { db: Database },
  _ctx: unknown,
  { account_id, order_id }: Omit<OrderKey, 'location_id'>,
) {
  const order = await findOrderLocation(db, account_id, order_id);
  if (!order) throw notFound('Order');
  return order;
}

/** The delivery of an order as JSON text. Throws 404 when there is no such order, or it has no delivery. */
export async function getDelivery(db: Database, key: OrderKey): Promise<string> {
  const delivery = await findDelivery(db, key);
  if (delivery === undefined) throw notFound('Order');
  if (delivery === null) throw notFound('Delivery');
  return delivery;
}
