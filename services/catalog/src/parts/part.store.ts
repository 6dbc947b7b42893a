import type { Queryable } from '@order-hub/shared/database';
import type { Page } from '@order-hub/shared/page';
import type { PartKind } from '../content/part-ids.ts';
import { takePartPage, type PagePosition } from './part.ts';

/** The kinds of parts that have a row of their own. Skus and options are in the row of their parent. */
export type ListedKind = Exclude<PartKind, 'variant' | 'sku' | 'option'>;

export type PartListKey = { account_id: string; catalog_id: string; kind: ListedKind };

/** A part as JSON text. */
export async function findPart(db: Queryable, { account_id, catalog_id, kind }: PartListKey, id: string) {
  const { rows } = await db.query<{ document: string }>({
    name: 'find-catalog-part',
    text: 'select document from catalog_parts where account_id = $1 and catalog_id = $2 and kind = $3 and id = $4',
    values: [account_id, catalog_id, kind, id],
  });
  return rows[0]?.document;
}

/** A page of the parts of a kind in the order of the catalog, as JSON texts. */
export async function listPartRows(
  db: Queryable,
  { account_id, catalog_id, kind }: PartListKey,
  position: PagePosition,
): Promise<Page<string>> {
  const { rows } = await db.query<{ document: string }>({
    name: 'list-catalog-parts',
    text: `select part.document
           from catalog_part_lists as list,
             unnest(list.ids[$4 + 1 : $4 + $5]) with ordinality as listed (id, place)
           join catalog_parts as part
             on part.account_id = $1 and part.catalog_id = $2 and part.kind = $3 and part.id = listed.id
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = $3
           order by place`,
    values: [account_id, catalog_id, kind, position.offset, position.count + 1],
  });
  return takePartPage(
    rows.map(({ document }) => document),
    position,
  );
}
