/** What an order is made of, as a client sends it (docs/api/orders.md#items). */
import { freeFormObject } from '@order-hub/shared/custom-fields';
import { decimalSchema } from '@order-hub/shared/decimal';
import { mapOf } from '@order-hub/shared/lists';
import { moneySchema } from '@order-hub/shared/money';
import {
  optional,
  optionalDecimal,
  optionalList,
  optionalNotes,
  optionalObject,
  optionalPrivateRef,
  optionalRef,
  optionalText,
} from '@order-hub/shared/optional';
import { pricingEffect, pricingRule, pricingValue } from '@order-hub/shared/pricing-effect';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { elementsMax, optionsMax } from './element-limits.ts';

/** The meaning of fields, in requests and in replies. */
export const elementTexts = {
  id: 'The id of the element.',
  private_ref: 'Your own reference of the element.',
  deleted: 'Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone.',
  tax_rate: 'A percentage: `15.5` means 15.5 %. Nothing is computed from it.',
  product_name: 'The name of the product.',
  sku_name: 'The name of the sku, mostly a size or colour.',
  sku_ref: 'The ref of the sku.',
  item_price: 'The price of one sku, without its options.',
  quantity: 'How many of it.',
  subset: 'Groups items: a course, batch or portion.',
  customer_notes: 'Instructions of the customer.',
  points_earned: 'The points that the item earns. No loyalty card is changed by it.',
  points_used: 'The points that were spent on the item. No loyalty card is changed by it.',
  options: 'The options that were chosen.',
  deal_line: 'To which deal the item belongs; only for an item that is part of a deal.',
  deal_key: "A key of the order's deals.",
  label: 'For example the kind of item in this line of the deal.',
  position: 'Returned as it was sent.',
  pricing_effect: 'How the deal changes the price. Nothing is computed from it.',
  pricing_value:
    'Money for `fixed_price` and `price_off`, a decimal from 0 to 100 for `percentage_off`, null for `unchanged` or without an effect.',
  option_list_name: 'The name of the option list.',
  option_name: 'The name of the option.',
  option_ref: 'The ref of the option.',
  option_price: 'The price of one; without it the option is free.',
  option_quantity: 'How often it is selected for a single unit of the item.',
  removed: 'Whether the option was taken away, such as an ingredient. Its price is then what is charged for it.',
  deal_name: 'The name of the deal.',
  deal_ref: 'The ref of the deal.',
  discount_name: 'The name of the discount.',
  discount_ref: 'The ref of the discount.',
  price_off: 'What is taken off the price of the order.',
  charge_name: 'The name of the charge.',
  charge_ref: 'The ref of the charge.',
  charge_price: 'What is added to the price of the order.',
  payment_name: 'The name of the means of payment.',
  payment_ref: 'The ref of the means of payment.',
  amount: 'What was paid.',
  info: 'Any further information.',
} as const;

/** The meaning of every deprecated field, in requests and in replies. */
export const deprecatedText = 'Deprecated: returned as it was sent. Nothing is computed from it.';

/** Some clients send a number, which is returned as text. */
const textOrNumber = z
  .preprocess((value: unknown) => (typeof value === 'number' ? String(value) : value), nameText)
  .meta({ documentedAs: z.union([nameText, z.number()]) });
const deprecated = optional(textOrNumber, null).meta({ description: deprecatedText, deprecated: true });
const deleted = optional(z.boolean(), false).describe(elementTexts.deleted);
const private_ref = optionalPrivateRef.describe(elementTexts.private_ref);
const tax_rate = optionalDecimal.describe(elementTexts.tax_rate);

const dealLineCreate = z
  .object({
    deal_key: nameText.describe(elementTexts.deal_key),
    label: optionalText.describe(elementTexts.label),
    position: optional(z.union([z.int(), nameText]), null).describe(elementTexts.position),
    pricing_effect: optional(pricingEffect, null).describe(elementTexts.pricing_effect),
    pricing_value: pricingValue.describe(elementTexts.pricing_value),
  })
  .check(pricingRule)
  .meta({ id: 'OrderDealLineCreate', description: 'To which deal an item belongs.' });

const optionCreate = z
  .object({
    option_list_name: nameText.describe(elementTexts.option_list_name),
    name: nameText.describe(elementTexts.option_name),
    ref: optionalRef.describe(elementTexts.option_ref),
    price: optional(moneySchema, null).describe(elementTexts.option_price),
    quantity: optional(z.int().min(0).max(1_000_000), 1).describe(`${elementTexts.option_quantity} By default 1.`),
    removed: optional(z.boolean(), null).describe(elementTexts.removed),
  })
  .meta({ id: 'OrderOptionCreate', description: 'An option of a new item.' });

export const itemCreate = z
  .object({
    private_ref,
    product_name: nameText.describe(elementTexts.product_name),
    sku_name: optionalText.describe(elementTexts.sku_name),
    sku_ref: optionalRef.describe(elementTexts.sku_ref),
    price: moneySchema.describe(elementTexts.item_price),
    quantity: decimalSchema.describe(elementTexts.quantity),
    tax_rate,
    subset: optionalText.describe(elementTexts.subset),
    customer_notes: optionalNotes.describe(elementTexts.customer_notes),
    points_earned: optionalDecimal.describe(elementTexts.points_earned),
    points_used: optionalDecimal.describe(elementTexts.points_used),
    options: optionalList(optionCreate, optionsMax).describe(elementTexts.options),
    deleted,
    deal_line: optionalObject(dealLineCreate, null).describe(elementTexts.deal_line),
  })
  .meta({ id: 'OrderItemCreate', description: 'A new item.' });

const dealCreate = z.object({
  name: nameText.describe(elementTexts.deal_name),
  ref: optionalRef.describe(elementTexts.deal_ref),
});

const dealsMessage = 'must be a map from deal keys to deals, such as {"lunch": {"name": "Lunch"}}';

export const dealsCreate = mapOf(nameText, dealCreate, elementsMax, dealsMessage).meta({
  id: 'OrderDealsCreate',
  description: 'The deals of a new order by deal key. The hub renumbers the keys.',
});

export const discountCreate = z
  .object({
    private_ref,
    name: nameText.describe(elementTexts.discount_name),
    ref: optionalRef.describe(elementTexts.discount_ref),
    price_off: moneySchema.describe(elementTexts.price_off),
    deleted,
    pricing_effect: deprecated,
    pricing_value: deprecated,
  })
  .meta({ id: 'OrderDiscountCreate', description: 'A new discount on the order as a whole.' });

export const chargeCreate = z
  .object({
    private_ref,
    name: nameText.describe(elementTexts.charge_name),
    ref: optionalRef.describe(elementTexts.charge_ref),
    price: moneySchema.describe(elementTexts.charge_price),
    tax_rate,
    deleted,
    type: deprecated,
    charge_type: deprecated,
    charge_price: deprecated,
    charge_ref: deprecated,
  })
  .meta({ id: 'OrderChargeCreate', description: 'A new charge, which adds to the price.' });

export const paymentCreate = z
  .object({
    private_ref,
    name: optionalText.describe(elementTexts.payment_name),
    ref: optionalRef.describe(elementTexts.payment_ref),
    amount: moneySchema.describe(elementTexts.amount),
    info: optional(freeFormObject, null).describe(elementTexts.info),
    deleted,
    type: deprecated,
  })
  .meta({ id: 'OrderPaymentCreate', description: 'A new payment.' });

export type ItemCreate = z.output<typeof itemCreate>;
export type DealsCreate = z.output<typeof dealsCreate>;
export type DiscountCreate = z.output<typeof discountCreate>;
export type ChargeCreate = z.output<typeof chargeCreate>;
export type PaymentCreate = z.output<typeof paymentCreate>;

/** The elements of a new order. */
export type ElementsCreate = {
  items: ItemCreate[];
  discounts: DiscountCreate[];
  charges: ChargeCreate[];
  payments: PaymentCreate[];
};
