/** What catalog answers the pages of a location's menus. Its place is that of the page. */
import { z } from 'zod';
import { listOf } from '../../values/lists.ts';
import { searchedText, nameText } from '../../values/texts/texts.ts';
import { everyRole, managingRoles } from '../../tokens/roles.ts';
import { skipUpTo } from '../management/page.ts';
import { principalCall } from '../principal-call.ts';
import { menuFields, menuOffer, menuPriceOverride, menuSchema, menuValue, menuVariant } from './menu-values.ts';

const text = z.string();
const nullableText = text.nullable();

/** The most products on one page of a menu. */
export const menuPageMax = 50;
/** The most products that are read at once for a file, and the most changes that one makes. */
export const menuRowsMax = 500;
export const menuChangesMax = 5_000;

export type Menu = z.output<typeof menuSchema>;

const menuSku = z.object({
  ...menuOffer,
  name: nullableText,
  // The release before tells neither.
  price_overrides: z.array(menuPriceOverride).default([]),
  option_list_ids: z.array(text).default([]),
});

const menuProduct = z.object({
  id: text,
  ref: nullableText,
  category_id: text,
  name: text,
  description: nullableText,
  image_ids: z.array(text),
  skus: z.array(menuSku),
  /** How many there are beyond those. */
  more_skus: z.int(),
});

const menuCategory = z.object({
  id: text,
  parent_id: nullableText,
  name: text,
  /** How many of the products found are in it. */
  products: z.int(),
});

export type MenuProduct = z.output<typeof menuProduct>;
export type MenuSku = z.output<typeof menuSku>;
export type MenuCategory = z.output<typeof menuCategory>;
export type MenuVariant = z.output<typeof menuVariant>;

/** The catalogs that the location can use. */
export const listMenus = principalCall('GET /internal/menus', {
  summary: 'The menus of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ menus: z.array(menuSchema) }),
});

/** A page of a menu: of a category, or what a search found. */
export const browseMenu = principalCall('GET /internal/menus/:catalog_id', {
  summary: 'A page of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  input: z.object({
    search: searchedText.optional(),
    category_id: nameText.optional(),
    /** How many products come before the page. */
    skip: skipUpTo(100_000),
  }),
  reply: z.object({
    menu: menuSchema,
    categories: z.array(menuCategory),
    products: z.array(menuProduct),
    /** Some of those that ask for more options than a guest can choose. The release before does not tell. */
    unreachable_lists: z.array(z.object({ id: text, name: text })).default([]),
    /** Of all that were found, in whichever category, and in this one. */
    found: z.int(),
    found_here: z.int(),
  }),
});

/** One product, with all that can be changed of it. */
export const retrieveMenuProduct = principalCall('GET /internal/menus/:catalog_id/products/:product_id', {
  summary: 'A product of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({
    menu: menuSchema,
    category_name: text,
    product: menuProduct,
    variants: z.array(menuVariant),
    /** Those from which options are chosen with the skus that are shown. */
    option_lists: z.array(z.object({ id: text, name: text })).default([]),
  }),
});

const menuRow = z.object({
  product: z.object({ id: text, ref: nullableText, name: text, description: nullableText }),
  skus: z.array(z.object({ id: text, ref: nullableText, name: nullableText, price: text })),
});

export type MenuRow = z.output<typeof menuRow>;

/** Products in their order, for a file. `version` is that of the catalog: they belong together while it stays. */
export const listMenuRows = principalCall('GET /internal/menus/:catalog_id/rows', {
  summary: 'Products of a menu, for a file',
  to: 'catalog',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ skip: skipUpTo(100_000) }),
  reply: z.object({ menu: menuSchema, version: z.int(), rows: z.array(menuRow), next: z.int().nullable() }),
});

export type MenuValue = z.output<typeof menuValue>;
export type MenuPriceOverride = z.output<typeof menuPriceOverride>;

/**
 * One field of one part, or of a part in it, from the value that was shown to another. `child_id`: of a sku, of an option, of a
 * line of a deal (`line_id`), or of a sku in such a line (`line_id.sku_id`).
 */
const menuChange = z.object({
  kind: z.enum(['category', 'product', 'option_list', 'deal']),
  id: nameText,
  child_id: nameText.nullable(),
  field: z.enum(menuFields),
  before: menuValue,
  after: menuValue,
});

export type MenuChange = z.output<typeof menuChange>;

/** A change whose `before` is not the value any more. `is_gone`: the part is not there any more. */
const menuConflict = z.object({ index: z.int(), current: menuValue, is_gone: z.boolean() });

export type MenuConflict = z.output<typeof menuConflict>;

/**
 * Changes fields of parts, all of them or none: with a conflict nothing is changed. A 422 names `changes.<index>.after`.
 */
export const changeMenu = principalCall('POST /internal/menus/:catalog_id/change', {
  summary: 'Change fields of a menu',
  to: 'catalog',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ changes: listOf(menuChange, menuChangesMax) }),
  bodyBytesMax: 4_194_304,
  reply: z.object({
    /** How many fields have another value now. */
    changed: z.int(),
    /** The first hundred. */
    conflicts: z.array(menuConflict),
  }),
});

/** The bytes of an image, in base64. */
export const retrieveMenuImage = principalCall('GET /internal/menus/:catalog_id/images/:image_id', {
  summary: 'A picture of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ type: text, data: text }),
});
