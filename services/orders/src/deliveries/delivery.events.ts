import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged } from '@order-hub/shared/changes';
import type { OrderChange } from '../orders/order.events.ts';

type DeliveryChange = Pick<OrderChange, 'order_id' | 'place' | 'cause'> & { delivery_id: string };

/** `delivery.create` (no state before) or `delivery.update`, with the driver's position. Deliveries have no private refs. */
export function deliveryChanged(
  { delivery_id, order_id, place, cause }: DeliveryChange,
  before: string | null,
  after: string,
): OutgoingMessage {
  const { location_id, account_id } = place;
  return resourceChanged('delivery', before === null ? 'create' : 'update', {
    ids: { delivery_id, order_id, location_id, account_id },
    place,
    cause,
    before: before === null ? null : { document: before },
    after: { document: after },
  });
}
