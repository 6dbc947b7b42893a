/** What an update makes of an order (contract, "Update rules"). Pure; all of it is taken, or a 422 names what is wrong. */
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import { setPrivateRef } from '@order-hub/shared/private-ref';
import type { ElementUpdate } from './element-update.schema.ts';
import { localTime, type StoredOrder } from './order.ts';
import {
  currencyFaults,
  dealKeyFaults,
  draftCharge,
  draftDiscount,
  draftItem,
  draftPayment,
  type ElementFacts,
  type Placed,
} from './order-elements.ts';
import type { Order, OrderUpdate } from './order.schema.ts';
import { orderFigures } from './order-total.ts';

/** Who updates, in which currency, and when. */
export type UpdateFacts = { client_id: string; currency: string; now: Date };

type Element = { id: string; deleted: boolean };

/** The entries of a collection that add an element, with their places in the body. */
function additions<Addition>(
  name: string,
  updates: readonly ElementUpdate<Addition>[] | null | undefined,
): Placed<Addition>[] {
  return (updates ?? []).flatMap((update, index) =>
    update.change === 'add' ? [{ field: `${name}.${index}`, element: update.element }] : [],
  );
}

function unknownIdFaults(
  name: string,
  elements: readonly Element[],
  updates: readonly ElementUpdate<unknown>[] | null | undefined,
) {
  const known = new Set(elements.map(({ id }) => id));
  return (updates ?? []).flatMap((update, index): FieldError[] =>
    update.change === 'add' || known.has(update.id)
      ? []
      : [{ field: `${name}.${index}.id`, message: `is not the id of an element of the order's ${name}` }],
  );
}

const collections = ['items', 'discounts', 'charges', 'payments'] as const;

function assertValid(order: Order, update: OrderUpdate, { currency, dealKeys }: ElementFacts): void {
  const added = {
    items: additions('items', update.items),
    discounts: additions('discounts', update.discounts),
    charges: additions('charges', update.charges),
    payments: additions('payments', update.payments),
  };
  const faults = [
    ...collections.flatMap((name) => unknownIdFaults(name, order[name], update[name])),
    ...dealKeyFaults(added.items, dealKeys),
    ...currencyFaults(added, currency),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

type Updated<Kind> = { elements: Kind[]; refs: [id: string, ref: string | null][] };

/** One collection after its updates, and the private refs they set: what was there keeps its place, what is added comes last. */
function updateElements<Kind extends Element, Addition extends { private_ref: string | null }>(
  elements: readonly Kind[],
  updates: readonly ElementUpdate<Addition>[] | null | undefined,
  draft: (addition: Addition) => Kind,
): Updated<Kind> {
  const given = updates ?? [];
  const deleted = new Set(given.flatMap((update) => (update.change === 'delete' ? [update.id] : [])));
  const kept = elements.map((element) => (deleted.has(element.id) ? { ...element, deleted: true } : element));
  const added = given.flatMap((update) =>
    update.change === 'add' ? [{ made: draft(update.element), ref: update.element.private_ref }] : [],
  );
  const refs = given.flatMap((update): Updated<Kind>['refs'] =>
    update.change === 'private_ref' ? [[update.id, update.private_ref]] : [],
  );
  return {
    elements: [...kept, ...added.map(({ made }) => made)],
    refs: [...refs, ...added.map(({ made, ref }): [string, string | null] => [made.id, ref])],
  };
}

function updateCollections(order: Order, update: OrderUpdate, facts: ElementFacts) {
  const items = updateElements(order.items, update.items, (given) => draftItem(given, facts));
  const discounts = updateElements(order.discounts, update.discounts, (given) => draftDiscount(given, facts));
  const charges = updateElements(order.charges, update.charges, (given) => draftCharge(given, facts));
  const payments = updateElements(order.payments, update.payments, (given) => draftPayment(given, facts));
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
function updateScalars(order: Order, update: OrderUpdate, timezone: string) {
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
export function applyUpdate(
  { order, private_refs, timezone }: StoredOrder,
  update: OrderUpdate,
  { client_id, currency, now }: UpdateFacts,
): StoredOrder {
  // Deals keep the keys that the service gave them; a new item of a deal names one of those.
  const dealKeys = new Map(Object.keys(order.deals).map((key) => [key, key]));
  const facts: ElementFacts = { now, currency, dealKeys };
  assertValid(order, update, facts);
  const { elements, refs } = updateCollections(order, update, facts);
  const ownRef: typeof refs = update.private_ref === undefined ? [] : [['self', update.private_ref]];
  return {
    order: { ...order, ...updateScalars(order, update, timezone), ...elements, ...orderFigures(elements, currency) },
    private_refs: [...ownRef, ...refs].reduce(
      (known, [element, ref]) => setPrivateRef(known, client_id, element, ref),
      private_refs,
    ),
    timezone,
  };
}
