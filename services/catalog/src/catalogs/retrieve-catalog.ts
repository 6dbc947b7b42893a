import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { RetrievalQuery } from './catalog.schema.ts';
import { findDocument } from './catalog.store.ts';
import { viewCatalog } from './catalog.view.ts';
import { getCatalog } from './find-catalog.ts';
import { wholeCatalog } from './whole-catalog.ts';

type Path = { catalog_id: string };

/** One catalog: with its content as it is stored, which is not read for a client that has this version, or without. Throws 404. */
export async function retrieveCatalog(
  { db }: { db: Database },
  { caller }: Context,
  { catalog_id }: Path,
  { hide_data }: RetrievalQuery,
) {
  const catalog = await getCatalog(db, caller, catalog_id);
  if (hide_data === 'true') return viewCatalog(catalog);
  const { account_id, id } = catalog;
  return wholeCatalog(catalog, async () => {
    const document = await findDocument(db, account_id, id);
    // Deleted meanwhile.
    if (!document) throw notFound('Catalog');
    return document;
  });
}
