import { webcrypto } from 'node:crypto';
import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import { findImageIds } from '../content/find-image-ids.ts';
import type { Preparing } from '../content/open-preparing.ts';
import type { Prepared } from '../content/prepared-content.ts';
import type { Catalog } from './catalog.ts';
import { viewCatalog } from './catalog.view.ts';
import type { Uploads } from './open-uploads.ts';

/** What endpoints that take a catalog need. */
export type UploadDeps = { db: Database; preparing: Preparing; uploads: Uploads };

/** A body, and by what it is known again. */
export type Upload = { bytes: Uint8Array; sha256: Uint8Array };

/** Reads a body. Its digest is made beside the event loop. Throws 413 and 400. */
export async function readUpload(readBytes: ReadBytes): Promise<Upload> {
  const bytes = await readBytes();
  return { bytes, sha256: new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes)) };
}

type Given = { bytes: Uint8Array; previous: Uint8Array | null; now: Date };

/** What is to be stored of an upload; null when nothing changes. Throws what is wrong with it. */
export async function prepareUpload(
  { db, preparing }: UploadDeps,
  catalog: Catalog,
  { bytes, previous, now }: Given,
): Promise<Prepared | null> {
  const { account_id, id, currency } = catalog;
  const imageIds = previous ? await findImageIds(db, { account_id, catalog_id: id }) : [];
  return preparing.prepare({ bytes, head: viewCatalog(catalog), currency, imageIds, previous, now });
}
