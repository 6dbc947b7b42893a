import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { deletePlacedRow } from '@order-hub/shared/deleted-resource-store';
import { record } from '@order-hub/shared/outbox';
import { assertMayDelete } from '@order-hub/shared/placed-resource';
import type { Repeating } from '@order-hub/shared/repeating';
import { causeOf } from '@order-hub/shared/resource-changed';
import type { CatalogPath } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { catalogTable } from './catalog.store.ts';
import { lockCatalog } from './find-catalog.ts';

export type DeleteCatalogDeps = { db: Database; clearingCatalogs: Pick<Repeating, 'wake'> };

/**
 * Deletes a catalog with its content. No reader sees it from then on; its rows are deleted in batches
 * (clear-deleted-catalogs.ts). Throws 404, 401 and 403.
 */
export async function deleteCatalog(
  { db, clearingCatalogs }: DeleteCatalogDeps,
  ctx: Context,
  { catalog_id }: CatalogPath,
) {
  const { caller } = ctx;
  await transaction(db, async (trx) => {
    const catalog = await lockCatalog(trx, caller, catalog_id);
    assertMayDelete(caller, 'catalog', catalog);
    await deletePlacedRow(trx, catalogTable, catalog);
    await record(trx, catalogChanged('delete', catalog, causeOf(ctx)));
  });
  clearingCatalogs.wake();
  return {};
}
