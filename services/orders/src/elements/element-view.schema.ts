/** What an order is made of, as the API shows it (docs/api/orders.md#items). */
import { decimalText } from '@order-hub/shared/decimal';
import { computedMoney, moneySchema } from '@order-hub/shared/money';
import { pricingEffect } from '@order-hub/shared/pricing-effect';
import { privateRefView } from '@order-hub/shared/private-ref';
import { z } from 'zod';
import { deprecatedText, elementTexts } from './element.schema.ts';

const text = z.string();
const nullableText = text.nullable();
const decimal = decimalText.nullable();

const element = { id: text.describe(elementTexts.id), private_ref: privateRefView.describe(elementTexts.private_ref) };
const deleted = z.boolean().describe(elementTexts.deleted);
const tax_rate = decimal.describe(elementTexts.tax_rate);
/** A deprecated field gives back what was sent. */
const deprecated = nullableText.meta({ description: deprecatedText, deprecated: true });

const dealLineView = z
  .object({
    deal_key: text.describe(elementTexts.deal_key),
    label: nullableText.describe(elementTexts.label),
    position: z.union([z.int(), text]).nullable().describe(elementTexts.position),
    pricing_effect: pricingEffect.nullable().describe(elementTexts.pricing_effect),
    pricing_value: nullableText.describe(elementTexts.pricing_value),
  })
  .meta({ id: 'OrderDealLine', description: 'To which deal an item belongs.' });

const optionView = z
  .object({
    option_list_name: text.describe(elementTexts.option_list_name),
    name: text.describe(elementTexts.option_name),
    ref: nullableText.describe(elementTexts.option_ref),
    price: moneySchema.nullable().describe(elementTexts.option_price),
    quantity: z.int().describe(elementTexts.option_quantity),
    removed: z.boolean().nullable().describe(elementTexts.removed),
  })
  .meta({ id: 'OrderOption', description: 'An option of an item.' });

export const itemView = z
  .object({
    ...element,
    product_name: text.describe(elementTexts.product_name),
    sku_name: nullableText.describe(elementTexts.sku_name),
    sku_ref: nullableText.describe(elementTexts.sku_ref),
    price: moneySchema.describe(elementTexts.item_price),
    quantity: decimalText.describe(elementTexts.quantity),
    subtotal: computedMoney.describe('(Price + the prices of its options) × quantity.'),
    tax_rate,
    subset: nullableText.describe(elementTexts.subset),
    customer_notes: nullableText.describe(elementTexts.customer_notes),
    points_earned: decimal.describe(elementTexts.points_earned),
    points_used: decimal.describe(elementTexts.points_used),
    options: z.array(optionView).describe(elementTexts.options),
    deleted,
    deal_line: dealLineView.optional().describe(elementTexts.deal_line),
  })
  .meta({ id: 'OrderItem', description: 'An item of an order.' });

export const dealsView = z
  .record(
    text,
    z.object({ name: text.describe(elementTexts.deal_name), ref: nullableText.describe(elementTexts.deal_ref) }),
  )
  .meta({ id: 'OrderDeals', description: 'The deals of an order by deal key.' });

export const discountView = z
  .object({
    ...element,
    name: text.describe(elementTexts.discount_name),
    ref: nullableText.describe(elementTexts.discount_ref),
    price_off: moneySchema.describe(elementTexts.price_off),
    deleted,
    pricing_effect: deprecated,
    pricing_value: deprecated,
  })
  .meta({ id: 'OrderDiscount', description: 'A discount on the order as a whole.' });

export const chargeView = z
  .object({
    ...element,
    name: text.describe(elementTexts.charge_name),
    ref: nullableText.describe(elementTexts.charge_ref),
    price: moneySchema.describe(elementTexts.charge_price),
    tax_rate,
    deleted,
    type: deprecated,
    charge_type: deprecated,
    charge_price: deprecated,
    charge_ref: deprecated,
  })
  .meta({ id: 'OrderCharge', description: 'A charge, which adds to the price.' });

export const paymentView = z
  .object({
    ...element,
    name: nullableText.describe(elementTexts.payment_name),
    ref: nullableText.describe(elementTexts.payment_ref),
    amount: moneySchema.describe(elementTexts.amount),
    info: z.record(text, z.unknown()).nullable().describe(elementTexts.info),
    deleted,
    type: deprecated,
  })
  .meta({ id: 'OrderPayment', description: 'A payment.' });

export type Item = z.output<typeof itemView>;
export type Discount = z.output<typeof discountView>;
export type Charge = z.output<typeof chargeView>;
export type Payment = z.output<typeof paymentView>;
export type Deals = z.output<typeof dealsView>;

/** The collections of elements. */
export const collections = ['items', 'discounts', 'charges', 'payments'] as const;
export type Collection = (typeof collections)[number];

/** The elements of an order. */
export type Elements = { items: Item[]; discounts: Discount[]; charges: Charge[]; payments: Payment[] };
