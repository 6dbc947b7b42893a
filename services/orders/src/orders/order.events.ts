import type { OutgoingMessage } from '@order-hub/shared/bus';
import { changeKey, type Change } from '@order-hub/shared/contracts';
import { message } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';

/** Which order: never without its account and location. */
export type OrderKey = { account_id: string; location_id: string; order_id: string };

/** Where an order is and who changed it, when; `client_id` is null when the hub itself did. */
export type ChangeFacts = OrderKey & {
  timezone: string;
  client_id: string | null;
  now: Date;
};

/** A state as it is announced: the document that all see, and the private refs by client. */
export type OrderState = { document: string; private_refs: PrivateRefs | null };

function change(
  event_type: 'create' | 'update',
  facts: ChangeFacts,
  before: OrderState | null,
  after: OrderState,
): OutgoingMessage {
  const { account_id, location_id, order_id, timezone, client_id, now } = facts;
  const body: Change = {
    resource_type: 'order',
    event_type,
    created_at: now.toISOString(),
    client_id,
    account_id,
    location_id,
    timezone,
    ids: { order_id, location_id, account_id },
    previous_state: before?.document ?? null,
    new_state: after.document,
    previous_private_refs: before?.private_refs ?? null,
    private_refs: after.private_refs,
    state_change: null,
  };
  return message('change', changeKey(body), body);
}

/** `order.create`. */
export const orderCreated = (facts: ChangeFacts, after: OrderState) => change('create', facts, null, after);

/** `order.update`, with both states. */
export const orderUpdated = (facts: ChangeFacts, before: OrderState, after: OrderState) =>
  change('update', facts, before, after);
