import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction } from '@order-hub/shared/database';
import { assertRoom, takeName } from '@order-hub/shared/find-placed-resource';
import { newId } from '@order-hub/shared/ids';
import { record } from '@order-hub/shared/outbox';
import { newPlaceOf, type NewPlace } from '@order-hub/shared/placed-resource';
import { insertPlacedRow } from '@order-hub/shared/placed-resource-store';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf, type ChangeCause } from '@order-hub/shared/resource-changed';
import { prepareUpload, type UploadDeps } from '../uploads/prepare-upload.ts';
import type { Catalog } from './catalog.ts';
import { catalogChanged } from './catalog.events.ts';
import { catalogTable } from './catalog.store.ts';
import { documentBytes, viewCatalog, viewWholeCatalog } from './catalog.view.ts';
import { saveUpload } from './save-upload.ts';

/** Where a catalog is created, and by whom. */
export type NewCatalog = NewPlace & Pick<ChangeCause, 'client_id'>;

/** `catalogsMax`: per account. */
export type CreateCatalogDeps = UploadDeps & { catalogsMax: number };

/** Stores a new catalog, and announces it. Throws 422 for a full account and with every fault of the body, and 503. */
export async function addCatalog(
  deps: CreateCatalogDeps,
  ctx: Pick<Context<null>, 'now' | 'signal' | 'cost' | 'handling' | 'requestId' | 'traceparent' | 'keyed'>,
  { client_id, ...place }: NewCatalog,
  readBytes: ReadBytes,
) {
  const { now } = ctx;
  const unnamed: Catalog = { ...place, id: newId(now), name: '', version: 1, rendered_version: 1 };
  const { db, catalogsMax } = deps;
  // Before the body is read.
  await assertRoom(db, catalogTable, unnamed.account_id, catalogsMax);
  return deps.uploads.run(unnamed, ctx, readBytes, async ({ bytes, sha256 }) => {
    const prepared = await prepareUpload(deps, ctx, unnamed, {
      bytes,
      head: viewCatalog(unnamed),
      previous: null,
      now,
    });
    // Only an upload that equals the previous document gives null.
    if (!prepared) throw new Error('A new catalog was not prepared');
    const catalog = { ...unnamed, name: prepared.name };
    const reply = await transaction(db, async (trx) => {
      await saveUpload(trx, catalog, { prepared, sha256, now });
      await takeName(trx, catalogTable, catalog);
      await assertRoom(trx, catalogTable, catalog.account_id, catalogsMax);
      await insertPlacedRow(trx, catalogTable, catalog);
      await record(trx, catalogChanged('create', catalog, causeOf({ ...ctx, caller: { client_id } })));
      return rememberReply(trx, ctx, viewWholeCatalog(catalog, documentBytes(prepared.document)));
    });
    return { catalog, reply };
  });
}

/** Creates a catalog of a location or, without one, of the account. Throws 422 with every fault of the body. */
export async function createCatalog(
  deps: CreateCatalogDeps,
  ctx: Context,
  path: { location_id?: string },
  readBytes: ReadBytes,
) {
  const created = { ...newPlaceOf(ctx.caller, path), client_id: ctx.caller.client_id };
  return (await addCatalog(deps, ctx, created, readBytes)).reply;
}
