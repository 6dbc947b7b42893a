import type { Database } from '@order-hub/shared/database';
import { menuRowsMax, type MenuRow } from '@order-hub/shared/menu-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import type { ContentView } from '../content/content.schema.ts';
import { listProductRows } from './menu.store.ts';
import { mayChange } from './menu-rights.ts';
import { viewMenu } from './menu.view.ts';

type Product = ContentView['products'][number];

/** Of the products that are read at once. */
const bytesMax = 2_097_152;

const rowOf = ({ id, ref, name, description, skus }: Product): MenuRow => ({
  product: { id, ref, name, description },
  skus: skus.map((sku) => ({ id: sku.id, ref: sku.ref, name: sku.name, price: sku.price })),
});

/** Products of a menu in their order, for a file. Throws 404. */
export async function listMenuRows(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { catalog_id }: { catalog_id: string },
  { skip }: { skip: number },
) {
  const catalog = await getCatalogOfPlace(db, ctx, catalog_id);
  const key = { ...locationOf(ctx), catalog_id };
  const { documents, hasNext } = await listProductRows(db, key, { skip, count: menuRowsMax, bytesMax });
  return {
    menu: viewMenu(catalog, mayChange(ctx.principal, catalog)),
    version: catalog.version,
    rows: documents.map((text) => rowOf(JSON.parse(text) as Product)),
    next: hasNext ? skip + documents.length : null,
  };
}
