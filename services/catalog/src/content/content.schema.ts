/** The content of a catalog in requests and responses (docs/api/catalogs.md#catalog-content). */
import { optionalList } from '@order-hub/shared/optional';
import { z } from 'zod';
import {
  categoryView,
  chargeView,
  dealView,
  discountView,
  optionListView,
  productView,
  variantView,
} from './parts-view.schema.ts';
import { categoryUpload, optionListUpload, productUpload, variantUpload } from './parts.schema.ts';
import { chargeUpload, dealUpload, discountUpload } from './price-changes.schema.ts';
import { partsMax, variantsMax } from './sizes.schema.ts';

const texts = {
  variants: 'The variants, which restrictions and price overrides name.',
  categories: 'The categories, in their order.',
  products: 'The products, in their order.',
  option_lists: 'The option lists, from which options are chosen with skus.',
  deals: 'Deals: several skus at a special price.',
  discounts: 'Discounts, which are taken off the price of an order.',
  charges: 'Charges, which are added to the price of an order.',
};

/** A content as a client sends it. */
export const contentUpload = z
  .object({
    variants: optionalList(variantUpload, variantsMax).describe(texts.variants),
    categories: optionalList(categoryUpload, partsMax).describe(texts.categories),
    products: optionalList(productUpload, partsMax).describe(texts.products),
    option_lists: optionalList(optionListUpload, partsMax).describe(texts.option_lists),
    deals: optionalList(dealUpload, partsMax).describe(texts.deals),
    discounts: optionalList(discountUpload, partsMax).describe(texts.discounts),
    charges: optionalList(chargeUpload, partsMax).describe(texts.charges),
  })
  .meta({
    id: 'CatalogContentUpload',
    description: 'The content of a catalog; at most 100,000 parts. Any other field is refused (422).',
  });

/** A content as responses show it. */
export const contentView = z
  .object({
    variants: z.array(variantView).describe(texts.variants),
    categories: z.array(categoryView).describe(texts.categories),
    products: z.array(productView).describe(texts.products),
    option_lists: z.array(optionListView).describe(texts.option_lists),
    deals: z.array(dealView).describe(texts.deals),
    discounts: z.array(discountView).describe(texts.discounts),
    charges: z.array(chargeView).describe(texts.charges),
  })
  .meta({ id: 'CatalogContent', description: 'The content of a catalog.' });

/** What the fields of a content are lists of, in the order of the document. */
export const partUploads = {
  variants: variantUpload,
  categories: categoryUpload,
  products: productUpload,
  option_lists: optionListUpload,
  deals: dealUpload,
  discounts: discountUpload,
  charges: chargeUpload,
};

export type ContentField = keyof typeof partUploads;

export const contentFields = Object.keys(partUploads) as ContentField[];

export type PartUpload<Field extends ContentField> = z.output<(typeof partUploads)[Field]>;
export type PartView<Field extends ContentField> = ContentView[Field][number];
export type ContentView = z.output<typeof contentView>;
