/** Faults of changes that only the rest of the catalog shows (docs/api/catalogs.md#catalog-content). */
import type { FieldError } from '@order-hub/shared/errors';
import type { MenuChange } from '@order-hub/shared/menu-calls';
import { currencyOf } from '@order-hub/shared/money';
import { placeOf, type ChangedPart } from './change-parts.ts';

/** What the changes are checked against. `imageIds`, `variantRefs`: all that the catalog has. */
export type Surroundings = {
  parts: readonly ChangedPart[];
  currency: string;
  imageIds: ReadonlySet<string>;
  variantRefs: ReadonlySet<string>;
};

const namesIn = ({ after }: MenuChange): readonly string[] => (Array.isArray(after) ? after : []);

/** The skus whose name another sku of their product has; no name counts as one. */
function repeatedSkuNames(parts: readonly ChangedPart[]): Set<string> {
  const repeated = new Set<string>();
  for (const { part } of parts) {
    const seen = new Map<unknown, string>();
    for (const { id, name } of part.skus ?? []) {
      const other = seen.get(name);
      if (other !== undefined) repeated.add(other).add(id);
      seen.set(name, id);
    }
  }
  return repeated;
}

/** Whether a change has the fault, and what to say then. */
const rules: readonly {
  field: MenuChange['field'];
  isBroken(change: MenuChange, around: Surroundings & { repeated: ReadonlySet<string> }): boolean;
  message(around: Surroundings): string;
}[] = [
  {
    field: 'price',
    isBroken: ({ after }, { currency }) => typeof after === 'string' && currencyOf(after) !== currency,
    message: ({ currency }) => `must be in ${currency}, the currency of the account`,
  },
  {
    field: 'image_ids',
    isBroken: (change, { imageIds }) => namesIn(change).some((id) => !imageIds.has(id)),
    message: () => 'is not the id of an image of this catalog',
  },
  {
    field: 'variant_refs',
    isBroken: (change, { variantRefs }) => namesIn(change).some((ref) => !variantRefs.has(ref)),
    message: () => 'is not the ref of a variant',
  },
  {
    field: 'name',
    isBroken: ({ child_id }, { repeated }) => child_id !== null && repeated.has(child_id),
    message: () => 'is the name of another sku of the product; one sku may be without a name',
  },
];

/** Every fault that a schema cannot find. Takes changes whose values are those of their fields. */
export function changeFaults(changes: readonly MenuChange[], surroundings: Surroundings): FieldError[] {
  const around = { ...surroundings, repeated: repeatedSkuNames(surroundings.parts) };
  return changes.flatMap((change, index) => {
    const broken = rules.find(({ field, isBroken }) => field === change.field && isBroken(change, around));
    return broken ? [{ field: placeOf(index), message: broken.message(around) }] : [];
  });
}
