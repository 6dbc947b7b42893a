import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { unprocessable } from '@order-hub/shared/errors';
import type { OrderPath } from '../orders/order.ts';
import { draftDelivery, withDelivery } from './delivery.ts';
import type { DeliveryCreate } from './delivery.schema.ts';
import { updateLockedDelivery } from './update-locked-delivery.ts';

/** Attaches a delivery to an order of service type `delivery` that has none yet. Throws 422 for any other. */
export const createDelivery = ({ db }: { db: Database }, ctx: Context, path: OrderPath, body: DeliveryCreate) =>
  updateLockedDelivery(db, ctx, path, (stored) => {
    const { service_type } = stored.order;
    if (stored.delivery !== null) throw unprocessable('The order has a delivery already; update that one');
    if (service_type !== 'delivery') {
      throw unprocessable(
        `Only an order of service type delivery can have a delivery; this one has ${service_type ?? 'none'}`,
      );
    }
    return withDelivery(stored, draftDelivery(body, { ...path, timezone: stored.timezone, now: ctx.now }));
  });
