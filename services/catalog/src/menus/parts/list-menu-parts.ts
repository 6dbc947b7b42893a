import type { Database } from '@order-hub/shared/database';
import { menuPartsMax, type MenuPartKind } from '@order-hub/shared/menu-part-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { getCatalogOfPlace } from '../../catalogs/find-catalog.ts';
import { mayChange } from '../menu-rights.ts';
import { viewMenu } from '../menu.view.ts';
import { listNamedParts } from './menu-part.store.ts';

/** A page of the option lists, deals or categories of a menu. Throws 404. */
export async function listMenuParts(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { catalog_id }: { catalog_id: string },
  { kind, skip }: { kind: MenuPartKind; skip: number },
) {
  const catalog = await getCatalogOfPlace(db, ctx, catalog_id);
  const { account_id } = locationOf(ctx);
  const listed = await listNamedParts(db, { account_id, catalog_id }, { kind, skip, count: menuPartsMax });
  return { menu: viewMenu(catalog, mayChange(ctx.principal, catalog)), ...listed };
}
