import type { Queryable } from '@order-hub/shared/database';
import type { Prepared } from '../uploads/prepared-content.ts';
import { saveContent } from '../uploads/save-content.ts';
import type { Catalog } from './catalog.ts';
import { saveDocument } from './catalog.store.ts';

/** An upload that is ready to be stored, and the digest of its body. */
export type ReadyUpload = { prepared: Prepared; sha256: Uint8Array; now: Date };

/** Stores the document and the content of a catalog, which is new or locked by the transaction. */
export async function saveUpload(trx: Queryable, catalog: Catalog, { prepared, sha256, now }: ReadyUpload) {
  const { account_id, id: catalog_id } = catalog;
  const { document, rows } = prepared;
  if (rows) await saveContent(trx, { account_id, catalog_id }, rows, now);
  await saveDocument(trx, catalog, { document, upload_sha256: rows && sha256 });
}
