/** Renders an uploaded content: parts get ids, and refs become ids (docs/api/catalogs.md#catalog-content). */
import { Decimal } from '@order-hub/shared/decimal';
import { formatMoney } from '@order-hub/shared/money';
import type { ContentField, PartUpload, PartView } from './content.schema.ts';
import type { IdOf } from './part-ids.ts';
import type { SkuUpload } from './parts.schema.ts';

/** Ids by ref. */
type Ids = Map<string, string>;

/** What parts refer to. `skus`: those rendered so far. */
type Links = { categories: Ids; option_lists: Ids; skus: Ids; currency: string; idOf: IdOf };

/** The id of the part with a ref. Checks have found every ref already. */
function idIn(ids: Ids, ref: string): string {
  const id = ids.get(ref);
  if (id === undefined) throw new Error('The catalog has no part with this ref');
  return id;
}

const viewCategory = (category: PartUpload<'categories'>, { categories }: Links): PartView<'categories'> => ({
  id: idIn(categories, category.ref),
  ref: category.ref,
  parent_id: category.parent_ref === null ? null : idIn(categories, category.parent_ref),
  name: category.name,
  description: category.description,
  tags: category.tags,
  image_ids: category.image_ids,
});

function viewOptionList(list: PartUpload<'option_lists'>, { option_lists, currency, idOf }: Links) {
  const { ref, name, min_selections, max_selections, type, multiple_selection, tags, options } = list;
  const id = idIn(option_lists, ref);
  return {
    id,
    ref,
    name,
    min_selections,
    max_selections,
    type,
    multiple_selection,
    tags,
    options: options.map((option) => ({
      id: idOf('option', id, option.ref),
      ref: option.ref,
      option_list_id: id,
      name: option.name,
      restrictions: option.restrictions,
      price: option.price ?? formatMoney(new Decimal(0), currency),
      price_overrides: option.price_overrides,
      default: option.default,
      tags: option.tags,
    })),
  };
}

const viewSku = (sku: SkuUpload, product_id: string, { option_lists, idOf }: Links) => ({
  id: idOf('sku', product_id, sku.ref),
  ref: sku.ref,
  name: sku.name,
  product_id,
  restrictions: sku.restrictions,
  price: sku.price,
  price_overrides: sku.price_overrides,
  option_list_ids: sku.option_list_refs.map((ref) => idIn(option_lists, ref)),
  tags: sku.tags,
  barcodes: sku.barcodes,
  custom_fields: sku.custom_fields,
});

function viewProduct(product: PartUpload<'products'>, links: Links): PartView<'products'> {
  const { ref, name, description, tags, tax_rate, nutrition, image_ids } = product;
  const id = links.idOf('product', '', ref);
  const skus = product.skus.map((sku) => viewSku(sku, id, links));
  // A ref that several skus share means the first of them.
  for (const sku of skus) if (sku.ref !== null && !links.skus.has(sku.ref)) links.skus.set(sku.ref, sku.id);
  const category_id = idIn(links.categories, product.category_ref);
  return { id, ref, category_id, name, description, tags, tax_rate, nutrition, image_ids, skus };
}

function viewDeal(deal: PartUpload<'deals'>, { categories, skus, idOf }: Links): PartView<'deals'> {
  const { ref, category_ref, name, description, restrictions, coupon_codes, tags, image_ids, lines } = deal;
  return {
    id: idOf('deal', '', ref),
    ref,
    category_id: category_ref === null ? null : idIn(categories, category_ref),
    name,
    description,
    restrictions,
    coupon_codes,
    tags,
    image_ids,
    lines: lines.map(({ pricing_effect, pricing_value, label, ...line }) => ({
      skus: line.skus.map((sku) => ({ id: idIn(skus, sku.ref), ref: sku.ref, extra_charge: sku.extra_charge })),
      pricing_effect,
      pricing_value,
      label,
    })),
  };
}

type Views = { [Field in ContentField]: (part: PartUpload<Field>, links: Links) => PartView<Field> };

const views: Views = {
  variants: ({ ref, name }, { idOf }) => ({ id: idOf('variant', '', ref), ref, name }),
  categories: viewCategory,
  products: viewProduct,
  option_lists: viewOptionList,
  deals: viewDeal,
  discounts: ({ pricing_value, image_ids, pricing_effect, ...discount }, { idOf }) => ({
    id: idOf('discount', '', discount.ref),
    ...discount,
    pricing_effect,
    pricing_value: pricing_value ?? '',
    image_ids,
  }),
  charges: (charge, { idOf }) => ({ id: idOf('charge', '', charge.ref), ...charge }),
};

/** `refs`: those of the parts that others may precede. `currency`: of the account, for prices that were left out. */
type Rendering = { refs: { categories: string[]; option_lists: string[] }; currency: string; idOf: IdOf };

/**
 * Renders parts one at a time, in the order of the document. The fields of a part are in the order of its view, so equal
 * parts have equal JSON texts.
 */
export function openViews({ refs, currency, idOf }: Rendering) {
  const links: Links = {
    categories: new Map(refs.categories.map((ref) => [ref, idOf('category', '', ref)])),
    option_lists: new Map(refs.option_lists.map((ref) => [ref, idOf('option_list', '', ref)])),
    skus: new Map(),
    currency,
    idOf,
  };
  return <Field extends ContentField>(field: Field, part: PartUpload<Field>) => views[field](part, links);
}
