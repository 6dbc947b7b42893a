/** The table of catalogs, and the documents in which they are sent. */
import type { Queryable } from '@order-hub/shared/database';
import type { PlacedTable } from '@order-hub/shared/placed-resource-store';
import type { Catalog } from './catalog.ts';

export const catalogTable: PlacedTable<Catalog> = {
  kind: 'catalog',
  name: 'catalogs',
  ownColumns: ['version', 'rendered_version'],
};

/** Stores the name, timezone and version of a catalog, whose document this release has rendered. */
export async function updateCatalogRow(
  trx: Queryable,
  { account_id, id, name, timezone, version }: Catalog,
): Promise<void> {
  await trx.query({
    text: `update catalogs set name = $3, timezone = $4, version = $5, rendered_version = $5
           where account_id = $1 and id = $2`,
    values: [account_id, id, name, timezone, version],
  });
}

/** A document to store, and the digest of the body that it was made from. */
export type StoredDocument = { document: Uint8Array; upload_sha256: Uint8Array | null };

export async function saveDocument(
  trx: Queryable,
  { account_id, id }: Catalog,
  { document, upload_sha256 }: StoredDocument,
): Promise<void> {
  await trx.query({
    name: 'save-catalog-document',
    text: `insert into catalog_documents (account_id, catalog_id, document, upload_sha256) values ($1, $2, $3, $4)
           on conflict (account_id, catalog_id)
           do update set document = excluded.document, upload_sha256 = excluded.upload_sha256`,
    values: [account_id, id, document, upload_sha256],
  });
}

/** The document of one version of a catalog; undefined when the catalog has another version or is gone. */
export async function findDocumentOfVersion(db: Queryable, { account_id, id, version }: Catalog) {
  const { rows } = await db.query<{ document: Buffer; upload_sha256: Buffer | null }>({
    name: 'find-catalog-document-of-version',
    text: `select stored.document, stored.upload_sha256
           from catalog_documents as stored
           join catalogs on catalogs.account_id = stored.account_id and catalogs.id = stored.catalog_id
           where stored.account_id = $1 and stored.catalog_id = $2 and catalogs.version = $3`,
    values: [account_id, id, version],
  });
  return rows[0];
}

/** A compressed document. `isCut`: there is one, but it exceeds the limit. */
export type FoundDocument = { document: Buffer | undefined; isCut: boolean };

/** The latest document of a catalog, if it has at most `bytesMax` bytes. */
export async function findDocument(
  db: Queryable,
  { account_id, id }: Catalog,
  bytesMax: number,
): Promise<FoundDocument> {
  const { rows } = await db.query<{ document: Buffer | null; is_cut: boolean }>({
    name: 'find-catalog-document',
    text: `select octet_length(document) > $3 as is_cut, case when octet_length(document) <= $3 then document end as document
           from catalog_documents where account_id = $1 and catalog_id = $2`,
    values: [account_id, id, bytesMax],
  });
  return { document: rows[0]?.document ?? undefined, isCut: rows[0]?.is_cut ?? false };
}
