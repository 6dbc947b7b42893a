/** The rows of a catalog's content (collect-rows.ts). Each function writes one batch. */
import type { Queryable } from '@order-hub/shared/database';
import type { Columns } from './prepared-content.ts';

export type CatalogKey = { account_id: string; catalog_id: string };

/** Inserts or updates a batch of parts. Columns: kind, id, document. */
export async function upsertParts(trx: Queryable, { account_id, catalog_id }: CatalogKey, columns: Columns) {
  await trx.query({
    name: 'upsert-catalog-parts',
    text: `insert into catalog_parts (account_id, catalog_id, kind, id, document)
           select $1, $2, kind, id, document
           from unnest($3::text[], $4::text[], $5::text[]) as part (kind, id, document)
           on conflict (account_id, catalog_id, kind, id) do update set document = excluded.document`,
    values: [account_id, catalog_id, ...columns],
  });
}

/** Deletes a batch of parts. Columns: kind, id. */
export async function deleteParts(trx: Queryable, { account_id, catalog_id }: CatalogKey, columns: Columns) {
  await trx.query({
    name: 'delete-catalog-parts',
    text: `delete from catalog_parts as part
           using unnest($3::text[], $4::text[]) as gone (kind, id)
           where part.account_id = $1 and part.catalog_id = $2 and part.kind = gone.kind and part.id = gone.id`,
    values: [account_id, catalog_id, ...columns],
  });
}

/** Stores the order of the parts of a kind. `ids`: the binary form of a `text[]`. */
export async function upsertPartList(
  trx: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { kind, ids }: { kind: string; ids: Uint8Array },
) {
  await trx.query({
    text: `insert into catalog_part_lists (account_id, catalog_id, kind, ids) values ($1, $2, $3, $4::text[])
           on conflict (account_id, catalog_id, kind) do update set ids = excluded.ids`,
    values: [account_id, catalog_id, kind, ids],
  });
}

/** Inserts a batch of refs. Columns: kind, ref. */
export async function insertRefs(trx: Queryable, { account_id, catalog_id }: CatalogKey, columns: Columns) {
  await trx.query({
    name: 'insert-catalog-refs',
    text: `insert into catalog_refs (account_id, catalog_id, kind, ref)
           select $1, $2, kind, ref from unnest($3::text[], $4::text[]) as named (kind, ref)`,
    values: [account_id, catalog_id, ...columns],
  });
}

/** Deletes a batch of refs. Columns: kind, ref. */
export async function deleteRefs(trx: Queryable, { account_id, catalog_id }: CatalogKey, columns: Columns) {
  await trx.query({
    name: 'delete-catalog-refs',
    text: `delete from catalog_refs as named
           using unnest($3::text[], $4::text[]) as gone (kind, ref)
           where named.account_id = $1 and named.catalog_id = $2 and named.kind = gone.kind and named.ref = gone.ref`,
    values: [account_id, catalog_id, ...columns],
  });
}

/** The ids of the images of a catalog. */
export async function listImageIds(db: Queryable, { account_id, catalog_id }: CatalogKey): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-image-ids',
    text: 'select id from images where account_id = $1 and catalog_id = $2',
    values: [account_id, catalog_id],
  });
  return rows.map(({ id }) => id);
}

/** Attaches these images of a catalog and detaches all others. `ids`: the binary form of a `text[]`. */
export async function attachImages(
  trx: Queryable,
  { account_id, catalog_id }: CatalogKey,
  ids: Uint8Array,
  now: Date,
): Promise<void> {
  await trx.query({
    name: 'attach-images',
    text: `update images set unattached_since = case when id = any ($3::text[]) then null else $4::timestamptz end
           where account_id = $1 and catalog_id = $2 and (unattached_since is null) <> (id = any ($3::text[]))`,
    values: [account_id, catalog_id, ids, now],
  });
}

/** How many of these images a catalog has. */
export async function countImages(trx: Queryable, { account_id, catalog_id }: CatalogKey, ids: Uint8Array) {
  const { rowCount } = await trx.query({
    text: 'select from images where account_id = $1 and catalog_id = $2 and id = any ($3::text[])',
    values: [account_id, catalog_id, ids],
  });
  return rowCount ?? 0;
}
