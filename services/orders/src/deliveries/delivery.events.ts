import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged } from '@order-hub/shared/resource-changed';
import type { OrderChange } from '../orders/order.events.ts';

type DeliveryChange = Omit<OrderChange, 'customer_id'> & { delivery_id: string };

const state = (document: string | null) => (document === null ? null : { document });

/** `delivery.create` (no state before) or `delivery.update`, with the driver's position. Deliveries have no private refs. */
export const deliveryChanged = (
  { delivery_id, order_id, location_id, account_id, timezone, cause }: DeliveryChange,
  before: string | null,
  after: string | null,
): OutgoingMessage =>
  resourceChanged('delivery', before === null ? 'create' : 'update', {
    ids: { delivery_id, order_id, location_id, account_id },
    place: { account_id, location_id, timezone },
    cause,
    before: state(before),
    after: state(after),
  });
