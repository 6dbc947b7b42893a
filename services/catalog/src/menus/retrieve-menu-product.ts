import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { readVariants } from '../catalogs/changes/read-variants.ts';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import type { ContentView } from '../content/content.schema.ts';
import { findCategoryName, findProducts, findStock } from './menu.store.ts';
import { findPartNames } from './parts/menu-part.store.ts';
import { mayChange } from './menu-rights.ts';
import { viewMenu } from './menu.view.ts';
import { offeredProduct, shownRefs } from './offered-sku.ts';

type Product = ContentView['products'][number];
type Path = { catalog_id: string; product_id: string };

/** The most option lists that a product names. */
const listsMax = 100;
/** The most skus that a form changes, and the size of a product whose skus it shows. */
const skusShownMax = 60;
const bytesMax = 1_048_576;

/** A product of a menu, with all that can be changed of it. Throws 404. */
export async function retrieveMenuProduct(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { catalog_id, product_id }: Path,
) {
  const catalog = await getCatalogOfPlace(db, ctx, catalog_id);
  const place = locationOf(ctx);
  const key = { ...place, catalog_id };
  const [[row], variants] = await Promise.all([
    findProducts(db, key, { ids: [product_id], bytesMax }),
    readVariants(db, catalog),
  ]);
  if (!row) throw notFound('Product');
  const product = JSON.parse(row.document) as Product;
  const listIds = [...new Set(product.skus.flatMap(({ option_list_ids }) => option_list_ids))].slice(0, listsMax);
  const [category_name, option_lists, stock] = await Promise.all([
    findCategoryName(db, key, product.category_id),
    findPartNames(db, key, 'option_list', listIds),
    findStock(db, place, { kind: 'sku', refs: shownRefs([product], skusShownMax), now: ctx.now }),
  ]);
  const moment = { at: ctx.now, timezone: ctx.principal.place?.timezone ?? 'UTC', stock };
  const shown = offeredProduct(product, moment, skusShownMax);
  return {
    menu: viewMenu(catalog, mayChange(ctx.principal, catalog)),
    category_name: category_name ?? '',
    product: { ...shown, more_skus: shown.more_skus + row.more_skus },
    variants,
    option_lists,
  };
}
