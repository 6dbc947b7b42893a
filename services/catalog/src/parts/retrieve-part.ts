import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { getCatalog } from '../catalogs/find-catalog.ts';
import { children, childrenIn, type ChildKind } from './part.ts';
import { findPart, type PartKind } from './part.store.ts';

type Deps = { db: Database };
type Path = { catalog_id: string };

/** One category, product, option list, deal, discount or charge of a catalog. Throws 404. */
export async function retrievePart(
  { db }: Deps,
  { caller }: Context,
  { catalog_id }: Path,
  kind: PartKind,
  id: string,
) {
  const { account_id } = await getCatalog(db, caller, catalog_id);
  const document = await findPart(db, { account_id, catalog_id, kind }, id);
  if (document === undefined) throw notFound('Part of the catalog');
  return jsonText(document);
}

/** One sku of a product, or one option of an option list. Throws 404. */
export async function retrieveChild(
  deps: Deps,
  ctx: Context,
  path: Path & { parent_id: string },
  kind: ChildKind,
  id: string,
) {
  const parent = await retrievePart(deps, ctx, path, children[kind].parent, path.parent_id);
  const child = childrenIn(parent.jsonText, kind).find((one) => one.id === id);
  if (!child) throw notFound('Part of the catalog');
  return child;
}
