import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { placedNotFound } from '@order-hub/shared/placed-resource';
import type { CatalogPath } from './catalog.ts';
import type { RetrievalQuery } from './catalog.schema.ts';
import { findDocument } from './catalog.store.ts';
import { viewCatalog, viewWholeCatalog } from './catalog.view.ts';
import { getCatalog } from './find-catalog.ts';

export type RetrieveCatalogDeps = { db: Database; reads: LargeReads };

/**
 * One catalog, with its content unless `hide_data`. The content is read only for a client that does not have this version.
 * Throws 404, and 503 when too many large catalogs are read at the moment.
 */
export async function retrieveCatalog(
  { db, reads }: RetrieveCatalogDeps,
  ctx: Context,
  { catalog_id }: CatalogPath,
  { hide_data }: RetrievalQuery,
) {
  const catalog = await getCatalog(db, ctx.caller, catalog_id);
  if (hide_data === 'true') return viewCatalog(catalog);
  return viewWholeCatalog(catalog, async () => {
    const { document } = await reads.document(ctx, (bytesMax) => findDocument(db, catalog, bytesMax));
    // Deleted meanwhile.
    if (!document) throw placedNotFound('catalog');
    return document;
  });
}
