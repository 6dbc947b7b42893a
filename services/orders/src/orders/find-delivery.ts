import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { keyOf, timezoneOf, type OrderPath } from './order.ts';
import { currentDelivery } from './rows/order-row.ts';
import { findDelivery } from './order.store.ts';

/** The delivery of an order as JSON text. Throws 404 when there is no such order, or it has no delivery. */
export async function getDelivery(db: Database, { caller }: Context, path: OrderPath): Promise<string> {
  const order = await findDelivery(db, keyOf(caller, path));
  if (!order) throw notFound('Order');
  const { delivery, timezone } = order;
  if (delivery === null) throw notFound('Delivery');
  return currentDelivery(delivery, timezone, timezoneOf(caller, order));
}
