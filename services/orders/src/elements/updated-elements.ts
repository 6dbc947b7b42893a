/** The elements of an order after an update (docs/api/orders.md#element-updates). Pure. */
import { invalidFields, type FieldError } from '@order-hub/shared/errors';
import type { PrivateRefEntry } from '@order-hub/shared/private-ref';
import { additionFaults, sizeFaults, type Addition } from './element-faults.ts';
import type { ElementsUpdate, ElementUpdate } from './element-update.schema.ts';
import { collections, type Collection, type Elements } from './element-view.schema.ts';
import { newCharge, newDiscount, newItem, newPayment, type ElementFacts } from './new-elements.ts';

type AnyElement = { id: string; deleted: boolean };
type Updates<NewElement> = readonly ElementUpdate<NewElement>[] | null | undefined;

/** The entries of a collection that add an element. */
const additionsIn = <NewElement>(collection: Collection, updates: Updates<NewElement>): Addition<NewElement>[] =>
  (updates ?? []).flatMap((update, index) =>
    update.change === 'add' ? [{ collection, index, element: update.element }] : [],
  );

function unknownIdFaults(name: Collection, elements: readonly AnyElement[], updates: Updates<unknown>) {
  const ids = new Set(elements.map(({ id }) => id));
  return (updates ?? []).flatMap((update, index): FieldError[] =>
    update.change === 'add' || ids.has(update.id)
      ? []
      : [
          {
            field: `${name}.${index}.id`,
            message: `is not the id of an element of the order's ${name}`,
            code: 'not_found',
          },
        ],
  );
}

function assertValid(elements: Elements, update: ElementsUpdate, facts: ElementFacts): void {
  const added = {
    items: additionsIn('items', update.items),
    discounts: additionsIn('discounts', update.discounts),
    charges: additionsIn('charges', update.charges),
    payments: additionsIn('payments', update.payments),
  };
  const faults = [
    ...collections.flatMap((name) => unknownIdFaults(name, elements[name], update[name])),
    ...sizeFaults(elements, added),
    ...additionFaults(added, facts),
  ];
  if (faults.length > 0) throw invalidFields(faults);
}

/** The private ref that an update sets; undefined if it leaves it alone. */
const refOf = (update: ElementUpdate<{ private_ref: string | null }>) => {
  if (update.change === 'delete') return undefined;
  return update.change === 'add' ? update.element.private_ref : update.private_ref;
};

/** One collection after its updates, and the private refs they set. Elements keep their places; new ones come last. */
function updatedCollection<Element extends AnyElement, NewElement extends { private_ref: string | null }>(
  elements: readonly Element[],
  updates: Updates<NewElement>,
  create: (given: NewElement) => Element,
) {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const refs: PrivateRefEntry[] = [];
  for (const update of updates ?? []) {
    const element = update.change === 'add' ? create(update.element) : byId.get(update.id);
    if (!element) continue;
    byId.set(element.id, update.change === 'delete' ? { ...element, deleted: true } : element);
    const ref = refOf(update);
    if (ref !== undefined) refs.push([element.id, ref]);
  }
  return { elements: [...byId.values()], refs };
}

/** The elements after an update, and the private refs it sets. Throws 422 naming every entry that breaks a rule. */
export function updatedElements(before: Elements, update: ElementsUpdate, facts: ElementFacts) {
  assertValid(before, update, facts);
  const items = updatedCollection(before.items, update.items, (given) => newItem(given, facts));
  const discounts = updatedCollection(before.discounts, update.discounts, (given) => newDiscount(given, facts));
  const charges = updatedCollection(before.charges, update.charges, (given) => newCharge(given, facts));
  const payments = updatedCollection(before.payments, update.payments, (given) => newPayment(given, facts));
  const elements: Elements = {
    items: items.elements,
    discounts: discounts.elements,
    charges: charges.elements,
    payments: payments.elements,
  };
  return { elements, refs: [...items.refs, ...discounts.refs, ...charges.refs, ...payments.refs] };
}
