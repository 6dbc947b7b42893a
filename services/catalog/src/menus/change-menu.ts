import { forbidden } from '@order-hub/shared/errors';
import type { MenuChange } from '@order-hub/shared/menu-calls';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { changeCatalog, type ChangeCatalogDeps } from '../catalogs/changes/change-catalog.ts';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import { mayChange } from './menu-rights.ts';

/** Changes fields of a menu, all or none of them. Throws 404, 403, 422 with every fault, and 503. */
export async function changeMenu(
  deps: ChangeCatalogDeps,
  ctx: PrincipalContext,
  { catalog_id }: { catalog_id: string },
  { changes }: { changes: readonly MenuChange[] },
) {
  const catalog = await getCatalogOfPlace(deps.db, ctx, catalog_id);
  if (!mayChange(ctx.principal, catalog))
    throw forbidden('All locations of the account share this menu: only the owner can change it');
  return changeCatalog(deps, ctx, catalog_id, changes);
}
