import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Cause } from '@order-hub/shared/resource-changed';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Catalog } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { insertCatalog } from './catalog.store.ts';
import { prepareUpload, readUpload, type UploadDeps } from './prepare-upload.ts';
import { holdName, saveUpload } from './save-upload.ts';

/** Where a new catalog is. */
export type CatalogPlace = Pick<Catalog, 'account_id' | 'location_id' | 'timezone' | 'currency'>;

/** Stores a new catalog, whoever creates it, and announces it. Throws 422 with every fault of the body, and 503. */
export function addCatalog(deps: UploadDeps, place: CatalogPlace, cause: Cause, readBytes: ReadBytes) {
  const { now } = cause;
  const unnamed: Catalog = { ...place, id: newId(now), name: '', version: 1 };
  return deps.uploads.run(unnamed, async () => {
    const { bytes, sha256 } = await readUpload(readBytes);
    const prepared = await prepareUpload(deps, unnamed, { bytes, previous: null, now });
    // Never so without a previous document.
    if (!prepared) throw new Error('A new catalog is not prepared');
    const catalog = { ...unnamed, name: prepared.name };
    await transaction(deps.db, async (trx) => {
      await saveUpload(trx, catalog, { prepared, sha256, now });
      await holdName(trx, catalog);
      await insertCatalog(trx, catalog, catalogChanged('create', catalog, cause));
    });
    return { catalog, document: prepared.document };
  });
}
