/** The order as a domain value: how one comes to be. Pure: the clock and the collaborators' answers are passed in. */
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import { invalidFields } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { setPrivateRef, type PrivateRefs } from '@order-hub/shared/private-ref';
import { formatTime, parseTime } from '@order-hub/shared/times';
import type { CustomerView } from '@order-hub/shared/customer';
import {
  currencyFaults,
  dealKeyFaults,
  draftCharge,
  draftDiscount,
  draftItem,
  draftPayment,
  renumberedKeys,
  type ElementFacts,
  type Placed,
  type PlacedElements,
} from './order-elements.ts';
import type { DealsCreate } from './order-parts.schema.ts';
import type { Order, OrderCreate } from './order.schema.ts';
import { orderFigures } from './order-total.ts';

/** Where, when, by whom and for whom an order is placed. */
export type OrderFacts = {
  location_id: string;
  timezone: string;
  currency: string;
  client_id: string;
  client_name: string;
  connection_name: string | null;
  now: Date;
  customer: CustomerView | null;
};

/** An order and what only some clients see of it. `timezone`: the one in which its times are shown for good. */
export type StoredOrder = { order: Order; private_refs: PrivateRefs | null; timezone: string };

/** A client's Time as the location's clocks show it, in whole seconds; null stays null. */
export const localTime = (time: string | null, timezone: string): string | null =>
  time === null ? null : formatTime(parseTime(time), timezone);

const placed = <Element>(name: string, elements: readonly Element[]): Placed<Element>[] =>
  elements.map((element, index) => ({ field: `${name}.${index}`, element }));

const placedElements = ({ items, discounts, charges, payments }: OrderCreate): PlacedElements => ({
  items: placed('items', items),
  discounts: placed('discounts', discounts),
  charges: placed('charges', charges),
  payments: placed('payments', payments),
});

function draftElements(
  given: PlacedElements,
  facts: ElementFacts,
): Pick<Order, 'items' | 'discounts' | 'charges' | 'payments'> {
  return {
    items: given.items.map(({ element }) => draftItem(element, facts)),
    discounts: given.discounts.map(({ element }) => draftDiscount(element, facts)),
    charges: given.charges.map(({ element }) => draftCharge(element, facts)),
    payments: given.payments.map(({ element }) => draftPayment(element, facts)),
  };
}

const draftDeals = (deals: DealsCreate): Order['deals'] =>
  Object.fromEntries(Object.values(deals).map((deal, index) => [String(index), deal]));

const collections = ['items', 'discounts', 'charges', 'payments'] as const;

/** The creating client's refs of the order and its elements. The drafted elements stand where the given ones stood. */
function draftPrivateRefs(given: OrderCreate, order: Order, client_id: string): PrivateRefs | null {
  const set = (refs: PrivateRefs | null, id: string, ref: string | null = null) =>
    ref === null ? refs : setPrivateRef(refs, client_id, id, ref);
  return collections.reduce(
    (refs, name) => order[name].reduce((known, { id }, index) => set(known, id, given[name][index]?.private_ref), refs),
    set(null, 'self', given.private_ref),
  );
}

/**
 * The order that a valid body asks for, with defaults, ids, subtotals and total. Throws 422 for a deal line without its
 * deal and for an amount in another currency than the account's, naming each.
 */
export function draftOrder(given: OrderCreate, facts: OrderFacts): StoredOrder {
  const { timezone, currency, client_id, client_name, now } = facts;
  const dealKeys = renumberedKeys(given.deals);
  const elements = placedElements(given);
  const faults = [...dealKeyFaults(elements.items, dealKeys), ...currencyFaults(elements, currency)];
  if (faults.length > 0) throw invalidFields(faults);
  const drafted = draftElements(elements, { now, currency, dealKeys });
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
    ...drafted,
    deals: draftDeals(given.deals),
    customer: facts.customer,
    loyalty_operations: given.loyalty_operations,
    custom_fields: mergeCustomFields({}, given.custom_fields),
    ...orderFigures(drafted, currency),
    total_discrepancy: null,
  };
  return { order, private_refs: draftPrivateRefs(given, order, client_id), timezone };
}
