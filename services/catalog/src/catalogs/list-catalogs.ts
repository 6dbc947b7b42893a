import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { hasAll } from '@order-hub/shared/placed-resource';
import type { CatalogPage } from './catalog.schema.ts';
import { listCatalogRows } from './catalog.store.ts';
import { viewCatalog } from './catalog.view.ts';

type Place = { location_id?: string };

/** A page of the catalogs that a location can use or, without one, of those of the account itself; as far as the caller may see them. */
export async function listCatalogs({ db }: { db: Database }, { caller }: Context, place: Place, page: CatalogPage) {
  const { account, catalog_id } = caller;
  const seesAll = hasAll(caller, 'catalog', 'read');
  if (!seesAll && catalog_id === null) return { items: [], next: null };
  const id = seesAll ? null : catalog_id;
  const listed = { account_id: account.id, location_id: place.location_id ?? null, id };
  const { items, next } = await listCatalogRows(db, listed, page);
  return { items: items.map(viewCatalog), next };
}
