/** What catalog answers the pages of option lists, deals and categories of a menu. */
import { z } from 'zod';
import { everyRole } from '../../tokens/roles.ts';
import { skipUpTo } from '../management/page.ts';
import { principalCall } from '../principal-call.ts';
import { menuAvailability, menuOffer, menuPriceOverride, menuSchema, menuVariant } from './menu-values.ts';

const text = z.string();
const nullableText = text.nullable();

/** The most parts on one page of a list. */
export const menuPartsMax = 50;

const partKinds = ['option_list', 'deal', 'category'] as const;

/** `members`: how many options an option list has, and how many lines a deal; null for a category. */
const menuPart = z.object({
  id: text,
  name: text,
  members: z.int().nullable(),
  is_enabled: z.boolean(),
});

export type MenuPart = z.output<typeof menuPart>;
export type MenuPartKind = (typeof partKinds)[number];

/** A page of the parts of a kind, in their order. */
export const listMenuParts = principalCall('GET /internal/menus/:catalog_id/parts', {
  summary: 'Option lists, deals or categories of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  input: z.object({ kind: z.enum(partKinds), skip: skipUpTo(100_000) }),
  reply: z.object({ menu: menuSchema, parts: z.array(menuPart), count: z.int() }),
});

const menuOption = z.object({
  ...menuOffer,
  name: text,
  is_default: z.boolean(),
  price_overrides: z.array(menuPriceOverride),
});

const menuOptionList = z.object({
  id: text,
  name: text,
  min_selections: z.int(),
  max_selections: z.int().nullable(),
  /** Whether guests can choose as many as they must. */
  is_minimum_reachable: z.boolean(),
  options: z.array(menuOption),
  /** How many there are beyond those. */
  more_options: z.int(),
});

export type MenuOption = z.output<typeof menuOption>;
export type MenuOptionList = z.output<typeof menuOptionList>;

export const retrieveMenuOptionList = principalCall('GET /internal/menus/:catalog_id/option_lists/:option_list_id', {
  summary: 'An option list of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ menu: menuSchema, option_list: menuOptionList, variants: z.array(menuVariant) }),
});

/** `name`: of the product and the size; the ref where there is none. */
const menuDealSku = z.object({ id: text, name: text, extra_charge: nullableText });

const menuDealLine = z.object({
  /** Made of its skus: lines have no ids of their own. */
  id: text,
  label: nullableText,
  pricing_effect: z.enum(['unchanged', 'fixed_price', 'price_off', 'percentage_off', 'free']),
  pricing_value: nullableText,
  skus: z.array(menuDealSku),
  more_skus: z.int(),
});

const menuDeal = z.object({
  id: text,
  name: text,
  description: nullableText,
  image_ids: z.array(text),
  ...menuAvailability,
  lines: z.array(menuDealLine),
});

export type MenuDealLine = z.output<typeof menuDealLine>;
export type MenuDeal = z.output<typeof menuDeal>;

export const retrieveMenuDeal = principalCall('GET /internal/menus/:catalog_id/deals/:deal_id', {
  summary: 'A deal of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ menu: menuSchema, deal: menuDeal, variants: z.array(menuVariant) }),
});

const menuCategory = z.object({ id: text, name: text, description: nullableText });

export const retrieveMenuCategory = principalCall('GET /internal/menus/:catalog_id/categories/:category_id', {
  summary: 'A category of the menu of a location',
  to: 'catalog',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ menu: menuSchema, category: menuCategory }),
});
