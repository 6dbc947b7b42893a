import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { CatalogPath } from '../catalogs/catalog.ts';
import { getCatalog } from '../catalogs/find-catalog.ts';
import type { ImageFilters } from './image.schema.ts';
import { listImageRows } from './image.store.ts';
import { viewImage } from './image.view.ts';

/** A page of the images of a catalog, oldest first. Throws 404. */
export async function listImages(
  { db }: { db: Database },
  { caller, now }: Context,
  { catalog_id }: CatalogPath,
  filters: ImageFilters,
) {
  const { account_id } = await getCatalog(db, caller, catalog_id);
  const { items, next } = await listImageRows(db, { account_id, catalog_id, client_id: caller.client_id }, filters);
  return { items: items.map((image) => viewImage(image, image.own_ref, now)), next };
}
