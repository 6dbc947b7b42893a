/** The fields of parts that can be changed one at a time, and what each may hold: the same as in an upload. */
import type { MenuChange, MenuValue } from '@order-hub/shared/menu-calls';
import { z } from 'zod';
import { categoryUpload, optionUpload, productUpload, skuUpload } from '../parts.schema.ts';
import { dealUpload } from '../price-changes.schema.ts';
import { restrictionsUpload } from '../restrictions.schema.ts';

/** A part of any kind, as a document shows it. */
export type AnyPart = {
  id: string;
  name?: string | null;
  image_ids?: readonly string[];
  restrictions?: Readonly<Record<string, unknown>>;
  skus?: readonly AnyPart[];
  options?: readonly AnyPart[];
};

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
  ...availability,
});

const ofParts: Record<MenuChange['kind'], Fields> = {
  category: shown(categoryUpload),
  product: shown(productUpload),
  option_list: { name: own('name', categoryUpload.shape.name) },
  deal: { ...shown(dealUpload), ...availability },
};

/** Of a sku, and of an option. */
const ofChildren: Partial<Record<MenuChange['kind'], Fields>> = {
  product: sold(skuUpload),
  option_list: sold(optionUpload),
};

/** How a field of a part, or of a sku or option in it, is read and written; undefined when it has no such field. */
export const partField = ({ kind, child_id, field }: MenuChange): PartField | undefined =>
  child_id === null ? ofParts[kind][field] : ofChildren[kind]?.[field];
