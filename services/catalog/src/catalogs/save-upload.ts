import type { Queryable } from '@order-hub/shared/database';
import type { Prepared } from '../content/prepared-content.ts';
import { saveContent } from '../content/save-content.ts';
import { nameIsUsed, type Catalog } from './catalog.ts';
import { isNameUsed, lockNames, saveDocument } from './catalog.store.ts';

/** An upload that is ready to be stored, and the digest of its body. */
export type ReadyUpload = { prepared: Prepared; sha256: Uint8Array; now: Date };

/** Stores the document and the content of a catalog, whose transaction has locked it if it is not new. */
export async function saveUpload(trx: Queryable, catalog: Catalog, { prepared, sha256, now }: ReadyUpload) {
  const { account_id, id: catalog_id } = catalog;
  const { document, rows } = prepared;
  if (rows) await saveContent(trx, { account_id, catalog_id }, rows, now);
  await saveDocument(trx, catalog, { document, upload_sha256: rows && sha256 });
}

/** Gives a catalog its name: no other has it before the transaction ends. Throws 422. Comes last, since it keeps others waiting. */
export async function holdName(trx: Queryable, catalog: Catalog): Promise<void> {
  await lockNames(trx, catalog.account_id);
  if (await isNameUsed(trx, catalog)) throw nameIsUsed();
}
