import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type Cause, type State } from '@order-hub/shared/resource-changed';
import { message } from '@order-hub/shared/outbox';
import { customerOrder, type OrderCause } from './customer-order.ts';
import type { OrderKey } from './order.ts';
import type { Order } from './order.schema.ts';

/** An order that changed, who changed it, and whose personal data it shows. */
export type OrderChange = OrderKey & { timezone: string; cause: Cause; customer_id: string | null };

/** Whose personal data an order shows; null for a guest's, who cannot be anonymised. */
export const customerOf = ({ customer }: Order) => customer?.id ?? null;

type States = { before: State | null; after: State };

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
export const orderCreated = (change: OrderChange, after: State): OutgoingMessage =>
  resourceChanged('order', 'create', changed(change, { before: null, after }));

/** `order.update`, with both states. */
export const orderUpdated = (change: OrderChange, before: State, after: State): OutgoingMessage =>
  resourceChanged('order', 'update', changed(change, { before, after }));

/** Tells customers of a new order, or of its new total. Nothing for a guest's. */
export function customerOrdered(order: Order, cause: OrderCause): OutgoingMessage[] {
  const told = customerOrder(order, cause);
  return told ? [message('customer.order', told.customer_id, told)] : [];
}
