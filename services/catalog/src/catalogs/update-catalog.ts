import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import type { Content } from '@order-hub/shared/content';
import { transaction } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { assertMayUpdate } from '@order-hub/shared/placed-resource';
import type { Catalog } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { findDocumentOf, updateCatalogRow } from './catalog.store.ts';
import { getCatalog, getLockedCatalog } from './find-catalog.ts';
import { prepareUpload, readUpload, type Upload, type UploadDeps } from './prepare-upload.ts';
import { holdName, saveUpload, type ReadyUpload } from './save-upload.ts';
import { bytesOf, wholeCatalog } from './whole-catalog.ts';

type Path = { catalog_id: string };

/** How often an upload is prepared again because another process has changed the catalog meanwhile. */
const attemptsMax = 5;

/** Stores a catalog's next version. False when it has no longer the version before. */
const saveNext = (deps: UploadDeps, { caller, now }: Context, next: Catalog, ready: ReadyUpload): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    const { name, version } = await getLockedCatalog(trx, caller, next.id);
    if (version !== next.version - 1) return false;
    await saveUpload(trx, next, ready);
    if (name !== next.name) await holdName(trx, next);
    await updateCatalogRow(trx, next, catalogChanged('update', next, { client_id: caller.client_id, now }));
    return true;
  });

/** One attempt; undefined when the catalog was changed meanwhile. */
async function updateOnce(deps: UploadDeps, ctx: Context, { catalog_id }: Path, { bytes, sha256 }: Upload) {
  const { caller, now } = ctx;
  const catalog = await getCatalog(deps.db, caller, catalog_id);
  const previous = await findDocumentOf(deps.db, catalog);
  if (!previous) return undefined;
  if (previous.upload_sha256?.equals(sha256)) return wholeCatalog(catalog, bytesOf(previous.document));
  const prepared = await prepareUpload(deps, catalog, { bytes, previous: previous.document, now });
  if (!prepared) return wholeCatalog(catalog, bytesOf(previous.document));
  const next = { ...catalog, name: prepared.name, version: catalog.version + 1 };
  const isStored = await saveNext(deps, ctx, next, { prepared, sha256, now });
  return isStored ? wholeCatalog(next, bytesOf(prepared.document)) : undefined;
}

/**
 * Gives a catalog a name and, when there is `data`, replaces its content. Nothing is written when nothing changes. Throws
 * 404, 401, 403, and 422 with every fault of the body.
 */
export async function updateCatalog(
  deps: UploadDeps,
  ctx: Context,
  path: Path,
  readBytes: ReadBytes,
): Promise<Content> {
  const catalog = await getCatalog(deps.db, ctx.caller, path.catalog_id);
  assertMayUpdate(ctx.caller, 'catalog', catalog);
  return deps.uploads.run(catalog, async () => {
    const upload = await readUpload(readBytes);
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const updated = await updateOnce(deps, ctx, path, upload);
      if (updated) return updated;
    }
    throw serviceUnavailable('The catalog is being changed by others at the moment; repeat the request');
  });
}
