import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { MenuPartKind } from '@order-hub/shared/menu-part-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { getCatalogOfPlace } from '../../catalogs/find-catalog.ts';
import type { ContentView } from '../../content/content.schema.ts';
import { mayChange } from '../menu-rights.ts';
import { viewMenu } from '../menu.view.ts';
import { findPartDocument } from './menu-part.store.ts';

/** The size of a part that a page shows: it bounds what the page costs. */
const bytesMax = 1_048_576;

type Parts = {
  option_list: ContentView['option_lists'][number];
  deal: ContentView['deals'][number];
  category: ContentView['categories'][number];
};

const names: Record<MenuPartKind, string> = { option_list: 'Option list', deal: 'Deal', category: 'Category' };

/** A part of a menu, with its catalog. Throws 404, also for a part that is too large to be shown. */
export async function getMenuPart<Kind extends MenuPartKind>(
  db: Database,
  ctx: PrincipalContext,
  { catalog_id, kind, id }: { catalog_id: string; kind: Kind; id: string },
) {
  const catalog = await getCatalogOfPlace(db, ctx, catalog_id);
  const { account_id } = locationOf(ctx);
  const document = await findPartDocument(db, { account_id, catalog_id }, { kind, id, bytesMax });
  if (document === undefined) throw notFound(names[kind]);
  return {
    catalog,
    menu: viewMenu(catalog, mayChange(ctx.principal, catalog)),
    part: JSON.parse(document) as Parts[Kind],
  };
}
