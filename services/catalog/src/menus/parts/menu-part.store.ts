/** The option lists, deals and categories that pages of a menu show. */
import type { Queryable } from '@order-hub/shared/database';
import type { MenuPartKind } from '@order-hub/shared/menu-part-calls';

type CatalogKey = { account_id: string; catalog_id: string };

/** What a list shows of a part. `members`: of an option list its options, of a deal its lines. */
type ListedPart = { id: string; name: string; members: number | null; is_enabled: boolean };

/** A page of the parts of a kind in the order of the menu, and how many there are. */
export async function listNamedParts(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { kind, skip, count }: { kind: MenuPartKind; skip: number; count: number },
): Promise<{ parts: ListedPart[]; count: number }> {
  const { rows } = await db.query<ListedPart & { count: number }>({
    name: 'list-menu-parts',
    text: `select cardinality(list.ids) as count, part.id, part.fields ->> 'name' as name,
             coalesce(json_array_length(part.fields -> 'options'), json_array_length(part.fields -> 'lines')) as members,
             coalesce((part.fields -> 'restrictions' ->> 'enabled')::boolean, true) as is_enabled
           from catalog_part_lists as list
           left join unnest(list.ids[$4 + 1 : $4 + $5]) with ordinality as named (id, position) on true
           left join lateral (select id, document::json as fields from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = $3 and id = named.id offset 0) as part on true
           where list.account_id = $1 and list.catalog_id = $2 and list.kind = $3
           order by named.position`,
    values: [account_id, catalog_id, kind, skip, count],
  });
  const parts = rows.filter(({ id }) => id !== null).map(({ count: _count, ...part }) => part);
  return { parts, count: rows[0]?.count ?? 0 };
}

/** The names of those of these parts that the catalog has, in the order of the ids. */
export async function findPartNames(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  kind: MenuPartKind | 'product',
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'find-menu-part-names',
    text: `select part.id, part.document::json ->> 'name' as name
           from unnest($4::text[]) with ordinality as named (id, position),
             lateral (select id, document from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = $3 and id = named.id offset 0) as part
           order by named.position`,
    values: [account_id, catalog_id, kind, ids],
  });
  return rows;
}

/** A part of at most `bytesMax` bytes; undefined when there is none, or it is larger. */
export async function findPartDocument(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { kind, id, bytesMax }: { kind: MenuPartKind; id: string; bytesMax: number },
): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>({
    name: 'find-menu-part',
    text: `select document from catalog_parts
           where account_id = $1 and catalog_id = $2 and kind = $3 and id = $4 and octet_length(document) <= $5`,
    values: [account_id, catalog_id, kind, id, bytesMax],
  });
  return rows[0]?.document;
}
