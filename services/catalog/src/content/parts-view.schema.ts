/** The parts of a catalog as responses show them (docs/api/catalogs.md#catalog-content). */
import { customFieldsView } from '@order-hub/shared/custom-fields';
import { decimalText } from '@order-hub/shared/decimal';
import { moneySchema } from '@order-hub/shared/money';
import { z } from 'zod';
import { priceOverrideView, restrictionsView } from './restrictions-view.schema.ts';

const text = z.string();
const nullableText = text.nullable();

const id = text.describe('The id.');
const ref = nullableText.describe('The reference of the client that uploaded it.');
const name = text.describe('The name.');
const description = nullableText.describe('The description.');
const tags = z.array(text).describe('The tags.');
const image_ids = z.array(text).describe('The images, in their order.');
const restrictions = restrictionsView.describe('When it is available.');
const coupon_codes = z.array(text).describe('The coupon codes that it requires.');
const price_overrides = z.array(priceOverrideView).describe('Other prices; the last that matches counts.');

export const variantView = z
  .object({ id, ref: text.describe('The reference that restrictions name.'), name })
  .meta({ id: 'Variant', description: 'A variant of a catalog, which restrictions and price overrides name.' });

export const categoryView = z
  .object({
    id,
    ref: text.describe('The reference of the client that uploaded it.'),
    parent_id: nullableText.describe('The category that it is in; null at the root.'),
    name,
    description,
    tags,
    image_ids,
  })
  .meta({ id: 'Category', description: 'A category of products.' });

const taxRateView = z
  .object({
    delivery: decimalText.describe('The percentage when delivered.'),
    collection: decimalText.describe('The percentage when collected.'),
    eat_in: decimalText.describe('The percentage when eaten in.'),
  })
  .meta({ id: 'TaxRate', description: 'Percentages of tax.' });

export const skuView = z
  .object({
    id,
    ref,
    name: nullableText.describe('The name, which no other sku of the product has.'),
    product_id: text.describe('The product that it belongs to.'),
    restrictions,
    price: moneySchema.describe('The price.'),
    price_overrides,
    option_list_ids: z.array(text).describe('The option lists from which options are chosen with it.'),
    tags,
    barcodes: z.array(text).describe('The barcodes.'),
    custom_fields: customFieldsView.describe('The custom fields.'),
  })
  .meta({ id: 'Sku', description: 'A form of a product that can be ordered.' });

export const productView = z
  .object({
    id,
    ref,
    category_id: text.describe('The category that it is in.'),
    name,
    description,
    tags,
    tax_rate: taxRateView.nullable().describe('The tax; null when it is not known.'),
    nutrition: z.record(text, z.unknown()).nullable().describe('Facts about nutrition; null when none were sent.'),
    image_ids,
    skus: z.array(skuView).describe('The forms in which it can be ordered.'),
  })
  .meta({ id: 'Product', description: 'A product.' });

export const optionView = z
  .object({
    id,
    ref,
    option_list_id: text.describe('The list that it is in.'),
    name,
    restrictions,
    price: moneySchema.describe('The price.'),
    price_overrides,
    default: z.boolean().describe('Whether it is chosen at first.'),
    tags,
  })
  .meta({ id: 'Option', description: 'An option that can be chosen with a sku.' });

export const optionListView = z
  .object({
    id,
    ref: text.describe('The reference that skus name.'),
    name,
    min_selections: z.int().describe('How many options must be chosen.'),
    max_selections: z.int().nullable().describe('How many may be chosen; null: no limit.'),
    type: z
      .enum(['single', 'multiple'])
      .nullable()
      .describe('Deprecated: see the two numbers. Null unless it was sent.'),
    multiple_selection: z
      .boolean()
      .nullable()
      .describe('Whether an option may be chosen more than once; null when it was not sent.'),
    tags,
    options: z.array(optionView).describe('The options, in their order.'),
  })
  .meta({ id: 'OptionList', description: 'A list of options.' });

const effects = ['unchanged', 'fixed_price', 'price_off', 'percentage_off', 'free'] as const;

const dealLineView = z
  .object({
    skus: z
      .array(
        z.object({
          id,
          ref: text.describe('The reference of the sku.'),
          extra_charge: moneySchema.nullable().describe('The extra price of this sku.'),
        }),
      )
      .describe('The skus to choose from.'),
    pricing_effect: z.enum(effects).describe('What the deal does to the price.'),
    pricing_value: nullableText.describe('An amount or a percentage, as the effect needs.'),
    label: nullableText.describe('What the line stands for, such as a drink.'),
  })
  .meta({ id: 'CatalogDealLine', description: 'One choice of a deal.' });

export const dealView = z
  .object({
    id,
    ref,
    category_id: nullableText.describe('The category that it is in.'),
    name,
    description,
    restrictions,
    coupon_codes,
    tags,
    image_ids,
    lines: z.array(dealLineView).describe('The choices.'),
  })
  .meta({ id: 'CatalogDeal', description: 'Several skus at a special price.' });

export const discountView = z
  .object({
    id,
    ref,
    name,
    description,
    restrictions,
    coupon_codes,
    pricing_effect: z.enum(['price_off', 'percentage_off']).describe('What it does to the price.'),
    pricing_value: text.describe('An amount or a percentage, as the effect needs.'),
    image_ids,
  })
  .meta({ id: 'CatalogDiscount', description: 'A discount on an order.' });

export const chargeView = z
  .object({
    id,
    ref,
    name,
    type: z.enum(['delivery', 'payment_fee', 'tip', 'tax', 'other']).describe('The kind of charge.'),
    price: moneySchema.nullable().describe('The amount; null when it varies.'),
    restrictions,
  })
  .meta({ id: 'CatalogCharge', description: 'An amount that is added to the price of an order.' });
