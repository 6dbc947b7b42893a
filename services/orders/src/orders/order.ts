/** What an order is, and how requests make and update one. Pure: the time and other services' answers are passed in. */
import type { AccountCaller } from '@order-hub/shared/caller';
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import { invalidFields } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { setPrivateRefs, type PrivateRefEntry, type PrivateRefs } from '@order-hub/shared/private-ref';
import { formatTime } from '@order-hub/shared/times';
import type { OrderCustomer } from '../customers/order-customer.ts';
import { additionFaults, additionsOf } from '../elements/element-faults.ts';
import { collections, type Elements } from '../elements/element-view.schema.ts';
import { newDeals, newElements, renumberedKeys } from '../elements/new-elements.ts';
import { orderTotals } from '../elements/totals.ts';
import { updatedElements } from '../elements/updated-elements.ts';
import { localTime } from './rows/current-order.ts';
import type { Order, OrderCreate, OrderUpdate } from './order.schema.ts';

/** An order as a path names it. */
export type OrderPath = { location_id: string; order_id: string };

/** The key of an order: never without its account and location. */
export type OrderKey = OrderPath & { account_id: string };

/** The key of an order of the caller's own account. */
export const keyOf = ({ account }: AccountCaller, { location_id, order_id }: OrderPath): OrderKey => ({
  account_id: account.id,
  location_id,
  order_id,
});

/** The timezone in which a caller sees an order: the one that the location in the path has now, or else the stored one. */
export const timezoneOf = ({ location }: AccountCaller, stored: { timezone: string }): string =>
  location?.timezone ?? stored.timezone;

/**
 * An order with all that is stored beside it: the delivery with the driver's position (JSON text), each client's private
 * refs, and the timezone of its times.
 */
export type StoredOrder = {
  order: Order;
  delivery: string | null;
  private_refs: PrivateRefs | null;
  timezone: string;
};

/** Where, when, by whom and for whom an order is placed. */
export type OrderFacts = OrderCustomer & {
  location_id: string;
  timezone: string;
  currency: string;
  client_id: string;
  client_name: string;
  connection_name: string | null;
  now: Date;
};

/** The creating client's refs of the order and of its elements, which stand in the order of the given ones. */
function givenRefs(given: OrderCreate, elements: Elements): PrivateRefEntry[] {
  const entries: PrivateRefEntry[] = [['self', given.private_ref]];
  for (const name of collections) {
    for (const [index, { id }] of elements[name].entries()) entries.push([id, given[name][index]?.private_ref ?? null]);
  }
  return entries;
}

/** Throws 422 naming each deal line without its deal, and each amount in another currency than the account's. */
function draftElements(given: OrderCreate, { now, currency }: OrderFacts): Elements {
  const elementFacts = { now, currency, dealKeys: renumberedKeys(given.deals) };
  const faults = additionFaults(additionsOf(given), elementFacts);
  if (faults.length > 0) throw invalidFields(faults);
  return newElements(given, elementFacts);
}

/** A new order with defaults, ids, subtotals and total. Throws 422 naming each element that breaks a rule. */
export function draftOrder(given: OrderCreate, facts: OrderFacts): StoredOrder {
  const { timezone, currency, client_id, client_name, now } = facts;
  const elements = draftElements(given, facts);
  const totals = orderTotals(elements, currency);
  const order: Order = {
    id: newId(now),
    location_id: facts.location_id,
    created_at: formatTime(now, timezone),
    created_by: client_name,
    connection_name: facts.connection_name,
    channel: given.channel ?? client_name,
    ref: given.ref,
    private_ref: null,
    status: given.status,
    service_type: given.service_type,
    service_type_ref: given.service_type_ref,
    expected_time: localTime(given.expected_time, timezone),
    asap: given.asap,
    expected_time_pickup: localTime(given.expected_time_pickup, timezone),
    confirmed_time: localTime(given.confirmed_time, timezone),
    customer_notes: given.customer_notes,
    seller_notes: given.seller_notes,
    collection_code: given.collection_code,
    coupon_codes: given.coupon_codes,
    items: elements.items,
    discounts: elements.discounts,
    charges: elements.charges,
    payments: elements.payments,
    deals: newDeals(given.deals),
    customer: facts.customer,
    loyalty_operations: given.loyalty_operations,
    custom_fields: mergeCustomFields({}, given.custom_fields),
    total: totals.total,
    payment_discrepancy: totals.payment_discrepancy,
    total_discrepancy: null,
  };
  const private_refs = setPrivateRefs(facts.customerRefs, client_id, givenRefs(given, elements));
  return { order, delivery: null, private_refs, timezone };
}

/** Who updates, in which currency, and when. */
export type UpdateFacts = { client_id: string; currency: string; now: Date };

/** The scalar fields that an update carries: absent keeps, null clears. */
function updatedScalars(order: Order, update: OrderUpdate, timezone: string) {
  const { status, confirmed_time, seller_notes, collection_code, custom_fields } = update;
  return {
    ...(status !== undefined && { status }),
    ...(confirmed_time !== undefined && { confirmed_time: localTime(confirmed_time, timezone) }),
    ...(seller_notes !== undefined && { seller_notes }),
    ...(collection_code !== undefined && { collection_code }),
    ...(custom_fields && { custom_fields: mergeCustomFields(order.custom_fields, custom_fields) }),
  };
}

/** The order after an update (docs/api/orders.md#update), with its totals. Throws 422 naming every element that breaks a rule. */
export function updatedOrder(stored: StoredOrder, update: OrderUpdate, facts: UpdateFacts): StoredOrder {
  const { order, private_refs, timezone } = stored;
  const { client_id, currency, now } = facts;
  // Deals keep the keys that the service gave them; a new item joins a deal by one of those.
  const dealKeys = new Map(Object.keys(order.deals).map((key) => [key, key]));
  const { elements, refs } = updatedElements(order, update, { now, currency, dealKeys });
  const ownRef: PrivateRefEntry[] = update.private_ref === undefined ? [] : [['self', update.private_ref]];
  return {
    ...stored,
    order: { ...order, ...updatedScalars(order, update, timezone), ...elements, ...orderTotals(elements, currency) },
    private_refs: setPrivateRefs(private_refs, client_id, [...ownRef, ...refs]),
  };
}
