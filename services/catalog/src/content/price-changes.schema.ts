/** Deals, discounts and charges as a client sends them (docs/api/catalogs.md#deals). */
import { moneySchema } from '@order-hub/shared/money';
import { optional, optionalRef, optionalText } from '@order-hub/shared/optional';
import { pricingEffect, pricingRule, pricingValue } from '@order-hub/shared/pricing-effect';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { description, image_ids, name, optionalTexts, partsOf, ref, restrictions, tags } from './parts.schema.ts';
import { lineSkusMax, linesMax } from './sizes.schema.ts';

export const pricing_value = pricingValue.describe('An amount or a percentage, as the effect needs.');
const coupon_codes = optionalTexts.describe('The coupon codes that it requires.');

const dealLineUpload = z
  .object({
    skus: partsOf(
      z.object({
        ref: nameText.describe('The ref of a sku; of several with this ref, the first one is meant.'),
        extra_charge: optional(moneySchema, null).describe('The extra price of this sku.'),
      }),
      lineSkusMax,
    ).describe('The skus to choose from.'),
    pricing_effect: pricingEffect.describe('What the deal does to the price.'),
    pricing_value,
    label: optionalText.describe('What the line stands for, such as a drink.'),
  })
  .check(pricingRule)
  .meta({ id: 'CatalogDealLineUpload', description: 'One choice of a deal.' });

export const dealUpload = z
  .object({
    ref,
    category_ref: optionalRef.describe('The category that it is in.'),
    name,
    description,
    restrictions,
    coupon_codes,
    tags,
    image_ids,
    lines: partsOf(dealLineUpload, linesMax).describe('The choices.'),
  })
  .meta({ id: 'CatalogDealUpload', description: 'Several skus at a special price.' });

export const discountUpload = z
  .object({
    ref,
    name,
    description,
    restrictions,
    coupon_codes,
    pricing_effect: pricingEffect.extract(['price_off', 'percentage_off']).describe('What it does to the price.'),
    pricing_value,
    image_ids,
  })
  .check(pricingRule)
  .meta({ id: 'CatalogDiscountUpload', description: 'A discount on an order.' });

export const chargeUpload = z
  .object({
    ref,
    name,
    type: z.enum(['delivery', 'payment_fee', 'tip', 'tax', 'other']).describe('The kind of charge.'),
    price: optional(moneySchema, null).describe('The amount; null when it varies.'),
    restrictions,
  })
  .meta({ id: 'CatalogChargeUpload', description: 'An amount that is added to the price of an order.' });
