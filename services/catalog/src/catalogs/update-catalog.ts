import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import type { Content } from '@order-hub/shared/content';
import { transaction } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { takeName } from '@order-hub/shared/find-placed-resource';
import { record } from '@order-hub/shared/outbox';
import { assertMayUpdateContent } from '@order-hub/shared/placed-resource';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import type { Upload } from '../uploads/open-uploads.ts';
import { prepareUpload, type UploadDeps } from '../uploads/prepare-upload.ts';
import { isOutdated, type Catalog, type CatalogPath } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { catalogTable, findDocumentOfVersion, updateCatalogRow } from './catalog.store.ts';
import { documentBytes, viewCatalog, viewWholeCatalog } from './catalog.view.ts';
import { getCatalog, lockCatalog } from './find-catalog.ts';
import { refreshCatalog } from './refresh-catalog.ts';
import { saveUpload, type ReadyUpload } from './save-upload.ts';

/** How often an upload is prepared again because another process has updated the catalog meanwhile. */
const attemptsMax = 5;

/** Stores a catalog's next version. Returns the reply; undefined when the catalog no longer has the version before it. */
const saveNext = (deps: UploadDeps, ctx: Context, next: Catalog, ready: ReadyUpload): Promise<Content | undefined> =>
  transaction(deps.db, async (trx) => {
    const { name, version } = await lockCatalog(trx, ctx.caller, next.id);
    if (version !== next.version - 1) return undefined;
    await saveUpload(trx, next, ready);
    if (name !== next.name) await takeName(trx, catalogTable, next);
    await updateCatalogRow(trx, next);
    await record(trx, catalogChanged('update', next, causeOf(ctx)));
    return rememberReply(trx, ctx, viewWholeCatalog(next, documentBytes(ready.prepared.document)));
  });

/** One attempt; undefined when the catalog was outdated, or is updated meanwhile. */
async function updateOnce(deps: UploadDeps, ctx: Context, { catalog_id }: CatalogPath, { bytes, sha256 }: Upload) {
  const { caller, now } = ctx;
  const catalog = await getCatalog(deps.db, caller, catalog_id);
  if (isOutdated(catalog)) {
    await refreshCatalog(deps, catalog, catalog.timezone, ctx);
    return undefined;
  }
  const stored = await findDocumentOfVersion(deps.db, catalog);
  if (!stored) return undefined;
  const { document: previous, upload_sha256 } = stored;
  const unchanged = () => rememberReply(deps.db, ctx, viewWholeCatalog(catalog, documentBytes(previous)));
  // The same body again is not read, so nobody knows whether all its fields are known.
  if (!ctx.handling.isStrict && upload_sha256?.equals(sha256)) return unchanged();
  const prepared = await prepareUpload(deps, ctx, catalog, { bytes, head: viewCatalog(catalog), previous, now });
  if (!prepared) return unchanged();
  const next = { ...catalog, name: prepared.name, version: catalog.version + 1 };
  return saveNext(deps, ctx, next, { prepared, sha256, now });
}

/**
 * Renames a catalog and, when the body has `data`, replaces its content. Writes nothing when nothing changes. Throws 404,
 * 401, 403, and 422 with every fault of the body.
 */
export async function updateCatalog(
  deps: UploadDeps,
  ctx: Context,
  path: CatalogPath,
  readBytes: ReadBytes,
): Promise<Content> {
  const catalog = await getCatalog(deps.db, ctx.caller, path.catalog_id);
  assertMayUpdateContent(ctx.caller, 'catalog', catalog);
  return deps.uploads.run(catalog, ctx, readBytes, async (upload) => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const updated = await updateOnce(deps, ctx, path, upload);
      if (updated) return updated;
    }
    throw serviceUnavailable('The catalog is being changed by others at the moment; repeat the request');
  });
}
