import type { OutgoingMessage } from '@order-hub/shared/bus';
import { changeKey, type Change } from '@order-hub/shared/contracts';
import { message } from '@order-hub/shared/outbox';
import type { ChangeFacts } from '../orders/order.events.ts';

/** `delivery.create` (no state before) or `delivery.update`, with the driver's position. Deliveries have no private refs. */
export function deliveryChanged(
  facts: ChangeFacts & { delivery_id: string },
  before: string | null,
  after: string,
): OutgoingMessage {
  const { account_id, location_id, order_id, delivery_id, timezone, client_id, now } = facts;
  const body: Change = {
    resource_type: 'delivery',
    event_type: before === null ? 'create' : 'update',
    created_at: now.toISOString(),
    client_id,
    account_id,
    location_id,
    timezone,
    ids: { delivery_id, order_id, location_id, account_id },
    previous_state: before,
    new_state: after,
    previous_private_refs: null,
    private_refs: null,
    state_change: null,
  };
  return message('change', changeKey(body), body);
}
