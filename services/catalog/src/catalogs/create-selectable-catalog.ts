import type { Context } from '@order-hub/shared/caller';
import type { NewSelectable } from '@order-hub/shared/selectables';
import type { UploadDeps } from '../uploads/prepare-upload.ts';
import { addCatalog } from './create-catalog.ts';

/** Creates an empty catalog for a user to select: no client causes it. Throws 422 when the name is used there. */
export async function createSelectableCatalog(
  deps: UploadDeps,
  { now }: Context<null>,
  _params: unknown,
  { name, ...place }: NewSelectable,
) {
  const body = Buffer.from(JSON.stringify({ name }));
  const { catalog } = await addCatalog(deps, place, { client_id: null, now }, async () => body);
  return { id: catalog.id, name, location_id: catalog.location_id };
}
