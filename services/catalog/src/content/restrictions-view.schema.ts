/** When a part is available and what it costs then, as responses show it (docs/api/catalogs.md#restrictions). */
import { moneySchema } from '@order-hub/shared/money';
import { dateSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const text = z.string();

const conditions = {
  variant_refs: z.array(text).optional().describe('The variants that it is for.'),
  dow: text.optional().describe('The days of the week.'),
  start_time: text.optional().describe('From this time of day on, `HH:MM`.'),
  end_time: text.optional().describe('Up to this time of day, `HH:MM`.'),
  start_date: dateSchema.optional().describe('From this day on.'),
  end_date: dateSchema.optional().describe('Up to and including this day.'),
  service_types: z.array(text).optional().describe('Deprecated: use variants.'),
  service_type_refs: z.array(text).optional().describe('Deprecated: use variants.'),
};

/** Conditions that were not set are left out. */
export const restrictionsView = z
  .object({
    enabled: z.boolean().optional().describe('False: not available. Left out when true.'),
    ...conditions,
    min_order_amount: moneySchema.optional().describe('For orders of at least this amount.'),
    max_per_order: z.int().optional().describe('How many an order may have.'),
    max_per_customer: z.int().optional().describe('How many a customer may order.'),
  })
  .meta({ id: 'Restrictions', description: 'When a part of a catalog is available; all conditions must hold.' });

export const priceOverrideView = z
  .object({ price: moneySchema.describe('The price while the rule matches.'), ...conditions })
  .meta({ id: 'PriceOverride', description: 'Another price; the last rule of which all conditions hold counts.' });
