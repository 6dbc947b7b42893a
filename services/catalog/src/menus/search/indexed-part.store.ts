/**
 * What menus are indexed from. The rows of parts are looked up one by one (`lateral … offset 0`): of a menu that was just
 * uploaded PostgreSQL has no statistics, and would go through all of its rows for each.
 */
import type { Queryable } from '@order-hub/shared/database';
import type { IndexedCategory } from './menu-index.ts';
import { textStart } from '@order-hub/shared/text-start';

type CatalogKey = { account_id: string; catalog_id: string };

const wordsMax = 10;
const nameCharsMax = 200;

type NamedProduct = { id: string; category_id: string; text: string };

/** The start of the texts of a product, whose document is `fields` of `part`. */
const columns = `part.id, part.fields ->> 'category_id' as category_id,
  folded_text(concat_ws(' ', left(part.fields ->> 'name', 200), left(part.fields ->> 'ref', 100),
    left((select string_agg(concat_ws(' ', sku ->> 'name', sku ->> 'ref'), ' ')
          from jsonb_array_elements(part.fields -> 'skus') as sku), 300),
    left(part.fields ->> 'description', 300))) as text`;

/** The products at some places of the menu. */
export async function listNamedProducts(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { skip, count }: { skip: number; count: number },
): Promise<NamedProduct[]> {
  const { rows } = await db.query<NamedProduct>({
    name: 'list-named-products',
    text: `select ${columns}
           from catalog_part_lists as list,
             unnest(list.ids[$3 + 1 : $3 + $4]) with ordinality as named (id, position),
             lateral (select id, document::jsonb as fields from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = 'product' and id = named.id offset 0) as part
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = 'product'
           order by named.position`,
    values: [account_id, catalog_id, skip, count],
  });
  return rows;
}

/** These products, in any order. */
export async function findNamedProducts(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  ids: readonly string[],
): Promise<NamedProduct[]> {
  const { rows } = await db.query<NamedProduct>({
    name: 'find-named-products',
    text: `select ${columns}
           from (select id, document::jsonb as fields from catalog_parts
                 where account_id = $1 and catalog_id = $2 and kind = 'product' and id = any ($3::text[]) offset 0) as part`,
    values: [account_id, catalog_id, ids],
  });
  return rows;
}

/** The words of what is searched for, folded like the texts of products; at most ten. None if nothing is left of it. */
export async function foldWords(db: Queryable, search: string): Promise<string[]> {
  const { rows } = await db.query<{ words: string }>({
    name: 'fold-words',
    text: 'select searched_words($1) as words',
    values: [search],
  });
  const words = rows[0]?.words ?? '';
  return words === '' ? [] : words.split(' ').slice(0, wordsMax);
}

/** What the first option lists of a catalog ask for, in their order; without those that ask for nothing. */
export async function listSelections(db: Queryable, { account_id, catalog_id }: CatalogKey, count: number) {
  type Row = { id: string; name: string; min_selections: number; multiple_selection: boolean | null; options: number };
  const { rows } = await db.query<Row>({
    name: 'list-selections',
    text: `select part.id, left(part.fields ->> 'name', 300) as name,
             (part.fields ->> 'min_selections')::int as min_selections,
             (part.fields ->> 'multiple_selection')::boolean as multiple_selection,
             json_array_length(part.fields -> 'options') as options
           from catalog_part_lists as list, unnest(list.ids[1 : $3]) with ordinality as named (id, position),
             lateral (select id, document::json as fields from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = 'option_list' and id = named.id offset 0) as part
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = 'option_list'
             and (part.fields ->> 'min_selections')::int > 0
           order by named.position`,
    values: [account_id, catalog_id, count],
  });
  return rows.map(({ options, name, ...row }) => ({
    ...row,
    name: textStart(name, nameCharsMax),
    options: { length: options },
  }));
}

/** The first categories of a catalog, depth first. */
export async function listNamedCategories(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  count: number,
): Promise<IndexedCategory[]> {
  const { rows } = await db.query<IndexedCategory>({
    name: 'list-named-categories',
    text: `select stored.id, stored.document::json ->> 'parent_id' as parent_id, left(stored.document::json ->> 'name', 300) as name
           from catalog_part_lists as list, unnest(list.ids[1 : $3]) with ordinality as named (id, position),
             lateral (select id, document from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = 'category' and id = named.id offset 0) as stored
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = 'category'
           order by named.position`,
    values: [account_id, catalog_id, count],
  });
  return rows.map((row) => ({ ...row, name: textStart(row.name, nameCharsMax) }));
}
