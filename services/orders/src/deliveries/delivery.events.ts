import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged } from '@order-hub/shared/resource-changed';
import type { RowUpdate } from '../orders/rows/update-row.ts';

const state = (document: string | null) => (document === null ? null : { document });

/**
 * `delivery.create` (no state before) or `delivery.update`, with the driver's position; nothing when the delivery is the
 * same. Deliveries have no private refs, and no data of the customer; who delivers to them may still answer with it.
 */
export function deliveryChanged({ change, order, before, after }: RowUpdate): OutgoingMessage[] {
  if (!order.delivery || after.delivery === before.delivery) return [];
  const { order_id, location_id, account_id, timezone, cause, customer_id } = change;
  const message = resourceChanged('delivery', before.delivery === null ? 'create' : 'update', {
    ids: { delivery_id: order.delivery.id, order_id, location_id, account_id },
    place: { account_id, location_id, timezone },
    ...{ cause, customer_id },
    before: state(before.delivery),
    after: state(after.delivery),
  });
  return [message];
}
