import type { Queryable } from '@order-hub/shared/database';
import { weighedRows, type WeighedRow } from '@order-hub/shared/weighed-page';
import type { PartKind } from '../content/part-ids.ts';
import { children, takePartPage, type ChildKind, type PagePosition, type PartPage } from './part.ts';

/** The kinds of parts that have a row of their own. Skus and options are in the row of their parent. */
export type ListedKind = Exclude<PartKind, 'variant' | 'sku' | 'option'>;

export type PartListKey = { account_id: string; catalog_id: string; kind: ListedKind };

/** A parent, and which of its children. */
export type ChildrenKey = { account_id: string; catalog_id: string; kind: ChildKind; parent_id: string };

/** A part as JSON text. `isCut`: there is one, but its row exceeds the limit. */
export type FoundPart = { document: string | undefined; isCut: boolean };

type PartRow = { document: string | null; is_cut: boolean };

const foundIn = ([row]: readonly PartRow[]): FoundPart => ({
  document: row?.document ?? undefined,
  isCut: row?.is_cut ?? false,
});

/** A part whose row has at most `bytesMax` bytes. */
export async function findPart(
  db: Queryable,
  { account_id, catalog_id, kind }: PartListKey,
  id: string,
  bytesMax: number,
): Promise<FoundPart> {
  const { rows } = await db.query<PartRow>({
    name: 'find-catalog-part',
    text: `select octet_length(document) > $5 as is_cut, case when octet_length(document) <= $5 then document end as document
           from catalog_parts where account_id = $1 and catalog_id = $2 and kind = $3 and id = $4`,
    values: [account_id, catalog_id, kind, id, bytesMax],
  });
  return foundIn(rows);
}

/** A page of the parts of a kind in the order of the catalog, as JSON texts of at most `bytesMax` bytes together. */
export async function listPartRows(
  db: Queryable,
  { account_id, catalog_id, kind }: PartListKey,
  position: PagePosition,
  bytesMax: number,
): Promise<PartPage> {
  const { rows } = await db.query<{ document: string } & WeighedRow>({
    name: 'list-catalog-parts',
    text: weighedRows({
      rows: `select part.document, listed.position
             from catalog_part_lists as list,
               unnest(list.ids[$4 + 1 : $4 + $5 + 1]) with ordinality as listed (id, position)
             join catalog_parts as part
               on part.account_id = $1 and part.catalog_id = $2 and part.kind = $3 and part.id = listed.id
             where list.account_id = $1 and list.catalog_id = $2 and list.kind = $3`,
      columns: 'document',
      bytes: 'octet_length(document)',
      order: 'position',
      count: '$5',
      bytesMax: '$6',
    }),
    values: [account_id, catalog_id, kind, position.offset, position.count, bytesMax],
  });
  return takePartPage(rows, position);
}

/** The children of a part, of which PostgreSQL reads a row of at most $5 bytes: the event loop would be blocked by a large one. */
const parentRow = `
  select octet_length(document) > $5 as is_cut,
    case when octet_length(document) <= $5 then document::json -> $6 end as children
  from catalog_parts where account_id = $1 and catalog_id = $2 and kind = $3 and id = $4`;

const parentValues = ({ account_id, catalog_id, kind, parent_id }: ChildrenKey, parentBytesMax: number) => {
  const { parent, field } = children[kind];
  return [account_id, catalog_id, parent, parent_id, parentBytesMax, field];
};

/** One child of a part whose row has at most `parentBytesMax` bytes. */
export async function findChild(
  db: Queryable,
  key: ChildrenKey,
  id: string,
  parentBytesMax: number,
): Promise<FoundPart> {
  const { rows } = await db.query<PartRow>({
    name: 'find-catalog-part-child',
    text: `select parent.is_cut, child.value::text as document from (${parentRow}) as parent
           left join lateral json_array_elements(parent.children) as child (value) on child.value ->> 'id' = $7`,
    values: [...parentValues(key, parentBytesMax), id],
  });
  return foundIn(rows);
}

/**
 * A page of the children of a part whose row has at most `parentBytesMax` bytes, as JSON texts of at most `bytesMax` bytes
 * together. Undefined when there is no such part.
 */
export async function listChildRows(
  db: Queryable,
  key: ChildrenKey,
  position: PagePosition,
  { parentBytesMax, bytesMax }: { parentBytesMax: number; bytesMax: number },
): Promise<PartPage | undefined> {
  const { rows } = await db.query<{ is_cut: boolean; document: string | null } & WeighedRow>({
    name: 'list-catalog-part-children',
    text: `select parent.is_cut, child.document, coalesce(child.has_next, false) as has_next
           from (${parentRow}) as parent
           left join lateral (${weighedRows({
             rows: `select listed.value::text as document, listed.position
                    from json_array_elements(parent.children) with ordinality as listed (value, position)
                    where listed.position > $7 and listed.position <= $7 + $8 + 1`,
             columns: 'document',
             bytes: 'octet_length(document)',
             order: 'position',
             count: '$8',
             bytesMax: '$9',
           })}) as child on true`,
    values: [...parentValues(key, parentBytesMax), position.offset, position.count, bytesMax],
  });
  if (rows.length === 0) return undefined;
  const page = takePartPage(
    rows.flatMap(({ document, has_next }) => (document === null ? [] : [{ document, has_next }])),
    position,
  );
  return { ...page, isCut: rows[0]?.is_cut === true };
}
