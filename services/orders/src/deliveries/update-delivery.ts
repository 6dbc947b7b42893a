import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { OrderPath } from '../orders/order.ts';
import { deliveryOf, updatedDelivery, withDelivery } from './delivery.ts';
import type { DeliveryUpdate } from './delivery.schema.ts';
import { updateLockedDelivery } from './update-locked-delivery.ts';

/** Updates the delivery of an order. Throws 404 when it has none. */
export const updateDelivery = ({ db }: { db: Database }, ctx: Context, path: OrderPath, body: DeliveryUpdate) =>
  updateLockedDelivery(db, ctx, path, (stored) => {
    const delivery = deliveryOf(stored);
    if (!delivery) throw notFound('Delivery');
    const { timezone } = stored;
    return withDelivery(stored, updatedDelivery(delivery, body, { timezone, now: ctx.now }));
  });
