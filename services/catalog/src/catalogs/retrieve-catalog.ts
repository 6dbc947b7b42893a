import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { placedNotFound } from '@order-hub/shared/placed-resource';
import type { RetrievalQuery } from './catalog.schema.ts';
import { findDocument } from './catalog.store.ts';
import { viewCatalog, viewWholeCatalog } from './catalog.view.ts';
import { getCatalog } from './find-catalog.ts';

type CatalogPath = { catalog_id: string };

/**
 * One catalog, with its content unless `hide_data`. The content is read only for a client that does not have this version.
 * Throws 404.
 */
export async function retrieveCatalog(
  { db }: { db: Database },
  { caller }: Context,
  { catalog_id }: CatalogPath,
  { hide_data }: RetrievalQuery,
) {
  const catalog = await getCatalog(db, caller, catalog_id);
  if (hide_data === 'true') return viewCatalog(catalog);
  const { account_id, id } = catalog;
  return viewWholeCatalog(catalog, async () => {
    const document = await findDocument(db, account_id, id);
    // Deleted meanwhile.
    if (!document) throw placedNotFound('catalog');
    return document;
  });
}
