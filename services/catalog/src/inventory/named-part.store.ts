/** The skus and options of a catalog that the entries of a request name. */
import type { Queryable } from '@order-hub/shared/database';
import { keyOf, type Entry } from './entries/entry.ts';
import type { Inventory } from './inventory.ts';
import { keyOfId, type PartId } from './entries/sent-entry.ts';

type Ref = Pick<Entry, 'kind' | 'ref'>;
type CatalogKey = Pick<Inventory, 'account_id' | 'catalog_id'>;

/** Those of these refs that the catalog has, by `keyOf`. */
export async function findKnownRefs(db: Queryable, { account_id, catalog_id }: CatalogKey, refs: readonly Ref[]) {
  if (refs.length === 0) return new Set<string>();
  const { rows } = await db.query<Ref>({
    name: 'find-known-refs',
    text: `select ref.kind, ref.ref from unnest($3::text[], $4::text[]) as sent (kind, ref)
           join catalog_refs as ref
             on ref.account_id = $1 and ref.catalog_id = $2 and ref.kind = sent.kind and ref.ref = sent.ref`,
    values: [account_id, catalog_id, refs.map(({ kind }) => kind), refs.map(({ ref }) => ref)],
  });
  return new Set(rows.map(keyOf));
}

/** Reads the skus in products and the options in option lists: no row of their own has their ids. */
const refsOfIds = `
  select 'sku' as kind, part ->> 'id' as id, part ->> 'ref' as ref
  from catalog_parts as holder, jsonb_array_elements(holder.document::jsonb -> 'skus') as part
  where holder.account_id = $1 and holder.catalog_id = $2 and holder.kind = 'product' and part ->> 'id' = any ($3::text[])
  union all
  select 'option', part ->> 'id', part ->> 'ref'
  from catalog_parts as holder, jsonb_array_elements(holder.document::jsonb -> 'options') as part
  where holder.account_id = $1 and holder.catalog_id = $2 and holder.kind = 'option_list' and part ->> 'id' = any ($4::text[])`;

/** The refs of those of these parts that the catalog has, by `keyOfId`; null for a part without a ref. */
export async function findRefsOfIds(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  parts: readonly PartId[],
): Promise<Map<string, string | null>> {
  if (parts.length === 0) return new Map();
  const idsOf = (kind: string) => parts.filter((part) => part.kind === kind).map(({ id }) => id);
  const { rows } = await db.query<PartId & { ref: string | null }>({
    text: refsOfIds,
    values: [account_id, catalog_id, idsOf('sku'), idsOf('option')],
  });
  return new Map(rows.map((part) => [keyOfId(part), part.ref]));
}
