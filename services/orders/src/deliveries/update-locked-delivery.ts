import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText } from '@order-hub/shared/json';
import type { OrderPath, StoredOrder } from '../orders/order.ts';
import { updatedRow } from '../orders/rows/update-row.ts';
import { updateLockedOrder } from '../orders/update-locked-order.ts';
import type { DeliveredOrder } from './delivery.ts';
import { deliveryChanged } from './delivery.events.ts';

/** Creates or updates the delivery of an order, and announces it when it differs. Returns the delivery. */
export function updateLockedDelivery(
  db: Database,
  ctx: Context,
  path: OrderPath,
  update: (stored: StoredOrder) => DeliveredOrder,
) {
  return updateLockedOrder(db, ctx, path, (locked, facts) => {
    const { updated, ...row } = updatedRow(locked, facts, { update, announce: deliveryChanged });
    return { ...row, reply: jsonText(updated.delivery) };
  });
}
