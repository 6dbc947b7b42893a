import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Catalog } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { insertCatalog } from './catalog.store.ts';
import { prepareUpload, readUpload, type UploadDeps } from './prepare-upload.ts';
import { holdName, saveUpload } from './save-upload.ts';
import { bytesOf, wholeCatalog } from './whole-catalog.ts';

type Place = { location_id?: string };

function newCatalog({ caller, now }: Context, { location_id }: Place): Catalog {
  const { id: account_id, currency } = caller.account;
  const timezone = location_id === undefined ? 'UTC' : (caller.location?.timezone ?? 'UTC');
  return { account_id, id: newId(now), location_id: location_id ?? null, timezone, currency, name: '', version: 1 };
}

/** Creates a catalog of a location or, without one, of the account. Throws 422 with every fault of the body. */
export function createCatalog(deps: UploadDeps, ctx: Context, place: Place, readBytes: ReadBytes) {
  const { caller, now } = ctx;
  const unnamed = newCatalog(ctx, place);
  return deps.uploads.run(unnamed, async () => {
    const { bytes, sha256 } = await readUpload(readBytes);
    const prepared = await prepareUpload(deps, unnamed, { bytes, previous: null, now });
    // Never so without a previous document.
    if (!prepared) throw new Error('A new catalog is not prepared');
    const catalog = { ...unnamed, name: prepared.name };
    await transaction(deps.db, async (trx) => {
      await saveUpload(trx, catalog, { prepared, sha256, now });
      await holdName(trx, catalog);
      await insertCatalog(trx, catalog, catalogChanged('create', catalog, { client_id: caller.client_id, now }));
    });
    return wholeCatalog(catalog, bytesOf(prepared.document));
  });
}
