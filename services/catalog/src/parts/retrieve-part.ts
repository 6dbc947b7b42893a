import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { getCatalog } from '../catalogs/find-catalog.ts';
import type { ChildKind } from './part.ts';
import { findChild, findPart, type ListedKind } from './part.store.ts';

type Deps = { db: Database; reads: LargeReads };
type PartPath = { catalog_id: string; kind: ListedKind; part_id: string };
type ChildPath = { catalog_id: string; kind: ChildKind; parent_id: string; part_id: string };

/** One category, product, option list, deal, discount or charge of a catalog. Throws 404. */
export async function retrievePart({ db, reads }: Deps, ctx: Context, { catalog_id, kind, part_id }: PartPath) {
  const { account_id } = await getCatalog(db, ctx.caller, catalog_id);
  const key = { account_id, catalog_id, kind };
  const { document } = await reads.document(ctx, (bytesMax) => findPart(db, key, part_id, bytesMax));
  if (document === undefined) throw notFound('Part of the catalog');
  return jsonText(document);
}

/** One sku of a product, or one option of an option list. Throws 404. */
export async function retrieveChild({ db, reads }: Deps, ctx: Context, { part_id, ...path }: ChildPath) {
  const { account_id } = await getCatalog(db, ctx.caller, path.catalog_id);
  const key = { ...path, account_id };
  const { document } = await reads.document(ctx, (bytesMax) => findChild(db, key, part_id, bytesMax));
  if (document === undefined) throw notFound('Part of the catalog');
  return jsonText(document);
}
