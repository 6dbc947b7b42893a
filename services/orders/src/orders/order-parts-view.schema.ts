/** What an order is made of, as the API shows it (docs/api/orders.md#items). */
import { decimalSchema } from '@order-hub/shared/decimal';
import { computedMoney, moneySchema } from '@order-hub/shared/money';
import { privateRefView } from '@order-hub/shared/private-ref';
import { z } from 'zod';
import { partTexts, pricingEffect } from './order-parts.schema.ts';

const text = z.string();
const nullableText = text.nullable();
const decimal = decimalSchema.nullable();

const element = { id: text.describe(partTexts.id), private_ref: privateRefView.describe(partTexts.private_ref) };
const deleted = z.boolean().describe(partTexts.deleted);
const tax_rate = decimal.describe(partTexts.tax_rate);
/** Always null. A client may read more than null from the document, so that its generated types keep the field. */
export const deprecated = z
  .null()
  .meta({ description: 'Deprecated: always null.', deprecated: true, type: ['string', 'null'] });

const dealLineView = z
  .object({
    deal_key: text.describe(partTexts.deal_key),
    label: nullableText.describe(partTexts.label),
    position: z.union([z.int(), text]).nullable().describe(partTexts.position),
    pricing_effect: pricingEffect.nullable().describe(partTexts.pricing_effect),
    pricing_value: nullableText.describe(partTexts.pricing_value),
  })
  .meta({ id: 'OrderDealLine', description: 'To which deal an item belongs.' });

const optionView = z
  .object({
    option_list_name: text.describe(partTexts.option_list_name),
    name: text.describe(partTexts.option_name),
    ref: nullableText.describe(partTexts.option_ref),
    price: moneySchema.nullable().describe(partTexts.option_price),
    quantity: z.int().describe(partTexts.option_quantity),
    removed: z.boolean().nullable().describe(partTexts.removed),
  })
  .meta({ id: 'OrderOption', description: 'An option of an item.' });

export const itemView = z
  .object({
    ...element,
    product_name: text.describe(partTexts.product_name),
    sku_name: nullableText.describe(partTexts.sku_name),
    sku_ref: nullableText.describe(partTexts.sku_ref),
    price: moneySchema.describe(partTexts.item_price),
    quantity: decimalSchema.describe(partTexts.quantity),
    subtotal: computedMoney.describe('(Price + the prices of its options) × quantity.'),
    tax_rate,
    subset: nullableText.describe(partTexts.subset),
    customer_notes: nullableText.describe(partTexts.customer_notes),
    points_earned: decimal.describe(partTexts.points_earned),
    points_used: decimal.describe(partTexts.points_used),
    options: z.array(optionView).describe(partTexts.options),
    deleted,
    deal_line: dealLineView.optional().describe(partTexts.deal_line),
  })
  .meta({ id: 'OrderItem', description: 'An item of an order.' });

export const dealsView = z
  .record(text, z.object({ name: text.describe(partTexts.deal_name), ref: nullableText.describe(partTexts.deal_ref) }))
  .meta({ id: 'OrderDeals', description: 'The deals of an order by deal key.' });

export const discountView = z
  .object({
    ...element,
    name: text.describe(partTexts.discount_name),
    ref: nullableText.describe(partTexts.discount_ref),
    price_off: moneySchema.describe(partTexts.price_off),
    deleted,
    pricing_effect: deprecated,
    pricing_value: deprecated,
  })
  .meta({ id: 'OrderDiscount', description: 'A discount on the order as a whole.' });

export const chargeView = z
  .object({
    ...element,
    name: text.describe(partTexts.charge_name),
    ref: nullableText.describe(partTexts.charge_ref),
    price: moneySchema.describe(partTexts.charge_price),
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
    name: nullableText.describe(partTexts.payment_name),
    ref: nullableText.describe(partTexts.payment_ref),
    amount: moneySchema.describe(partTexts.amount),
    info: z.record(text, z.unknown()).nullable().describe(partTexts.info),
    deleted,
    type: deprecated,
  })
  .meta({ id: 'OrderPayment', description: 'A payment.' });

export const loyaltyOperationView = z
  .object({
    ref: nullableText.describe(partTexts.card_ref),
    name: nullableText.describe(partTexts.card_name),
    delta: decimalSchema.describe(partTexts.delta),
    reason: nullableText.describe(partTexts.reason),
  })
  .meta({ id: 'OrderLoyaltyOperation', description: "A change of the points on the customer's loyalty card." });

export type Item = z.output<typeof itemView>;
export type Discount = z.output<typeof discountView>;
export type Charge = z.output<typeof chargeView>;
export type Payment = z.output<typeof paymentView>;
