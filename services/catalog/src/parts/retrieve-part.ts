import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { getCatalog } from '../catalogs/find-catalog.ts';
import { children, childrenIn, type ChildKind } from './part.ts';
import { findPart, type ListedKind } from './part.store.ts';

type Deps = { db: Database };
type PartPath = { catalog_id: string; kind: ListedKind; part_id: string };
type ChildPath = { catalog_id: string; kind: ChildKind; parent_id: string; part_id: string };

/** One category, product, option list, deal, discount or charge of a catalog. Throws 404. */
export async function retrievePart({ db }: Deps, { caller }: Context, { catalog_id, kind, part_id }: PartPath) {
  const { account_id } = await getCatalog(db, caller, catalog_id);
  const document = await findPart(db, { account_id, catalog_id, kind }, part_id);
  if (document === undefined) throw notFound('Part of the catalog');
  return jsonText(document);
}

/** One sku of a product, or one option of an option list. Throws 404. */
export async function retrieveChild(deps: Deps, ctx: Context, { catalog_id, kind, parent_id, part_id }: ChildPath) {
  const parentPath = { catalog_id, kind: children[kind].parent, part_id: parent_id };
  const { jsonText: parent } = await retrievePart(deps, ctx, parentPath);
  const child = childrenIn(parent, kind).find(({ id }) => id === part_id);
  if (!child) throw notFound('Part of the catalog');
  return child;
}
