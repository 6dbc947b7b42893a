/** Menus as the back office asks for them. */
import type { MenuChange } from '@order-hub/shared/menu-calls';
import { aUserAt, type TestCaller } from '@order-hub/testing/call';
import type { TestCatalog } from './service.ts';

/** The owner of a caller's account, on a page about the caller's location. */
export const ownerOf = (as: TestCaller) => aUserAt(as);

type Owner = ReturnType<typeof ownerOf>;

export const openMenus = (service: TestCatalog) => ({
  list: (user: Owner) => service.call('GET /internal/menus', { user }),
  browse: (user: Owner, id: string, query: Record<string, string> = {}) =>
    service.call(`GET /internal/menus/${id}?${new URLSearchParams(query).toString()}`, { user }),
  product: (user: Owner, id: string, product_id: string) =>
    service.call(`GET /internal/menus/${id}/products/${product_id}`, { user }),
  parts: (user: Owner, id: string, kind: string, skip: number | string = 0) =>
    service.call(`GET /internal/menus/${id}/parts?kind=${kind}&skip=${skip}`, { user }),
  optionList: (user: Owner, id: string, list_id: string) =>
    service.call(`GET /internal/menus/${id}/option_lists/${list_id}`, { user }),
  deal: (user: Owner, id: string, deal_id: string) =>
    service.call(`GET /internal/menus/${id}/deals/${deal_id}`, { user }),
  category: (user: Owner, id: string, category_id: string) =>
    service.call(`GET /internal/menus/${id}/categories/${category_id}`, { user }),
  rows: (user: Owner, id: string, skip = 0) => service.call(`GET /internal/menus/${id}/rows?skip=${skip}`, { user }),
  change: (user: Owner, id: string, ...changes: unknown[]) =>
    service.call(`POST /internal/menus/${id}/change`, { user, body: { changes } }),
});

/** A change of a product, or of a sku in it. */
export const ofProduct = (
  [id, child_id]: readonly [id: string, sku_id?: string],
  field: MenuChange['field'],
  before: unknown,
  after: unknown,
) => ({ kind: 'product', id, child_id: child_id ?? null, field, before, after });

type Names = readonly [id: string, child_id?: string];

/** A change of an option list, or of an option in it. */
export const ofList = (names: Names, field: MenuChange['field'], before: unknown, after: unknown) => ({
  ...ofProduct(names, field, before, after),
  kind: 'option_list',
});

/** A change of a deal, of a line of it, or of a sku in that (`line_id.sku_id`). */
export const ofDeal = (names: Names, field: MenuChange['field'], before: unknown, after: unknown) => ({
  ...ofProduct(names, field, before, after),
  kind: 'deal',
});
