import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import type { LargeReads } from '@order-hub/shared/large-reads';
import type { PageQuery } from '@order-hub/shared/page';
import { getCatalog } from '../catalogs/find-catalog.ts';
import { positionOf, type ChildKind } from './part.ts';
import { listChildRows, listPartRows, type ListedKind } from './part.store.ts';

/** `pageBytesMax`: of the parts on a page together. */
export type ListPartsDeps = { db: Database; reads: LargeReads; pageBytesMax: number };
type ListPath = { catalog_id: string; kind: ListedKind };
type ChildListPath = { catalog_id: string; kind: ChildKind; parent_id: string };

/** A page of the categories (depth first), products, option lists, deals, discounts or charges of a catalog, in its order. */
export async function listParts(
  { db, reads }: ListPartsDeps,
  ctx: Context,
  { catalog_id, kind }: ListPath,
  query: PageQuery,
) {
  const { account_id, version } = await getCatalog(db, ctx.caller, catalog_id);
  const position = positionOf(query, version);
  const key = { account_id, catalog_id, kind };
  const { items, next } = await reads.page(ctx, (bytesMax) => listPartRows(db, key, position, bytesMax));
  return { items: items.map(jsonText), next };
}

/** A page of the skus of a product, or of the options of an option list. Throws 404. */
export async function listChildren(
  { db, reads, pageBytesMax }: ListPartsDeps,
  ctx: Context,
  path: ChildListPath,
  query: PageQuery,
) {
  const { account_id, version } = await getCatalog(db, ctx.caller, path.catalog_id);
  const position = positionOf(query, version);
  const key = { ...path, account_id };
  const { items, next } = await reads.document(ctx, async (parentBytesMax) => {
    const bytesMax = Math.min(parentBytesMax, pageBytesMax);
    const page = await listChildRows(db, key, position, { parentBytesMax, bytesMax });
    if (!page) throw notFound('Part of the catalog');
    return page;
  });
  return { items: items.map(jsonText), next };
}
