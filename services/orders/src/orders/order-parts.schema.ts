/** The wire shapes of what an order is made of (contract, "OrderItem" to "OrderLoyaltyOperation"). */
import { decimalSchema, Decimal } from '@order-hub/shared/decimal';
import { moneySchema } from '@order-hub/shared/money';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { z } from 'zod';
import { optional, optionalDecimal, optionalList, optionalText } from './optional.schema.ts';

const text = z.string();
const deleted = optional(z.boolean(), false);
const private_ref = optional(privateRefSchema, null);

const isNull = (value: unknown) => value === null;
const isMoney = (value: unknown) => moneySchema.safeParse(value).success;

function isPercentage(value: unknown): boolean {
  const { success, data } = decimalSchema.safeParse(value);
  return success && new Decimal(data).gte(0) && new Decimal(data).lte(100);
}

/** What `pricing_value` must be for each `pricing_effect` (contract, "DealLine"). */
const pricingRules = {
  unchanged: { fits: isNull, needed: 'null' },
  fixed_price: { fits: isMoney, needed: 'an amount such as "2.00 EUR"' },
  price_off: { fits: isMoney, needed: 'an amount such as "2.00 EUR"' },
  percentage_off: { fits: isPercentage, needed: 'a decimal string from "0" to "100"' },
};

const pricingEffect = z.enum(['unchanged', 'fixed_price', 'price_off', 'percentage_off']);

const dealLineCreate = z
  .object({
    deal_key: text,
    label: optionalText,
    position: optional(z.union([z.int(), text]), null),
    pricing_effect: optional(pricingEffect, null),
    pricing_value: optionalText,
  })
  .superRefine(({ pricing_effect, pricing_value }, { addIssue }) => {
    const { fits, needed } = pricingRules[pricing_effect ?? 'unchanged'];
    if (fits(pricing_value)) return;
    const message = `must be ${needed} when pricing_effect is ${pricing_effect ?? 'not given'}`;
    addIssue({ code: 'custom', path: ['pricing_value'], message });
  });

const optionCreate = z.object({
  option_list_name: text,
  name: text,
  ref: optionalText,
  price: optional(moneySchema, null),
  quantity: optional(z.int().min(0).max(1_000_000), 1),
  removed: optional(z.boolean(), null),
});

export const itemCreate = z
  .object({
    private_ref,
    product_name: text,
    sku_name: optionalText,
    sku_ref: optionalText,
    price: moneySchema,
    quantity: decimalSchema,
    tax_rate: optionalDecimal,
    subset: optionalText,
    customer_notes: optionalText,
    points_earned: optionalDecimal,
    points_used: optionalDecimal,
    options: optionalList(optionCreate),
    deleted,
    deal_line: optional(dealLineCreate, null),
  })
  .meta({ id: 'OrderItemCreate' });

export const dealsCreate = z.record(text, z.object({ name: text, ref: optionalText })).meta({ id: 'OrderDealMap' });

export const discountCreate = z
  .object({ private_ref, name: text, ref: optionalText, price_off: moneySchema, deleted })
  .meta({ id: 'OrderDiscountCreate' });

export const chargeCreate = z
  .object({ private_ref, name: text, ref: optionalText, price: moneySchema, tax_rate: optionalDecimal, deleted })
  .meta({ id: 'OrderChargeCreate' });

export const paymentCreate = z
  .object({
    private_ref,
    name: optionalText,
    ref: optionalText,
    amount: moneySchema,
    info: optional(z.record(text, z.unknown()), null),
    deleted,
  })
  .meta({ id: 'OrderPaymentCreate' });

export const loyaltyOperationCreate = z
  .object({ ref: optionalText, name: optionalText, delta: decimalSchema, reason: optionalText })
  .meta({ id: 'OrderLoyaltyOperation' });

export type ItemCreate = z.output<typeof itemCreate>;
export type DealsCreate = z.output<typeof dealsCreate>;
export type DiscountCreate = z.output<typeof discountCreate>;
export type ChargeCreate = z.output<typeof chargeCreate>;
export type PaymentCreate = z.output<typeof paymentCreate>;

const nullableText = text.nullable();
const element = { id: text, private_ref: nullableText };

const dealLineView = z.object({
  deal_key: text,
  label: nullableText,
  position: z.union([z.int(), text]).nullable(),
  pricing_effect: pricingEffect.nullable(),
  pricing_value: nullableText,
});

const optionView = z.object({
  option_list_name: text,
  name: text,
  ref: nullableText,
  price: nullableText,
  quantity: z.int(),
  removed: z.boolean().nullable(),
});

export const itemView = z
  .object({
    ...element,
    product_name: text,
    sku_name: nullableText,
    sku_ref: nullableText,
    price: moneySchema,
    quantity: decimalSchema,
    subtotal: text.describe('Money: (price + option prices) × quantity'),
    tax_rate: nullableText,
    subset: nullableText,
    customer_notes: nullableText,
    points_earned: nullableText,
    points_used: nullableText,
    options: z.array(optionView),
    deleted: z.boolean(),
    deal_line: dealLineView.optional(),
  })
  .meta({ id: 'OrderItem' });

const deprecated = z.null().describe('Deprecated; always null').meta({ deprecated: true });

export const discountView = z
  .object({
    ...element,
    name: text,
    ref: nullableText,
    price_off: moneySchema,
    deleted: z.boolean(),
    pricing_effect: deprecated,
    pricing_value: deprecated,
  })
  .meta({ id: 'OrderDiscount' });

export const chargeView = z
  .object({
    ...element,
    name: text,
    ref: nullableText,
    price: moneySchema,
    tax_rate: nullableText,
    deleted: z.boolean(),
    type: deprecated,
    charge_type: deprecated,
    charge_price: deprecated,
    charge_ref: deprecated,
  })
  .meta({ id: 'OrderCharge' });

export const paymentView = z
  .object({
    ...element,
    name: nullableText,
    ref: nullableText,
    amount: moneySchema,
    info: z.record(text, z.unknown()).nullable(),
    deleted: z.boolean(),
    type: deprecated,
  })
  .meta({ id: 'OrderPayment' });

export type Item = z.output<typeof itemView>;
export type Discount = z.output<typeof discountView>;
export type Charge = z.output<typeof chargeView>;
export type Payment = z.output<typeof paymentView>;
