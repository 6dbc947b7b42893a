import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { lockPlacedRow } from '@order-hub/shared/placed-resource-store';
import type { Preparer } from '../uploads/open-preparer.ts';
import { saveContent } from '../uploads/save-content.ts';
import type { Catalog } from './catalog.ts';
import { catalogTable, findDocumentOfVersion, saveDocument, updateCatalogRow } from './catalog.store.ts';
import { viewCatalog } from './catalog.view.ts';

type Deps = { db: Database; preparer: Preparer };

/**
 * Renders the document of a catalog again: with the fields of this release, and with its time in `timezone`. What a reader
 * gets is a new version, which is not announced. Does nothing when the catalog is changed or deleted meanwhile.
 */
export async function refreshCatalog(
  { db, preparer }: Deps,
  catalog: Catalog,
  timezone: string,
  { now, signal, cost }: Pick<Context<null>, 'now' | 'signal' | 'cost'>,
): Promise<void> {
  const stored = await findDocumentOfVersion(db, catalog);
  if (!stored) return;
  const moved = { ...catalog, timezone };
  const task = { head: viewCatalog(moved), previous: stored.document };
  const refreshed = await preparer.refresh(task, { account_id: catalog.account_id, signal, cost });
  await transaction(db, async (trx) => {
    const { account_id, id, version } = catalog;
    const row = await lockPlacedRow(trx, catalogTable, account_id, id);
    if (row?.version !== version) return;
    if (refreshed) {
      const { document, rows, keepsUpload } = refreshed;
      await saveContent(trx, { account_id, catalog_id: id }, rows, now);
      await saveDocument(trx, catalog, { document, upload_sha256: keepsUpload ? stored.upload_sha256 : null });
    }
    await updateCatalogRow(trx, { ...moved, name: row.name, version: refreshed ? version + 1 : version });
  });
}
