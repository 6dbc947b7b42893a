import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { getCatalog } from '../catalogs/find-catalog.ts';
import { children, childrenIn, positionOf, takePartPage, type ChildKind } from './part.ts';
import { findPart, listPartRows, type ListedKind } from './part.store.ts';

type Deps = { db: Database };
type PageQuery = { count: number; cursor?: string | undefined };
type ListPath = { catalog_id: string; kind: ListedKind };
type ChildListPath = { catalog_id: string; kind: ChildKind; parent_id: string };

/** A page of the categories (depth first), products, option lists, deals, discounts or charges of a catalog, in its order. */
export async function listParts({ db }: Deps, { caller }: Context, { catalog_id, kind }: ListPath, query: PageQuery) {
  const { account_id, version } = await getCatalog(db, caller, catalog_id);
  const { items, next } = await listPartRows(db, { account_id, catalog_id, kind }, positionOf(query, version));
  return { items: items.map(jsonText), next };
}

/** A page of the skus of a product, or of the options of an option list. Throws 404. */
export async function listChildren(
  { db }: Deps,
  { caller }: Context,
  { catalog_id, kind, parent_id }: ChildListPath,
  query: PageQuery,
) {
  const { account_id, version } = await getCatalog(db, caller, catalog_id);
  const parent = await findPart(db, { account_id, catalog_id, kind: children[kind].parent }, parent_id);
  if (parent === undefined) throw notFound('Part of the catalog');
  const position = positionOf(query, version);
  return takePartPage(childrenIn(parent, kind).slice(position.offset), position);
}
