import type { Context } from '@order-hub/shared/caller';
import type { NewSelectable } from '@order-hub/shared/selectables';
import { addCatalog, type CreateCatalogDeps } from '../create-catalog.ts';

/** Creates an empty catalog for a user to select: no client causes it. Throws 422 when the name is used there, or the account is full. */
export async function createSelectableCatalog(
  deps: CreateCatalogDeps,
  ctx: Context<null>,
  _params: unknown,
  { name, ...place }: NewSelectable,
) {
  const body = Buffer.from(JSON.stringify({ name }));
  const { catalog } = await addCatalog(deps, ctx, { ...place, client_id: null }, async () => body);
  return { id: catalog.id, name, location_id: catalog.location_id };
}
