/**
 * How a deal or a discount changes a price, and the value that goes with it (docs/api/catalogs.md#deals,
 * docs/api/orders.md#deal-lines).
 */
import { z } from 'zod';
import { Decimal, decimalSchema, isDecimal } from './decimal.ts';
import { moneySchema } from './money.ts';
import type { FaultCode } from '../faults/fault-codes.ts';
import { optional } from '../optional.ts';
import { crossFieldRule } from '../rules.ts';
import { nameText } from '../texts/texts.ts';

export const pricingEffect = z.enum(['unchanged', 'fixed_price', 'price_off', 'percentage_off']);

/** An amount, or a percentage, which may be a JSON number as any decimal. */
export const pricingValue = optional(
  z.union([nameText, decimalSchema], 'must be an amount such as "2.00 EUR", or a decimal such as "10"'),
  null,
);

type PricingEffect = z.output<typeof pricingEffect>;

const isNull = (value: string | null) => value === null;
const isMoney = (value: string | null) => moneySchema.safeParse(value).success;

function isPercentage(value: string | null): boolean {
  if (value === null || !isDecimal(value)) return false;
  const percentage = new Decimal(value);
  return percentage.gte(0) && percentage.lte(100);
}

type ValueRule = { fits: (value: string | null) => boolean; code: FaultCode; needed: string };

const amount: ValueRule = { fits: isMoney, code: 'not_money', needed: 'an amount such as "2.00 EUR"' };

/** What the value of each effect must be. */
const valueRules: Record<PricingEffect, ValueRule> = {
  unchanged: { fits: isNull, code: 'inconsistent', needed: 'null' },
  fixed_price: amount,
  price_off: amount,
  percentage_off: { fits: isPercentage, code: 'inconsistent', needed: 'a decimal string from "0" to "100"' },
};

type Pricing = { pricing_effect: PricingEffect | null; pricing_value: string | null };

/** `pricing_value` is what `pricing_effect` needs; null without an effect. */
export const pricingRule = crossFieldRule<Pricing>(({ pricing_effect, pricing_value }, fault) => {
  const { fits, code, needed } = valueRules[pricing_effect ?? 'unchanged'];
  if (fits(pricing_value)) return;
  fault(code, `must be ${needed} when pricing_effect is ${pricing_effect ?? 'not given'}`, 'pricing_value');
});
