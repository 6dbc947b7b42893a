/** What a change of single parts reads and writes. */
import { textArray } from '@order-hub/shared/binary-array';
import type { Queryable } from '@order-hub/shared/database';
import type { StoredPart } from '../../content/changes/change-parts.ts';

export type CatalogKey = { account_id: string; catalog_id: string };

type PartName = Pick<StoredPart, 'kind' | 'id'>;

const namesOf = (parts: readonly PartName[]) => [parts.map(({ kind }) => kind), parts.map(({ id }) => id)];

/** Those of these parts that the catalog has. */
export async function findParts(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  parts: readonly PartName[],
): Promise<StoredPart[]> {
  const { rows } = await db.query<StoredPart>({
    name: 'find-parts-to-change',
    text: `select part.kind, part.id, part.document
           from (select distinct kind, id from unnest($3::text[], $4::text[]) as named (kind, id)) as sent,
             lateral (select kind, id, document from catalog_parts
                      where account_id = $1 and catalog_id = $2 and kind = sent.kind and id = sent.id offset 0) as part`,
    values: [account_id, catalog_id, ...namesOf(parts)],
  });
  return rows;
}

/** Stores the documents of parts that the catalog has. */
export async function updateParts(
  trx: Queryable,
  { account_id, catalog_id }: CatalogKey,
  parts: readonly StoredPart[],
): Promise<void> {
  await trx.query({
    name: 'update-changed-parts',
    // All of them are there. An update would go through all parts of a catalog that has no statistics yet.
    text: `insert into catalog_parts (account_id, catalog_id, kind, id, document)
           select $1, $2, kind, id, document from unnest($3::text[], $4::text[], $5::text[]) as changed (kind, id, document)
           on conflict (account_id, catalog_id, kind, id) do update set document = excluded.document`,
    values: [
      account_id,
      catalog_id,
      ...namesOf(parts).map((names) => textArray(names)),
      textArray(parts.map(({ document }) => document)),
    ],
  });
}

/** Those of these images that the catalog has. */
export async function findImageIds(
  db: Queryable,
  { account_id, catalog_id }: CatalogKey,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>({
    name: 'find-images-to-attach',
    text: 'select id from images where account_id = $1 and catalog_id = $2 and id = any ($3::text[])',
    values: [account_id, catalog_id, ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Attaches images of a catalog, and detaches others from `now` on. Returns how many of the first are there. */
export async function updateImages(
  trx: Queryable,
  { account_id, catalog_id }: CatalogKey,
  { attached, detached, now }: { attached: readonly string[]; detached: readonly string[]; now: Date },
): Promise<number> {
  const { rowCount } = await trx.query({
    name: 'attach-changed-images',
    text: `update images set unattached_since = null where account_id = $1 and catalog_id = $2 and id = any ($3::text[])`,
    values: [account_id, catalog_id, attached],
  });
  if (detached.length > 0)
    await trx.query({
      name: 'detach-changed-images',
      text: `update images set unattached_since = $4
             where account_id = $1 and catalog_id = $2 and id = any ($3::text[]) and unattached_since is null`,
      values: [account_id, catalog_id, detached, now],
    });
  return rowCount ?? 0;
}
