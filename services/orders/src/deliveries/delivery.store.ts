import type { Queryable } from '@order-hub/shared/database';
import type { OrderKey } from '../orders/order.ts';

/**
 * The delivery of an order, which is a column of the order's row, as JSON text; undefined when there is no such order,
 * null when it has no delivery.
 */
export async function findDelivery(db: Queryable, { account_id, location_id, order_id }: OrderKey) {
  const { rows } = await db.query<{ delivery: string | null }>({
    name: 'find-delivery',
    text: 'select delivery from orders where account_id = $1 and id = $2 and location_id = $3',
    values: [account_id, order_id, location_id],
  });
  return rows[0]?.delivery;
}
