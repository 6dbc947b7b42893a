/** What an update makes of an order (docs/api/orders.md#update). Pure: all of it is taken, or a 422 names what is wrong. */
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import { setPrivateRefs, type PrivateRefEntry } from '@order-hub/shared/private-ref';
import type { ElementUpdate } from './element-update.schema.ts';
import { localTime, type StoredOrder } from './order.ts';
import {
  additionFaults,
  collections,
  draftCharge,
  draftDiscount,
  draftItem,
  draftPayment,
  type Collection,
  type ElementFacts,
  type Placed,
} from './order-elements.ts';
import { sizeFaults } from './order-size.ts';
import type { Order, OrderUpdate } from './order.schema.ts';
import { orderFigures } from './order-total.ts';

/** Who updates, in which currency, and when. */
export type UpdateFacts = { client_id: string; currency: string; now: Date };

type Element = { id: string; deleted: boolean };
type ElementUpdates<Addition> = readonly ElementUpdate<Addition>[] | null | undefined;

/** The entries of a collection that add an element, with their places in the body. */
const additions = <Addition>(collection: Collection, updates: ElementUpdates<Addition>): Placed<Addition>[] =>
  (updates ?? []).flatMap((update, index) =>
    update.change === 'add' ? [{ collection, index, element: update.element }] : [],
  );

function unknownIdFaults(name: Collection, elements: readonly Element[], updates: ElementUpdates<unknown>) {
  const known = new Set(elements.map(({ id }) => id));
  return (updates ?? []).flatMap((update, index): FieldError[] =>
    update.change === 'add' || known.has(update.id)
      ? []
      : [{ field: `${name}.${index}.id`, message: `is not the id of an element of the order's ${name}` }],
  );
}

function assertValid(order: Order, update: OrderUpdate, facts: ElementFacts): void {
  const added = {
    items: additions('items', update.items),
    discounts: additions('discounts', update.discounts),
    charges: additions('charges', update.charges),
    payments: additions('payments', update.payments),
  };
  const faults = [
    ...collections.flatMap((name) => unknownIdFaults(name, order[name], update[name])),
    ...sizeFaults(order, added),
    ...additionFaults(added, facts),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

/** One collection after its updates, and the private refs they set: what was there keeps its place, what is added comes last. */
function updatedElements<Kind extends Element, Addition extends { private_ref: string | null }>(
  elements: readonly Kind[],
  updates: ElementUpdates<Addition>,
  draft: (addition: Addition) => Kind,
) {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const refs: PrivateRefEntry[] = [];
  for (const update of updates ?? []) {
    const element = update.change === 'add' ? draft(update.element) : byId.get(update.id);
    if (!element) continue;
    byId.set(element.id, update.change === 'delete' ? { ...element, deleted: true } : element);
    if (update.change === 'add') refs.push([element.id, update.element.private_ref]);
    if (update.change === 'private_ref') refs.push([element.id, update.private_ref]);
  }
  return { elements: [...byId.values()], refs };
}

function updatedCollections(order: Order, update: OrderUpdate, facts: ElementFacts) {
  const items = updatedElements(order.items, update.items, (given) => draftItem(given, facts));
  const discounts = updatedElements(order.discounts, update.discounts, (given) => draftDiscount(given, facts));
  const charges = updatedElements(order.charges, update.charges, (given) => draftCharge(given, facts));
  const payments = updatedElements(order.payments, update.payments, (given) => draftPayment(given, facts));
  return {
    elements: {
      items: items.elements,
      discounts: discounts.elements,
      charges: charges.elements,
      payments: payments.elements,
    },
    refs: [...items.refs, ...discounts.refs, ...charges.refs, ...payments.refs],
  };
}

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

/** The order after the update, totals and discrepancy with it. Throws 422 naming every element that breaks a rule. */
export function updatedOrder(
  stored: StoredOrder,
  update: OrderUpdate,
  { client_id, currency, now }: UpdateFacts,
): StoredOrder {
  const { order, private_refs, timezone } = stored;
  // Deals keep the keys that the service gave them; a new item of a deal names one of those.
  const dealKeys = new Map(Object.keys(order.deals).map((key) => [key, key]));
  const facts: ElementFacts = { now, currency, dealKeys };
  assertValid(order, update, facts);
  const { elements, refs } = updatedCollections(order, update, facts);
  const ownRef: PrivateRefEntry[] = update.private_ref === undefined ? [] : [['self', update.private_ref]];
  return {
    ...stored,
    order: { ...order, ...updatedScalars(order, update, timezone), ...elements, ...orderFigures(elements, currency) },
    private_refs: setPrivateRefs(private_refs, client_id, [...ownRef, ...refs]),
  };
}
