/** When a part is available and what it costs then, as a client sends it (docs/api/catalogs.md#restrictions). */
import { clockTime, clockTimeOrMidnight } from '@order-hub/shared/clock-time';
import { listOf } from '@order-hub/shared/lists';
import { moneySchema } from '@order-hub/shared/money';
import { clearable, clearableDate } from '@order-hub/shared/optional';
import { rule } from '@order-hub/shared/rules';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { listMax } from './sizes.schema.ts';

const countMax = 1_000_000;

const dow = z
  .string('must be a text')
  .regex(/^[1-][2-][3-][4-][5-][6-][7-]$/, 'must have 7 characters, each the digit of a day or a hyphen: "12345--"')
  .meta({ maxLength: 7, examples: ['12345--'] });

const serviceType = z.enum(['delivery', 'collection', 'eat_in']);
const count = clearable(z.int().min(0).max(countMax));

const lists = {
  variant_refs: 'The variants that it is for.',
  service_types: 'Deprecated: use variants.',
  service_type_refs: 'Deprecated: use variants.',
};

const moments = {
  dow: clearable(dow).describe('The days of the week.'),
  start_time: clearable(clockTime).describe('From this time of day on, `HH:MM`.'),
  end_time: clearable(clockTimeOrMidnight).describe('Up to this time of day, `HH:MM`; `24:00` is the end of the day.'),
  start_date: clearableDate.describe('From this day on.'),
  end_date: clearableDate.describe('Up to and including this day.'),
};

/** The conditions without those that are null. */
function withoutUnset<Conditions extends object>(conditions: Conditions) {
  const set = Object.entries(conditions).filter(([, value]) => value != null);
  return Object.fromEntries(set) as { [Name in keyof Conditions]?: NonNullable<Conditions[Name]> };
}

const texts = listOf(nameText, listMax).nullish();

/** Null fields are ignored. */
export const restrictionsUpload = z
  .object({
    enabled: clearable(z.boolean()).describe('False: not available. By default true.'),
    variant_refs: texts.describe(`${lists.variant_refs} An empty list: for none.`),
    ...moments,
    service_types: listOf(serviceType, listMax).nullish().describe(lists.service_types),
    service_type_refs: texts.describe(lists.service_type_refs),
    min_order_amount: clearable(moneySchema).describe('For orders of at least this amount.'),
    max_per_order: count.describe('How many an order may have.'),
    max_per_customer: count.describe('How many a customer may order.'),
  })
  .transform(({ enabled, ...conditions }) => ({ ...(enabled === false && { enabled }), ...withoutUnset(conditions) }))
  .meta({ id: 'RestrictionsUpload', description: 'When a part of a catalog is available; all conditions must hold.' });

/** A list that is left out, or has at least one element and none twice. */
const someOf = <Element extends z.ZodType>(element: Element) =>
  listOf(element, listMax)
    .check(rule((list) => list.length > 0, 'empty', 'must have at least one element, or be left out'))
    .check(rule((list) => new Set(list).size === list.length, 'repeated', 'must not have the same element twice'))
    .nullish();

export const priceOverrideUpload = z
  .object({
    price: moneySchema.describe('The price while the rule matches.'),
    variant_refs: someOf(nameText).describe(lists.variant_refs),
    ...moments,
    service_types: someOf(serviceType).describe(lists.service_types),
    service_type_refs: someOf(nameText).describe(lists.service_type_refs),
  })
  .transform(({ price, ...conditions }) => ({ price, ...withoutUnset(conditions) }))
  .check(rule((override) => Object.keys(override).length > 1, 'empty', 'must have at least one condition'))
  .meta({
    id: 'PriceOverrideUpload',
    description: 'Another price, with at least one condition; the last rule of which all conditions hold counts.',
  });
