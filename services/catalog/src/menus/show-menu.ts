import type { Database } from '@order-hub/shared/database';
import { menuPageMax } from '@order-hub/shared/menu-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import type { ContentView } from '../content/content.schema.ts';
import { findProducts, findStock, type ProductRow } from './menu.store.ts';
import { mayChange } from './menu-rights.ts';
import { viewMenu } from './menu.view.ts';
import { offeredProduct, shownRefs } from './offered-sku.ts';
import { foldWords } from './search/indexed-part.store.ts';
import { foundProducts } from './search/menu-index.ts';
import type { MenuIndexes } from './search/open-menu-indexes.ts';

type MenuSearch = { search?: string | undefined; category_id?: string | undefined };

type Product = ContentView['products'][number];

export type ShowMenuDeps = { db: Database; menuIndexes: MenuIndexes };

/** The skus of a product that a page with many products shows. */
const skusShownMax = 12;
/** The size of a product whose skus such a page shows: it bounds what the page costs. */
const bytesMax = 32_768;

/** The products of rows, in the order of their ids. */
function productsOf(rows: readonly ProductRow[], ids: readonly string[]) {
  const parsed = rows.map(({ document, more_skus }) => ({ product: JSON.parse(document) as Product, more_skus }));
  const byId = new Map(parsed.map((row) => [row.product.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A page of a menu as guests see it at the moment: of a category, or what a search found. Throws 404. */
export async function showMenu(
  { db, menuIndexes }: ShowMenuDeps,
  ctx: PrincipalContext,
  { catalog_id }: { catalog_id: string },
  { skip, search = '', category_id }: MenuSearch & { skip: number },
) {
  const catalog = await getCatalogOfPlace(db, ctx, catalog_id);
  const place = locationOf(ctx);
  const index = await menuIndexes.of(db, catalog);
  const { counts, ids, found } = foundProducts(index, {
    words: search.trim() === '' ? null : await foldWords(db, search),
    category_id,
  });
  const shownIds = ids.slice(skip, skip + menuPageMax);
  const rows = await findProducts(db, { ...place, catalog_id }, { ids: shownIds, bytesMax });
  const products = productsOf(rows, shownIds);
  const refs = shownRefs(
    products.map(({ product }) => product),
    skusShownMax,
  );
  const stock = await findStock(db, place, { kind: 'sku', refs, now: ctx.now });
  const moment = { at: ctx.now, timezone: ctx.principal.place?.timezone ?? 'UTC', stock };
  return {
    menu: viewMenu(catalog, mayChange(ctx.principal, catalog)),
    categories: index.categories.map((category) => ({ ...category, products: counts.get(category.id) ?? 0 })),
    products: products.map(({ product, more_skus }) => {
      const shown = offeredProduct(product, moment, skusShownMax);
      // What only the page of a product shows may be long.
      const skus = shown.skus.map((sku) => ({ ...sku, price_overrides: [], option_list_ids: [] }));
      return { ...shown, skus, more_skus: shown.more_skus + more_skus };
    }),
    unreachable_lists: [...index.unreachable_lists],
    found,
    found_here: ids.length,
  };
}
