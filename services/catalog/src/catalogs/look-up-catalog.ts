import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findCatalogRow } from './catalog.store.ts';

type Asked = { account_id: string; catalog_id: string };

/** The name and place of a catalog of an account. Throws 404. */
export async function lookUpCatalog({ db }: { db: Database }, { account_id, catalog_id }: Asked) {
  const catalog = await findCatalogRow(db, account_id, catalog_id);
  if (!catalog) throw notFound('Catalog');
  return { name: catalog.name, location_id: catalog.location_id };
}
