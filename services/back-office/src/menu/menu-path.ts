import { locationPath } from '../paths/location-path.ts';

/** Where the menus of a location are. */
export const menusPath = (location_id: string) => `${locationPath(location_id)}/menus`;

export const menuPath = ({ location_id, catalog_id }: MenuIds) => `${menusPath(location_id)}/${catalog_id}`;

export const productPath = (ids: ProductIds) => `${menuPath(ids)}/products/${ids.product_id}`;

export const skuPath = (ids: ProductIds & { sku_id: string }) => `${productPath(ids)}/skus/${ids.sku_id}`;

/** Where the option lists of a menu are. */
export const optionListsPath = (ids: MenuIds) => `${menuPath(ids)}/option-lists`;

export const optionListPath = (ids: OptionListIds) => `${optionListsPath(ids)}/${ids.option_list_id}`;

export const optionPath = (ids: OptionListIds & { option_id: string }) =>
  `${optionListPath(ids)}/options/${ids.option_id}`;

/** Where the deals of a menu are. */
export const dealsPath = (ids: MenuIds) => `${menuPath(ids)}/deals`;

export const dealPath = (ids: DealIds) => `${dealsPath(ids)}/${ids.deal_id}`;

/** Where the categories of a menu are. */
export const categoriesPath = (ids: MenuIds) => `${menuPath(ids)}/categories`;

export const categoryPath = (ids: MenuIds & { category_id: string }) => `${categoriesPath(ids)}/${ids.category_id}`;

export const imagePath = (ids: MenuIds, image_id: string) => `${menuPath(ids)}/images/${image_id}`;

export type MenuIds = { location_id: string; catalog_id: string };
export type ProductIds = MenuIds & { product_id: string };
export type OptionListIds = MenuIds & { option_list_id: string };
export type DealIds = MenuIds & { deal_id: string };

/** A page of a menu with its filters. */
export function filteredMenuPath(ids: MenuIds, { search, category, skip }: MenuFilters): string {
  const given = Object.entries({ search, category, skip: skip ? String(skip) : undefined });
  const query = new URLSearchParams(given.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();
  return query === '' ? menuPath(ids) : `${menuPath(ids)}?${query}`;
}

export type MenuFilters = { search?: string | undefined; category?: string | undefined; skip?: number };
