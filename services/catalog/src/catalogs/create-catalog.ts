import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { addCatalog, type CatalogPlace } from './add-catalog.ts';
import type { UploadDeps } from './prepare-upload.ts';
import { bytesOf, wholeCatalog } from './whole-catalog.ts';

type Path = { location_id?: string };

function placeOf({ caller }: Context, { location_id }: Path): CatalogPlace {
  const { id: account_id, currency } = caller.account;
  const timezone = location_id === undefined ? 'UTC' : (caller.location?.timezone ?? 'UTC');
  return { account_id, location_id: location_id ?? null, timezone, currency };
}

/** Creates a catalog of a location or, without one, of the account. Throws 422 with every fault of the body. */
export async function createCatalog(deps: UploadDeps, ctx: Context, path: Path, readBytes: ReadBytes) {
  const cause = { client_id: ctx.caller.client_id, now: ctx.now };
  const { catalog, document } = await addCatalog(deps, placeOf(ctx, path), cause, readBytes);
  return wholeCatalog(catalog, bytesOf(document));
}
