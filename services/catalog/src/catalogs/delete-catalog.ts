import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { assertMayDelete } from '@order-hub/shared/placed-resource';
import type { Repeating } from '@order-hub/shared/repeating';
import { catalogChanged } from './catalog.events.ts';
import { deleteCatalogRow } from './catalog.store.ts';
import { getLockedCatalog } from './find-catalog.ts';

export type DeleteCatalogDeps = { db: Database; clearingCatalogs: Pick<Repeating, 'wake'> };

type Path = { catalog_id: string };

/** Deletes a catalog with all its content, which is gone for every reader at once; its rows follow in batches. Throws 404, 401 and 403. */
export async function deleteCatalog({ db, clearingCatalogs }: DeleteCatalogDeps, { caller, now }: Context, path: Path) {
  await transaction(db, async (trx) => {
    const catalog = await getLockedCatalog(trx, caller, path.catalog_id);
    assertMayDelete(caller, 'catalog', catalog);
    await deleteCatalogRow(trx, catalog, catalogChanged('delete', catalog, { client_id: caller.client_id, now }));
  });
  clearingCatalogs.wake();
  return {};
}
