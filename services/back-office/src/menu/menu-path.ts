import { locationPath } from '../paths/location-path.ts';

/** Where the menus of a location are. */
export const menusPath = (location_id: string) => `${locationPath(location_id)}/menus`;

export const menuPath = ({ location_id, catalog_id }: MenuIds) => `${menusPath(location_id)}/${catalog_id}`;

export const productPath = (ids: ProductIds) => `${menuPath(ids)}/products/${ids.product_id}`;

export const imagePath = (ids: MenuIds, image_id: string) => `${menuPath(ids)}/images/${image_id}`;

export type MenuIds = { location_id: string; catalog_id: string };
export type ProductIds = MenuIds & { product_id: string };

/** A page of a menu with its filters. */
export function filteredMenuPath(ids: MenuIds, { search, category, skip }: MenuFilters): string {
  const given = Object.entries({ search, category, skip: skip ? String(skip) : undefined });
  const query = new URLSearchParams(given.filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();
  return query === '' ? menuPath(ids) : `${menuPath(ids)}?${query}`;
}

export type MenuFilters = { search?: string | undefined; category?: string | undefined; skip?: number };
