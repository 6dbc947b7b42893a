import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction } from '@order-hub/shared/database';
import { takeName } from '@order-hub/shared/find-placed-resource';
import { newId } from '@order-hub/shared/ids';
import { record } from '@order-hub/shared/outbox';
import { newPlaceOf, type NewPlace } from '@order-hub/shared/placed-resource';
import { insertPlacedRow } from '@order-hub/shared/placed-resource-store';
import type { ChangeCause } from '@order-hub/shared/resource-changed';
import { prepareUpload, readUpload, type UploadDeps } from '../uploads/prepare-upload.ts';
import type { Catalog } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { catalogTable } from './catalog.store.ts';
import { documentBytes, viewCatalog, viewWholeCatalog } from './catalog.view.ts';
import { saveUpload } from './save-upload.ts';

/** Stores a new catalog, and announces it. Throws 422 with every fault of the body, and 503. */
export function addCatalog(deps: UploadDeps, place: NewPlace, cause: ChangeCause, readBytes: ReadBytes) {
  const { now } = cause;
  const unnamed: Catalog = { ...place, id: newId(now), name: '', version: 1 };
  return deps.uploads.run(unnamed, async () => {
    const { bytes, sha256 } = await readUpload(readBytes);
    const prepared = await prepareUpload(deps, unnamed, { bytes, head: viewCatalog(unnamed), previous: null, now });
    // Only an upload that equals the previous document gives null.
    if (!prepared) throw new Error('A new catalog was not prepared');
    const catalog = { ...unnamed, name: prepared.name };
    await transaction(deps.db, async (trx) => {
      await saveUpload(trx, catalog, { prepared, sha256, now });
      await takeName(trx, catalogTable, catalog);
      await insertPlacedRow(trx, catalogTable, catalog);
      await record(trx, catalogChanged('create', catalog, cause));
    });
    return { catalog, document: prepared.document };
  });
}

/** Creates a catalog of a location or, without one, of the account. Throws 422 with every fault of the body. */
export async function createCatalog(
  deps: UploadDeps,
  { caller, now }: Context,
  path: { location_id?: string },
  readBytes: ReadBytes,
) {
  const cause = { client_id: caller.client_id, now };
  const { catalog, document } = await addCatalog(deps, newPlaceOf(caller, path), cause, readBytes);
  return viewWholeCatalog(catalog, documentBytes(document));
}
