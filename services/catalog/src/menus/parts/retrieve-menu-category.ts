import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { getMenuPart } from './find-menu-part.ts';

type Path = { catalog_id: string; category_id: string };

/** A category of a menu. Throws 404. */
export async function retrieveMenuCategory(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { catalog_id, category_id }: Path,
) {
  const { menu, part } = await getMenuPart(db, ctx, { catalog_id, kind: 'category', id: category_id });
  const { id, name, description } = part;
  return { menu, category: { id, name, description } };
}
