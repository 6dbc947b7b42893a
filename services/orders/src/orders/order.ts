/** What an order is, and how one is made from a request. Pure: the time and other services' answers are passed in. */
import type { AccountCaller } from '@order-hub/shared/caller';
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import type { CustomerView } from '@order-hub/shared/customer';
import { invalidFields } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { setPrivateRefs, type PrivateRefEntry, type PrivateRefs } from '@order-hub/shared/private-ref';
import { formatTime, parseTime } from '@order-hub/shared/times';
import type { Delivery } from '../deliveries/delivery.schema.ts';
import {
  additionFaults,
  collections,
  draftCharge,
  draftDiscount,
  draftItem,
  draftPayment,
  renumberedKeys,
  type Additions,
  type Collection,
  type ElementFacts,
  type Placed,
} from './order-elements.ts';
import type { DealsCreate } from './order-parts.schema.ts';
import type { Order, OrderCreate } from './order.schema.ts';
import { orderFigures } from './order-total.ts';

/** An order as a path names it. */
export type OrderPath = { location_id: string; order_id: string };

/** Which order: never without its account and location. */
export type OrderKey = OrderPath & { account_id: string };

/** The order that a caller names: one of their own account. */
export const keyOf = ({ account }: AccountCaller, { location_id, order_id }: OrderPath): OrderKey => ({
  account_id: account.id,
  location_id,
  order_id,
});

/**
 * All that is stored of an order: what every client sees, the delivery with the driver's position, each client's private
 * refs, and the timezone in which its times are shown for good.
 */
export type StoredOrder = {
  order: Order;
  delivery: Delivery | null;
  private_refs: PrivateRefs | null;
  timezone: string;
};

/** Where, when, by whom and for whom an order is placed. `customerRefs`: each client's ref of the customer, by its id. */
export type OrderFacts = {
  location_id: string;
  timezone: string;
  currency: string;
  client_id: string;
  client_name: string;
  connection_name: string | null;
  now: Date;
  customer: CustomerView | null;
  customerRefs: PrivateRefs | null;
};

/** A client's Time as the location's clocks show it, in whole seconds; null stays null. */
export const localTime = (time: string | null, timezone: string): string | null =>
  time === null ? null : formatTime(parseTime(time), timezone);

const placed = <Element>(collection: Collection, elements: readonly Element[]): Placed<Element>[] =>
  elements.map((element, index) => ({ collection, index, element }));

const additions = ({ items, discounts, charges, payments }: OrderCreate): Additions => ({
  items: placed('items', items),
  discounts: placed('discounts', discounts),
  charges: placed('charges', charges),
  payments: placed('payments', payments),
});

const draftElements = (given: OrderCreate, facts: ElementFacts): Pick<Order, Collection> => ({
  items: given.items.map((item) => draftItem(item, facts)),
  discounts: given.discounts.map((discount) => draftDiscount(discount, facts)),
  charges: given.charges.map((charge) => draftCharge(charge, facts)),
  payments: given.payments.map((payment) => draftPayment(payment, facts)),
});

const draftDeals = (deals: DealsCreate): Order['deals'] =>
  Object.fromEntries(Object.values(deals).map((deal, index) => [String(index), deal]));

/** The creating client's refs of the order and its elements. The drafted elements stand where the given ones stood. */
function givenRefs(given: OrderCreate, drafted: Pick<Order, Collection>): PrivateRefEntry[] {
  const entries: PrivateRefEntry[] = [['self', given.private_ref]];
  for (const name of collections) {
    for (const [index, { id }] of drafted[name].entries()) entries.push([id, given[name][index]?.private_ref ?? null]);
  }
  return entries;
}

/**
 * The order that a valid body asks for, with defaults, ids, subtotals and total. Throws 422 for a deal line without its
 * deal and for an amount in another currency than the account's, naming each.
 */
export function draftOrder(given: OrderCreate, facts: OrderFacts): StoredOrder {
  const { timezone, currency, client_id, client_name, now } = facts;
  const elementFacts = { now, currency, dealKeys: renumberedKeys(given.deals) };
  const faults = additionFaults(additions(given), elementFacts);
  if (faults.length > 0) throw invalidFields(faults);
  const drafted = draftElements(given, elementFacts);
  const figures = orderFigures(drafted, currency);
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
    confirmed_time: localTime(given.confirmed_time, timezone),
    customer_notes: given.customer_notes,
    seller_notes: given.seller_notes,
    collection_code: given.collection_code,
    coupon_codes: given.coupon_codes,
    items: drafted.items,
    discounts: drafted.discounts,
    charges: drafted.charges,
    payments: drafted.payments,
    deals: draftDeals(given.deals),
    customer: facts.customer,
    loyalty_operations: given.loyalty_operations,
    custom_fields: mergeCustomFields({}, given.custom_fields),
    total: figures.total,
    payment_discrepancy: figures.payment_discrepancy,
    total_discrepancy: null,
  };
  const private_refs = setPrivateRefs(facts.customerRefs, client_id, givenRefs(given, drafted));
  return { order, delivery: null, private_refs, timezone };
}
