import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { listVisible } from '@order-hub/shared/find-placed-resource';
import { listPlacedRows } from '@order-hub/shared/placed-resource-store';
import type { CatalogFilters } from './catalog.schema.ts';
import { catalogTable } from './catalog.store.ts';
import { viewCatalog } from './catalog.view.ts';

type Deps = { db: Database };
type ListPath = { location_id?: string };

/** A page of the catalogs that a location can use or, without one, of the account's own: those that the caller may see. */
export async function listCatalogs({ db }: Deps, { caller }: Context, path: ListPath, filters: CatalogFilters) {
  const { items, next } = await listVisible(db, catalogTable, caller, { ...path, ...filters });
  return { items: items.map(viewCatalog), next };
}

/** The first catalogs that a location can use, its own and those of its account, oldest first. */
export const listCatalogsOfPlace = async (
  { db }: Deps,
  place: { account_id: string; location_id: string },
  count: number,
) => (await listPlacedRows(db, catalogTable, { ...place, id: null }, { count })).items;
