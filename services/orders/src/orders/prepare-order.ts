/** A new order as it is stored and announced. Pure. */
import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { CustomerView } from '@order-hub/shared/customer';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { JsonText } from '@order-hub/shared/json';
import type { MessageCause } from '@order-hub/shared/message-cause';
import { anonymisedOrder } from '@order-hub/shared/personal-fields';
import { customerOrder } from '../customers/customer-order.ts';
import type { CustomerKey, OrderCustomer } from '../customers/order-customer.ts';
import { draftOrder, type OrderFacts, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderCreated } from './order.events.ts';
import { rowOf, storedOrder, type OrderRow } from './rows/order-row.ts';
import type { Order, OrderCreate } from './order.schema.ts';
import { assertOrderSize } from './rows/order-size.ts';

/** Where, when, by whom and by which request an order is placed. */
export type OrderSource = Omit<OrderFacts, keyof OrderCustomer> & MessageCause & { account_id: string };

/** The fields of an order that its row has as columns. */
type OrderColumns = Pick<Order, 'id' | 'location_id' | 'status' | 'created_by'> & {
  customer: Pick<CustomerView, 'id' | 'anonymised'>;
};

/** A new order's row, and the messages that announce it. */
export type NewOrder = { account_id: string; order: OrderColumns; row: OrderRow; messages: OutgoingMessage[] };

/** A new order, and what is stored instead if its customer is anonymised by then. A guest's order has no `customer`. */
export type OrderVariants = { customer: CustomerKey | null; asDrafted: NewOrder; asAnonymised(): NewOrder };

/**
 * A new order that is ready to be stored. `counted`: what counts for its customer; null for a guest's. `view`: the reply, as
 * drafted, if it was rendered already.
 */
export type PreparedOrder = OrderVariants & { counted: CustomerOrder | null; view: JsonText | null };

function newOrder(source: OrderSource, { order, timezone }: StoredOrder, row: OrderRow): NewOrder {
  const { account_id, client_id, now, request_id, traceparent } = source;
  const { id: order_id, location_id } = order;
  const cause = { client_id, now, request_id, traceparent };
  const change = { account_id, location_id, order_id, timezone, cause, customer_id: customerOf(order) };
  const messages = [orderCreated(change, row), ...customerOrdered(order, { account_id, client_id }, cause)];
  return { account_id, order, row, messages };
}

/** A drafted order, should its customer have been anonymised since the look-up: without personal data. */
export function anonymisedVariant(source: OrderSource, row: OrderRow): NewOrder {
  const stored = storedOrder(row);
  const anonymised = { ...stored, order: anonymisedOrder(stored.order) };
  return newOrder(source, anonymised, rowOf(anonymised));
}

/** Drafts an order. Throws 422 naming each element that breaks a rule, and for one that is too large. */
export function prepareOrder(source: OrderSource, body: OrderCreate, customer: OrderCustomer): PreparedOrder {
  const { account_id, client_id } = source;
  const drafted = draftOrder(body, {
    location_id: source.location_id,
    timezone: source.timezone,
    currency: source.currency,
    client_id,
    client_name: source.client_name,
    connection_name: source.connection_name,
    now: source.now,
    customer: customer.customer,
    customerRefs: customer.customerRefs,
  });
  const row = rowOf(drafted);
  assertOrderSize(row);
  const customer_id = customerOf(drafted.order);
  return {
    customer: customer_id === null ? null : { account_id, customer_id },
    asDrafted: newOrder(source, drafted, row),
    asAnonymised: () => anonymisedVariant(source, row),
    counted: customerOrder(drafted.order, { account_id, client_id }),
    view: null,
  };
}
