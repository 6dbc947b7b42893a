import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { MessageCause } from '@order-hub/shared/message-cause';
import { message } from '@order-hub/shared/outbox';
import { resourceChanged, type ChangeCause, type ResourceState } from '@order-hub/shared/resource-changed';
import { customerOrder, type OrderOwner } from '../customers/customer-order.ts';
import type { OrderKey } from './order.ts';
import type { Order } from './order.schema.ts';

/** An order that changed, the cause, and the customer whose personal data the order shows. */
export type OrderChange = OrderKey & { timezone: string; cause: ChangeCause; customer_id: string | null };

/** The customer whose personal data an order shows; null for a guest, who cannot be anonymised. */
export const customerOf = ({ customer }: Order) => customer.id;

type States = { before: ResourceState | null; after: ResourceState };

const changed = (
  { order_id, location_id, account_id, timezone, cause, customer_id }: OrderChange,
  { before, after }: States,
) => ({
  ids: { order_id, location_id, account_id },
  place: { account_id, location_id, timezone },
  cause,
  customer_id,
  before,
  after,
});

/** `order.create`. */
export const orderCreated = (change: OrderChange, after: ResourceState): OutgoingMessage =>
  resourceChanged('order', 'create', changed(change, { before: null, after }));

/** `order.update`, with both states. */
export const orderUpdated = (change: OrderChange, before: ResourceState, after: ResourceState): OutgoingMessage =>
  resourceChanged('order', 'update', changed(change, { before, after }));

/** Announces a new order or its new total to customers; nothing for a guest's. */
export function customerOrdered(order: Order, owner: OrderOwner, cause: MessageCause): OutgoingMessage[] {
  const body = customerOrder(order, owner);
  return body ? [message('customer.order', body.customer_id, body, cause)] : [];
}
