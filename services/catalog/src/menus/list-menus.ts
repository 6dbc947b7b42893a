import type { Database } from '@order-hub/shared/database';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listCatalogsOfPlace } from '../catalogs/list-catalogs.ts';
import { mayChange } from './menu-rights.ts';
import { viewMenu } from './menu.view.ts';

const menusMax = 100;

/** The first hundred menus of the location that a page is about. Throws 404. */
export async function listMenus({ db }: { db: Database }, ctx: PrincipalContext) {
  const catalogs = await listCatalogsOfPlace({ db }, locationOf(ctx), menusMax);
  return { menus: catalogs.map((catalog) => viewMenu(catalog, mayChange(ctx.principal, catalog))) };
}
