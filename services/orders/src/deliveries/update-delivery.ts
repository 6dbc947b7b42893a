import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { changeLockedOrder } from '../orders/change-locked-order.ts';
import type { OrderPath } from '../orders/order.ts';
import { updatedDelivery, withDelivery } from './delivery.ts';
import type { DeliveryUpdate } from './delivery.schema.ts';

/** Updates the delivery of an order. Throws 404 when it has none. */
export async function updateDelivery({ db }: { db: Database }, ctx: Context, path: OrderPath, update: DeliveryUpdate) {
  const { delivery } = await changeLockedOrder(db, ctx, path, (stored) => {
    if (!stored.delivery) throw notFound('Delivery');
    const { timezone } = stored;
    return withDelivery(stored, updatedDelivery(stored.delivery, update, { timezone, now: ctx.now }));
  });
  return delivery;
}
