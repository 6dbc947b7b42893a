/** The fields of parts that can be changed one at a time, and what each may hold: the same as in an upload. */
import type { MenuChange, MenuValue } from '@order-hub/shared/menu-calls';
import { moneySchema } from '@order-hub/shared/money';
import { optionalText } from '@order-hub/shared/optional';
import { pricingEffect } from '@order-hub/shared/pricing-effect';
import { z } from 'zod';
import {
  categoryUpload,
  optionUpload,
  price_overrides,
  productUpload,
  selectionsCount,
  skuUpload,
} from '../parts.schema.ts';
import { dealUpload, pricing_value } from '../price-changes.schema.ts';
import { restrictionsUpload } from '../restrictions.schema.ts';
import { pathOf, type AnyPart } from './inner-parts.ts';

type PartField = {
  schema: z.ZodType;
  read(part: AnyPart): MenuValue;
  write(part: AnyPart, value: unknown): AnyPart;
};

type Name = MenuChange['field'];
type Fields = Partial<Record<Name, PartField>>;

/** A field of the part itself. The spread keeps the order of the fields, so that equal parts have equal JSON texts. */
const own = (name: Name, schema: z.ZodType): PartField => ({
  schema,
  read: (part) => (part as unknown as Record<Name, MenuValue>)[name],
  write: (part, value) => ({ ...part, [name]: value }),
});

/** A field of its restrictions, which is left out when it has the value `unset`. */
const restriction = (name: Name, schema: z.ZodType, unset: MenuValue): PartField => ({
  schema,
  read: ({ restrictions }) => (restrictions?.[name] ?? unset) as MenuValue,
  write: (part, value) => ({
    ...part,
    restrictions: restrictionsUpload.parse({ ...part.restrictions, [name]: value }),
  }),
});

/** How many options are chosen. The deprecated type would say something else, and decides: it goes. */
const selections = (name: Name, schema: z.ZodType): PartField => ({
  ...own(name, schema),
  write: (part, value) => ({ ...part, [name]: value, type: null }),
});

const availability: Fields = {
  enabled: restriction('enabled', z.boolean(), true),
  variant_refs: restriction('variant_refs', restrictionsUpload.in.shape.variant_refs, null),
};

const shown = ({ shape }: { shape: Readonly<Record<'name' | 'description' | 'image_ids', z.ZodType>> }): Fields => ({
  name: own('name', shape.name),
  description: own('description', shape.description),
  image_ids: own('image_ids', shape.image_ids),
});

const sold = ({ shape }: { shape: Readonly<Record<'name', z.ZodType>> }): Fields => ({
  name: own('name', shape.name),
  price: own('price', skuUpload.shape.price),
  price_overrides: own('price_overrides', price_overrides),
  ...availability,
});

/** By kind: the fields of the part itself, then those of the parts in it, and so on. */
const fields: Record<MenuChange['kind'], readonly Fields[]> = {
  category: [shown(categoryUpload)],
  product: [shown(productUpload), sold(skuUpload)],
  option_list: [
    {
      name: own('name', categoryUpload.shape.name),
      min_selections: selections('min_selections', selectionsCount),
      max_selections: selections('max_selections', selectionsCount.nullable()),
    },
    { ...sold(optionUpload), default: own('default', z.boolean()) },
  ],
  deal: [
    { ...shown(dealUpload), ...availability },
    {
      label: own('label', optionalText),
      pricing_effect: own('pricing_effect', pricingEffect),
      pricing_value: own('pricing_value', pricing_value),
    },
    { extra_charge: own('extra_charge', moneySchema.nullable()) },
  ],
};

/** How a field of a part, or of a part in it, is read and written; undefined when it has no such field. */
export const partField = (change: MenuChange): PartField | undefined =>
  fields[change.kind][pathOf(change).length]?.[change.field];
