import type { Queryable } from '@order-hub/shared/database';

/** The parts that have a row of their own. */
export type PartKind = 'category' | 'product' | 'option_list' | 'deal' | 'discount' | 'charge';

export type PartKey = { account_id: string; catalog_id: string; kind: PartKind };

/** JSON text of one part. */
export async function findPart(db: Queryable, { account_id, catalog_id, kind }: PartKey, id: string) {
  const { rows } = await db.query<{ document: string }>({
    name: 'find-catalog-part',
    text: 'select document from catalog_parts where account_id = $1 and catalog_id = $2 and kind = $3 and id = $4',
    values: [account_id, catalog_id, kind, id],
  });
  return rows[0]?.document;
}

/** JSON texts of up to `count` parts in the order of the catalog, after the first `offset` ones. */
export async function listPartDocuments(
  db: Queryable,
  { account_id, catalog_id, kind }: PartKey,
  { offset, count }: { offset: number; count: number },
) {
  const { rows } = await db.query<{ document: string }>({
    name: 'list-catalog-parts',
    text: `select part.document
           from catalog_part_lists as list,
             unnest(list.ids[$4 + 1 : $4 + $5]) with ordinality as listed (id, place)
           join catalog_parts as part
             on part.account_id = $1 and part.catalog_id = $2 and part.kind = $3 and part.id = listed.id
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = $3
           order by place`,
    values: [account_id, catalog_id, kind, offset, count],
  });
  return rows.map(({ document }) => document);
}
