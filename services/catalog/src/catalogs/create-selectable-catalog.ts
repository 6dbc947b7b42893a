import type { NewSelectable } from '@order-hub/shared/selectables';
import { addCatalog } from './add-catalog.ts';
import type { UploadDeps } from './prepare-upload.ts';

/** Creates a catalog without content, which a user then selects: no client causes it. Throws 422 when the name is used there. */
export async function createSelectableCatalog(deps: UploadDeps, { name, ...place }: NewSelectable, now: Date) {
  const body = Buffer.from(JSON.stringify({ name }));
  const { catalog } = await addCatalog(deps, place, { client_id: null, now }, async () => body);
  return { id: catalog.id, name, location_id: catalog.location_id };
}
