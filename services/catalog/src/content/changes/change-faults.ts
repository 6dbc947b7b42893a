/** Faults of changes that only the rest of the catalog shows (docs/api/catalogs.md#catalog-content). */
import type { FieldError } from '@order-hub/shared/errors';
import type { FaultCode } from '@order-hub/shared/fault-codes';
import { fieldErrorsOf } from '@order-hub/shared/field-errors';
import type { MenuChange, MenuPriceOverride } from '@order-hub/shared/menu-calls';
import { currencyOf } from '@order-hub/shared/money';
import { pricingRule } from '@order-hub/shared/pricing-effect';
import { z } from 'zod';
import { partKey, placeOf, type ChangedPart } from './change-parts.ts';
import { partsOnPath, type AnyPart } from './inner-parts.ts';

/** What the changes are checked against. `imageIds`, `variantRefs`: all that the catalog has. */
export type Surroundings = {
  parts: readonly ChangedPart[];
  currency: string;
  imageIds: ReadonlySet<string>;
  variantRefs: ReadonlySet<string>;
};

/** A change, with what it leads to: `whole` is the part, `target` what is changed in it. */
type Made = { change: MenuChange; whole: AnyPart; target: AnyPart };

const listIn = ({ after }: MenuChange) => (Array.isArray(after) ? after : []);
const namesIn = (change: MenuChange) => listIn(change).filter((name) => typeof name === 'string');
const overridesIn = (change: MenuChange) =>
  listIn(change).filter((one): one is MenuPriceOverride => typeof one === 'object');

/** Every amount that a change sets. A percentage is none. */
const amountsIn = (change: MenuChange): string[] => {
  if (change.field === 'price_overrides') return overridesIn(change).map(({ price }) => price);
  return typeof change.after === 'string' && / [A-Z]{3}$/.test(change.after) ? [change.after] : [];
};

const sameName = ({ change, whole, target }: Made) =>
  change.child_id !== null && (whole.skus ?? []).filter(({ name }) => name === target.name).length > 1;

/** What is wrong with a change, wherever in it. */
type Fault = Omit<FieldError, 'field'>;

const faultIf = (isBroken: boolean, code: FaultCode, message: string): Fault | undefined =>
  isBroken ? { message, code } : undefined;

const currencyFault = ({ change }: Made, { currency }: Surroundings) =>
  faultIf(
    amountsIn(change).some((amount) => currencyOf(amount) !== currency),
    'wrong_currency',
    `must be in ${currency}, the currency of the account`,
  );

const imageFault = ({ change }: Made, { imageIds }: Surroundings) =>
  faultIf(
    namesIn(change).some((id) => !imageIds.has(id)),
    'not_found',
    'is not the id of an image of this catalog',
  );

const variantFault = ({ change }: Made, { variantRefs }: Surroundings) => {
  const refs = [...namesIn(change), ...overridesIn(change).flatMap(({ variant_refs = [] }) => variant_refs)];
  return faultIf(
    refs.some((ref) => !variantRefs.has(ref)),
    'not_found',
    'is not the ref of a variant',
  );
};

const nameFault = (made: Made) =>
  faultIf(
    made.change.kind === 'product' && sameName(made),
    'taken',
    'is the name of another sku of the product; one sku may be without a name',
  );

/** The same rules as for an upload, between the numbers of an option list and its options. */
function selectionFault({ whole: { min_selections = 0, max_selections = null, options = [] } }: Made) {
  if (max_selections === null) return undefined;
  if (max_selections < min_selections)
    return faultIf(true, 'inconsistent', 'must not let guests choose fewer than they must');
  const chosen = options.filter((option) => option.default).length;
  return faultIf(
    chosen > max_selections,
    'inconsistent',
    `must not have more than ${max_selections} that are chosen at first`,
  );
}

const pricing = z
  .object({
    pricing_effect: z.enum(['unchanged', 'fixed_price', 'price_off', 'percentage_off']),
    pricing_value: z.any(),
  })
  .check(pricingRule);

/** A value that does not belong to the effect of its line. */
function pricingFault({ target }: Made) {
  const { error } = pricing.safeParse(target);
  return error && fieldErrorsOf(error.issues)[0];
}

type Rule = (made: Made, around: Surroundings) => Fault | undefined;

const rules: Partial<Record<MenuChange['field'], readonly Rule[]>> = {
  name: [nameFault],
  image_ids: [imageFault],
  variant_refs: [variantFault],
  price: [currencyFault],
  price_overrides: [currencyFault, variantFault],
  extra_charge: [currencyFault],
  min_selections: [selectionFault],
  max_selections: [selectionFault],
  default: [selectionFault],
  pricing_effect: [pricingFault],
  pricing_value: [pricingFault, currencyFault],
};

/** Every fault that a schema cannot find. Takes changes whose values are those of their fields. */
export function changeFaults(changes: readonly MenuChange[], around: Surroundings): FieldError[] {
  const wholes = new Map(around.parts.map((changed) => [partKey(changed), changed.part]));
  return changes.flatMap((change, index) => {
    const whole = wholes.get(partKey(change));
    const target = whole && partsOnPath(whole, change)?.at(-1);
    if (!target) return [];
    const made = { change, whole, target };
    const found = rules[change.field]?.map((rule) => rule(made, around)).find((fault) => fault !== undefined);
    return found === undefined ? [] : [{ ...found, field: placeOf(index) }];
  });
}
