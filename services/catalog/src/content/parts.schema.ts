/** The parts of a catalog as a client sends them (docs/api/catalogs.md#catalog-content). */
import { customFieldsSchema, freeFormObject, mergeCustomFields } from '@order-hub/shared/custom-fields';
import { decimalSchema } from '@order-hub/shared/decimal';
import { listOf } from '@order-hub/shared/lists';
import { moneySchema } from '@order-hub/shared/money';
import {
  clearable,
  hubField,
  optional,
  optionalList,
  optionalNotes,
  optionalObject,
  optionalRef,
  optionalText,
} from '@order-hub/shared/optional';
import { crossFieldRule, rule } from '@order-hub/shared/rules';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { priceOverrideUpload, restrictionsUpload } from './restrictions.schema.ts';
import { listMax, optionsMax, skusMax } from './sizes.schema.ts';

const selectionsMax = 1_000_000;

/** How many options of a list are chosen. */
export const selectionsCount = z.int().min(0).max(selectionsMax);

/** A list of texts that is empty when it is left out. */
export const optionalTexts = optionalList(nameText, listMax);

export const ref = optionalText.describe('Your reference; a part that keeps it keeps its id.');
export const requiredRef = nameText.describe('Your reference, unique among the parts of this kind.');
export const name = nameText.describe('The name.');
export const description = optionalNotes.describe('The description.');
export const tags = optionalTexts.describe('Any tags.');
export const image_ids = optionalTexts.describe('Images of this catalog, in their order.');
const unrestricted: z.output<typeof restrictionsUpload> = {};
export const restrictions = optionalObject(restrictionsUpload, unrestricted).describe('When it is available.');
const price = moneySchema.describe('The price; an amount of zero when it is free.');
const optionPrice = optional(moneySchema, null).describe('The price; without it, an amount of zero.');
export const price_overrides = optionalList(priceOverrideUpload, listMax).describe(
  'Other prices; the last that matches counts.',
);

/** A list of at least one part. */
export const partsOf = <Part extends z.ZodType>(part: Part, max: number) =>
  listOf(part, max).check(rule((list) => list.length > 0, 'empty', 'must have at least one element'));

export const variantUpload = z
  .object({ ref: requiredRef, name })
  .meta({ id: 'VariantUpload', description: 'A variant, which restrictions and price overrides name.' });

export const categoryUpload = z
  .object({
    ref: requiredRef,
    parent_ref: optionalRef.describe('The category that it is in; without it, it is at the root.'),
    name,
    description,
    tags,
    image_ids,
  })
  .meta({ id: 'CategoryUpload', description: 'A category of products.' });

const taxRateUpload = z
  .object({
    delivery: decimalSchema.describe('The percentage when delivered.'),
    collection: decimalSchema.describe('The percentage when collected.'),
    eat_in: decimalSchema.describe('The percentage when eaten in.'),
  })
  .meta({ id: 'TaxRateUpload', description: 'Percentages of tax, all three.' });

const barcode = z
  .string('must be a text')
  .regex(/^(?:[0-9]{8}|[0-9]{12,13})$/, 'must have exactly 8, 12 or 13 digits')
  .meta({ maxLength: 13 });

export const skuUpload = z
  .object({
    ref,
    name: optionalText.describe('Tells it from the other skus of its product, of which one may be without a name.'),
    restrictions,
    price,
    price_overrides,
    option_list_refs: optionalTexts.describe('The option lists to choose from with it.'),
    tags,
    barcodes: optionalList(barcode, listMax).describe('Barcodes, each of 8, 12 or 13 digits.'),
    custom_fields: optional(customFieldsSchema, {})
      .transform((fields) => mergeCustomFields({}, fields))
      .describe('The custom fields.'),
  })
  .meta({ id: 'SkuUpload', description: 'A form of a product that can be ordered.' });

export const productUpload = z
  .object({
    ref,
    category_ref: nameText.describe('The category that it is in.'),
    name,
    description,
    tags,
    tax_rate: optionalObject(taxRateUpload, null).describe('The tax.'),
    nutrition: hubField(optional(freeFormObject, null)).describe('Facts about nutrition: any JSON object.'),
    image_ids,
    skus: partsOf(skuUpload, skusMax).describe('The forms in which it can be ordered.'),
  })
  .meta({ id: 'ProductUpload', description: 'A product.' });

export const optionUpload = z
  .object({
    ref,
    name,
    restrictions,
    price: optionPrice,
    price_overrides,
    default: optional(z.boolean(), false).describe('Whether it is chosen at first.'),
    tags,
  })
  .meta({ id: 'OptionUpload', description: 'An option that can be chosen with a sku.' });

const selections = clearable(selectionsCount);

/** What each deprecated `type` means (docs/api/catalogs.md#option-lists). */
const selectionsOfType = {
  single: { min_selections: 1, max_selections: 1 },
  multiple: { min_selections: 0, max_selections: null },
};

export const optionListUpload = z
  .object({
    ref: requiredRef,
    name,
    min_selections: selections.describe('How many options must be chosen; by default 0.'),
    max_selections: selections.describe('How many may be chosen; null: no limit.'),
    type: optional(z.enum(['single', 'multiple']), null).describe(
      'Deprecated. It decides: `single` means exactly 1, `multiple` any number, whatever the two numbers say.',
    ),
    multiple_selection: hubField(optional(z.boolean(), null)).describe(
      'Whether an option may be chosen more than once.',
    ),
    tags,
    options: partsOf(optionUpload, optionsMax).describe('The options, in their order.'),
  })
  .transform(({ min_selections, max_selections, ...list }) => ({
    ...list,
    ...(list.type === null
      ? { min_selections: min_selections ?? 0, max_selections: max_selections ?? null }
      : selectionsOfType[list.type]),
  }))
  .check(
    crossFieldRule(({ min_selections, max_selections, options }, fault) => {
      if (max_selections === null) return;
      if (max_selections < min_selections)
        fault('inconsistent', 'must not be less than min_selections', 'max_selections');
      if (options.filter((option) => option.default).length > max_selections) {
        fault(
          'inconsistent',
          `must not have more than ${max_selections} that are chosen at first (max_selections)`,
          'options',
        );
      }
    }),
  )
  .meta({ id: 'OptionListUpload', description: 'A list of options.' });

export type SkuUpload = z.output<typeof skuUpload>;
