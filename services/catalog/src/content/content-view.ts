/** Renders an uploaded content: parts get ids, and refs become ids (docs/api/catalogs.md#catalog-content). */
import type { ContentUpload, ContentView } from './content.schema.ts';
import type { IdOf } from './part-ids.ts';
import type { CategoryUpload, OptionListUpload, ProductUpload, SkuUpload } from './parts.schema.ts';
import type { DealUpload } from './price-changes.schema.ts';

type Ids = Map<string, string>;
type View<Parts extends keyof ContentView> = ContentView[Parts][number];

/** The id of the part with a ref. Checks have found every ref already. */
function idIn(ids: Ids, ref: string): string {
  const id = ids.get(ref);
  if (id === undefined) throw new Error('The catalog has no part with this ref');
  return id;
}

const refsTo = (parts: readonly { id: string; ref: string | null }[]): Ids => {
  const ids: Ids = new Map();
  // A ref that several parts share means the first of them.
  for (const { id, ref } of parts) if (ref !== null && !ids.has(ref)) ids.set(ref, id);
  return ids;
};

function viewCategories(categories: readonly CategoryUpload[], idOf: IdOf): View<'categories'>[] {
  const identified = categories.map((category) => ({ ...category, id: idOf('category', '', category.ref) }));
  const ids = refsTo(identified);
  return identified.map(({ id, ref, parent_ref, name, description, tags, image_ids }) => ({
    id,
    ref,
    parent_id: parent_ref === null ? null : idIn(ids, parent_ref),
    name,
    description,
    tags,
    image_ids,
  }));
}

function viewOptionList({ options, ...list }: OptionListUpload, idOf: IdOf): View<'option_lists'> {
  const { ref, name, min_selections, max_selections, tags } = list;
  const id = idOf('option_list', '', ref);
  return {
    id,
    ref,
    name,
    min_selections,
    max_selections,
    type: min_selections === 1 && max_selections === 1 ? 'single' : 'multiple',
    tags,
    options: options.map((option) => ({
      id: idOf('option', id, option.ref),
      ref: option.ref,
      option_list_id: id,
      name: option.name,
      restrictions: option.restrictions,
      price: option.price,
      price_overrides: option.price_overrides,
      default: option.default,
      tags: option.tags,
    })),
  };
}

/** Ids by ref. */
type Links = { categories: Ids; option_lists: Ids };

const viewSku = (sku: SkuUpload, product_id: string, { option_lists }: Links, idOf: IdOf) => ({
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

function viewProduct(product: ProductUpload, links: Links, idOf: IdOf): View<'products'> {
  const { ref, name, description, tags, tax_rate, image_ids, skus } = product;
  const id = idOf('product', '', ref);
  return {
    id,
    ref,
    category_id: idIn(links.categories, product.category_ref),
    name,
    description,
    tags,
    tax_rate,
    image_ids,
    skus: skus.map((sku) => viewSku(sku, id, links, idOf)),
  };
}

function viewDeal(deal: DealUpload, categories: Ids, skus: Ids, idOf: IdOf): View<'deals'> {
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

/** The content to show. The fields of a part are in the order of its view, so equal parts have equal JSON texts. */
export function viewContent(upload: ContentUpload, idOf: IdOf): ContentView {
  const variants = upload.variants.map(({ ref, name }) => ({ id: idOf('variant', '', ref), ref, name }));
  const categories = viewCategories(upload.categories, idOf);
  const option_lists = upload.option_lists.map((list) => viewOptionList(list, idOf));
  const links = { categories: refsTo(categories), option_lists: refsTo(option_lists) };
  const products = upload.products.map((product) => viewProduct(product, links, idOf));
  const skus = refsTo(products.flatMap((product) => product.skus));
  return {
    variants,
    categories,
    products,
    option_lists,
    deals: upload.deals.map((deal) => viewDeal(deal, links.categories, skus, idOf)),
    discounts: upload.discounts.map(({ pricing_value, image_ids, pricing_effect, ...discount }) => ({
      id: idOf('discount', '', discount.ref),
      ...discount,
      pricing_effect,
      pricing_value: pricing_value ?? '',
      image_ids,
    })),
    charges: upload.charges.map((charge) => ({ id: idOf('charge', '', charge.ref), ...charge })),
  };
}
