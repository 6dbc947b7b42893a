/** The products that a page of a menu shows, and their stock. */
import type { Queryable } from '@order-hub/shared/database';
import { weighedRows, type WeighedRow } from '@order-hub/shared/weighed-page';
import type { Stock } from './offered-sku.ts';

type CatalogKey = { account_id: string; catalog_id: string };

export type ProductRow = { document: string; more_skus: number };

/** These products, in any order. Of one with more than `bytesMax` bytes, without its skus, which are counted. */
export async function findProducts(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { ids, bytesMax }: { ids: readonly string[]; bytesMax: number },
): Promise<ProductRow[]> {
  const { rows } = await db.query<ProductRow>({
    name: 'find-menu-products',
    text: `select
             case when octet_length(document) <= $4 then document else json_build_object(
               'id', id, 'ref', document::json -> 'ref', 'category_id', document::json -> 'category_id',
               'name', document::json -> 'name', 'description', document::json -> 'description',
               'image_ids', '[]'::json, 'skus', '[]'::json)::text end as document,
             case when octet_length(document) <= $4 then 0 else json_array_length(document::json -> 'skus') end as more_skus
           from catalog_parts
           where account_id = $1 and catalog_id = $2 and kind = 'product' and id = any ($3::text[])`,
    values: [account_id, catalog_id, ids, bytesMax],
  });
  return rows;
}

/** The products after the first `skip` of the menu, as many as fit into `bytesMax` bytes, and at least one. */
export async function listProductRows(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { skip, count, bytesMax }: { skip: number; count: number; bytesMax: number },
) {
  const { rows } = await db.query<{ document: string } & WeighedRow>({
    name: 'list-menu-rows',
    text: weighedRows({
      rows: `select part.document, listed.position
             from catalog_part_lists as list,
               unnest(list.ids[$3 + 1 : $3 + $4 + 1]) with ordinality as listed (id, position),
               lateral (select document from catalog_parts
                        where account_id = $1 and catalog_id = $2 and kind = 'product' and id = listed.id offset 0) as part
             where list.account_id = $1 and list.catalog_id = $2 and list.kind = 'product'`,
      columns: 'document',
      bytes: 'octet_length(document)',
      order: 'position',
      count: '$4',
      bytesMax: '$5',
    }),
    values: [account_id, catalog_id, skip, count, bytesMax],
  });
  return { documents: rows.map(({ document }) => document), hasNext: rows.at(-1)?.has_next === true };
}

/** The stock of these refs of skus or options in a location, by ref. */
export async function findStock(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string },
  { kind, refs, now }: { kind: 'sku' | 'option'; refs: readonly string[]; now: Date },
): Promise<Map<string, Stock>> {
  if (refs.length === 0) return new Map();
  const { rows } = await db.query<Stock>({
    name: 'find-menu-stock',
    text: `select kind, ref, stock, expires_at from location_stock
           where account_id = $1 and location_id = $2 and kind = $5 and ref = any ($3::text[])
             and (expires_at is null or expires_at > $4)`,
    values: [account_id, location_id, refs, now, kind],
  });
  return new Map(rows.map((entry) => [entry.ref, entry]));
}

/** The name of a category. */
export async function findCategoryName(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  id: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>({
    name: 'find-menu-category',
    text: `select document::json ->> 'name' as name from catalog_parts
           where account_id = $1 and catalog_id = $2 and kind = 'category' and id = $3`,
    values: [account_id, catalog_id, id],
  });
  return rows[0]?.name;
}
