import { forbidden } from '@order-hub/shared/errors';
import type { MenuChange } from '@order-hub/shared/menu-calls';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { changeCatalog, type ChangeCatalogDeps } from '../catalogs/changes/change-catalog.ts';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import { mayChange } from './menu-rights.ts';
import type { MenuIndexes } from './search/open-menu-indexes.ts';

/** Whether the index of a menu shows what a change is about, other than in a product. */
const isIndexed = ({ kind, child_id }: MenuChange) =>
  kind === 'category' || (kind === 'option_list' && child_id === null);

/** Changes fields of a menu, all or none of them. Throws 404, 403, 422 with every fault, and 503. */
export async function changeMenu(
  deps: ChangeCatalogDeps & { menuIndexes: MenuIndexes },
  ctx: PrincipalContext,
  { catalog_id }: { catalog_id: string },
  { changes }: { changes: readonly MenuChange[] },
) {
  const catalog = await getCatalogOfPlace(deps.db, ctx, catalog_id);
  if (!mayChange(ctx.principal, catalog))
    throw forbidden('All locations of the account share this menu: only the owner can change it', 'menu_shared');
  const { version, ...outcome } = await changeCatalog(deps, ctx, catalog_id, changes);
  // Other replicas read the whole menu again, and so does this one when it fails: the change is made already.
  if (outcome.changed > 0 && !changes.some(isIndexed)) {
    const ids = [...new Set(changes.filter(({ kind }) => kind === 'product').map(({ id }) => id))];
    await deps.menuIndexes.carry(deps.db, { ...catalog, version }, ids).catch(() => undefined);
  }
  return outcome;
}
