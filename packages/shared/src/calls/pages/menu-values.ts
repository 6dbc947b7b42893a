/** What pages of menus show and change: the values that several calls of catalog share. */
import { z } from 'zod';
import { listOf } from '../../values/lists.ts';
import { nameText, notesText } from '../../values/texts/texts.ts';

const text = z.string();
const nullableText = text.nullable();

const listMax = 1_000;

export const menuSchema = z.object({
  id: text,
  name: text,
  /** Whether it is the account's, for all its locations, and whether this user may change it. */
  is_shared: z.boolean(),
  may_change: z.boolean(),
});

export const menuVariant = z.object({ ref: text, name: text });

/** Whether something is offered. `variant_refs`: null is all of them. `unavailable`: the restriction that is unmet now. */
export const menuAvailability = {
  is_enabled: z.boolean(),
  variant_refs: z.array(text).nullable(),
  unavailable: nullableText,
};

/** Whether something with a price and a stock can be ordered now. */
export const menuOffer = {
  id: text,
  ref: nullableText,
  price: text,
  price_now: text,
  ...menuAvailability,
  /** Null without a limit; `0` is sold out, until `sold_out_until` or, without it, until it is told. */
  stock: nullableText,
  sold_out_until: nullableText,
};

const refs = listOf(nameText, listMax).optional();

/** Another price of a sku or an option, as in an upload. Catalog checks its values. */
export const menuPriceOverride = z.object({
  price: nameText,
  variant_refs: refs,
  dow: nameText.optional(),
  start_time: nameText.optional(),
  end_time: nameText.optional(),
  start_date: nameText.optional(),
  end_date: nameText.optional(),
  service_types: refs,
  service_type_refs: refs,
});

/** The fields of parts that are changed one at a time. */
export const menuFields = [
  'name',
  'description',
  'image_ids',
  'price',
  'price_overrides',
  'enabled',
  'variant_refs',
  'min_selections',
  'max_selections',
  'default',
  'label',
  'pricing_effect',
  'pricing_value',
  'extra_charge',
] as const;

/** The value of such a field. */
export const menuValue = z.union([
  notesText,
  z.null(),
  z.boolean(),
  z.int(),
  listOf(z.union([nameText, menuPriceOverride]), listMax),
]);
