/** What an update makes of an order (contract, "Update rules"). Pure; all of it is taken, or a 422 names what is wrong. */
import { mergeCustomFields } from '@order-hub/shared/custom-fields';
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import { setPrivateRef, type PrivateRefs } from '@order-hub/shared/private-ref';
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

type Collection<Kind extends Element> = { elements: Kind[]; refs: PrivateRefs | null };

/** One collection after its updates, in their order: what was there keeps its place, what is added comes last. */
function updateCollection<Kind extends Element, Addition extends { private_ref?: string | null | undefined }>(
  { elements, refs }: Collection<Kind>,
  updates: readonly ElementUpdate<Addition>[] | null | undefined,
  draft: (addition: Addition) => Kind,
  client_id: string,
): Collection<Kind> {
  return (updates ?? []).reduce<Collection<Kind>>(
    (current, update) => {
      if (update.change === 'add') {
        const element = draft(update.element);
        const ref = update.element.private_ref;
        const known = ref ? setPrivateRef(current.refs, client_id, element.id, ref) : current.refs;
        return { elements: [...current.elements, element], refs: known };
      }
      if (update.change === 'private_ref') {
        return { ...current, refs: setPrivateRef(current.refs, client_id, update.id, update.private_ref) };
      }
      const markDeleted = (element: Kind) => (element.id === update.id ? { ...element, deleted: true } : element);
      return { ...current, elements: current.elements.map(markDeleted) };
    },
    { elements, refs },
  );
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

const ownRef = (refs: PrivateRefs | null, update: OrderUpdate, client_id: string) =>
  update.private_ref === undefined ? refs : setPrivateRef(refs, client_id, 'self', update.private_ref);

/** The order after the update, totals and discrepancy with it. Throws 422 naming every element that breaks a rule. */
export function applyUpdate(
  stored: StoredOrder,
  update: OrderUpdate,
  { client_id, currency, now }: UpdateFacts,
): StoredOrder {
  const { order, timezone } = stored;
  // Deals keep the keys that the service gave them; a new item of a deal names one of those.
  const dealKeys = new Map(Object.keys(order.deals).map((key) => [key, key]));
  const facts: ElementFacts = { now, currency, dealKeys };
  assertValid(order, update, facts);
  const refs = ownRef(stored.private_refs, update, client_id);
  const items = updateCollection(
    { elements: order.items, refs },
    update.items,
    (given) => draftItem(given, facts),
    client_id,
  );
  const discounts = updateCollection(
    { elements: order.discounts, refs: items.refs },
    update.discounts,
    (given) => draftDiscount(given, facts),
    client_id,
  );
  const charges = updateCollection(
    { elements: order.charges, refs: discounts.refs },
    update.charges,
    (given) => draftCharge(given, facts),
    client_id,
  );
  const payments = updateCollection(
    { elements: order.payments, refs: charges.refs },
    update.payments,
    (given) => draftPayment(given, facts),
    client_id,
  );
  const elements = {
    items: items.elements,
    discounts: discounts.elements,
    charges: charges.elements,
    payments: payments.elements,
  };
  const updated = {
    ...order,
    ...updateScalars(order, update, timezone),
    ...elements,
    ...orderFigures(elements, currency),
  };
  return { order: updated, private_refs: payments.refs, timezone };
}
