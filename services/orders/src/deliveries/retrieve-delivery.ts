import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { keyOf, type OrderPath } from '../orders/order.ts';
import { findDelivery } from './delivery.store.ts';

/** The delivery of an order. Throws 404 when there is no such order, or it has no delivery. */
export async function retrieveDelivery({ db }: { db: Database }, { caller }: Context, path: OrderPath) {
  const delivery = await findDelivery(db, keyOf(caller, path));
  if (delivery === undefined) throw notFound('Order');
  if (delivery === null) throw notFound('Delivery');
  return jsonText(delivery);
}
