import type { Context } from '@order-hub/shared/caller';
import { endpoint } from '@order-hub/shared/endpoint';
import { pageQuery } from '@order-hub/shared/pagination';
import type { z } from 'zod';
import {
  categoryView,
  chargeView,
  dealView,
  discountView,
  optionListView,
  optionView,
  productView,
  skuView,
} from '../content/parts-view.schema.ts';
import { listChildren, listParts, type ListPartsDeps } from './list-parts.ts';
import type { ListedKind } from './part.store.ts';
import type { ChildKind } from './part.ts';
import { retrieveChild, retrievePart } from './retrieve-part.ts';

const common = {
  tag: 'Catalog parts',
  guide: 'docs/api/catalogs.md#catalog-parts',
  needs: 'catalog.read',
  access: ['location', 'account'],
} as const;

/** The names of a kind of part: in paths, in sentences, and in a generated client. */
type PartNames = { segment: string; one: string; many: string; name: string; names: string; reply: z.ZodType };

const retrieval = ({ one, name, reply }: PartNames) => ({
  ...common,
  summary: `Retrieve ${one}`,
  name: `retrieve${name}`,
  description: 'As the whole catalog shows it.',
  reply,
});

const listing = ({ many, names, reply }: PartNames) => ({
  ...common,
  summary: `List ${many}`,
  name: `list${names}`,
  description: 'In the order of the catalog. We recommend retrieving the whole catalog instead.',
  query: pageQuery,
  reply,
});

/** Both endpoints of a kind of part that has rows of its own. */
const partEndpoints = (kind: ListedKind, names: PartNames) => [
  endpoint(`GET /catalogs/:catalog_id/${names.segment}/:part_id`, {
    ...retrieval(names),
    handle: ({ params }, ctx: Context, deps: ListPartsDeps) => retrievePart(deps, ctx, { ...params, kind }),
  }),
  endpoint(`GET /catalogs/:catalog_id/${names.segment}`, {
    ...listing(names),
    handle: ({ params, query }, ctx: Context, deps: ListPartsDeps) => listParts(deps, ctx, { ...params, kind }, query),
  }),
];

/** Both endpoints of skus, or of options. */
const childEndpoints = (kind: ChildKind, parents: string, names: PartNames) => [
  endpoint(`GET /catalogs/:catalog_id/${parents}/:parent_id/${names.segment}/:part_id`, {
    ...retrieval(names),
    handle: ({ params }, ctx: Context, deps: ListPartsDeps) => retrieveChild(deps, ctx, { ...params, kind }),
  }),
  endpoint(`GET /catalogs/:catalog_id/${parents}/:parent_id/${names.segment}`, {
    ...listing(names),
    handle: ({ params, query }, ctx: Context, deps: ListPartsDeps) =>
      listChildren(deps, ctx, { ...params, kind }, query),
  }),
];

const category = {
  segment: 'categories',
  one: 'a category',
  many: 'categories',
  name: 'Category',
  names: 'Categories',
};
const product = { segment: 'products', one: 'a product', many: 'products', name: 'Product', names: 'Products' };
const sku = { segment: 'skus', one: 'a sku', many: 'the skus of a product', name: 'Sku', names: 'Skus' };
const list = {
  segment: 'option_lists',
  one: 'an option list',
  many: 'option lists',
  name: 'OptionList',
  names: 'OptionLists',
};
const option = {
  segment: 'options',
  one: 'an option',
  many: 'the options of a list',
  name: 'Option',
  names: 'Options',
};
const deal = { segment: 'deals', one: 'a deal', many: 'deals', name: 'Deal', names: 'Deals' };
const discount = { segment: 'discounts', one: 'a discount', many: 'discounts', name: 'Discount', names: 'Discounts' };
const charge = { segment: 'charges', one: 'a charge', many: 'charges', name: 'Charge', names: 'Charges' };

/** Retrieve and list single parts of a catalog (docs/api/catalogs.md#catalog-parts). */
export const partOfCatalogEndpoints = [
  ...partEndpoints('category', { ...category, reply: categoryView }),
  ...partEndpoints('product', { ...product, reply: productView }),
  ...partEndpoints('option_list', { ...list, reply: optionListView }),
  ...partEndpoints('deal', { ...deal, reply: dealView }),
  ...partEndpoints('discount', { ...discount, reply: discountView }),
  ...partEndpoints('charge', { ...charge, reply: chargeView }),
  ...childEndpoints('sku', 'products', { ...sku, reply: skuView }),
  ...childEndpoints('option', 'option_lists', { ...option, reply: optionView }),
];
