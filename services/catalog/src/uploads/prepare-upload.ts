import { webcrypto } from 'node:crypto';
import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import type { PlacedResource } from '@order-hub/shared/placed-resource';
import { listImageIds } from './content.store.ts';
import type { Preparer } from './open-preparer.ts';
import type { Uploads } from './open-uploads.ts';
import type { Prepared, PreparingTask } from './prepared-content.ts';

/** The dependencies of endpoints that take a catalog. */
export type UploadDeps = { db: Database; preparer: Preparer; uploads: Uploads };

/** A body, and the digest by which the same body is recognised. */
export type Upload = { bytes: Uint8Array; sha256: Uint8Array };

/** Reads a body. Its digest is computed off the event loop. Throws 413 and 400. */
export async function readUpload(readBytes: ReadBytes): Promise<Upload> {
  const bytes = await readBytes();
  return { bytes, sha256: new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes)) };
}

/** What an upload is stored as; null when nothing changes. Throws 422 with every fault. */
export async function prepareUpload(
  { db, preparer }: UploadDeps,
  { account_id, id, currency }: Pick<PlacedResource, 'account_id' | 'id' | 'currency'>,
  upload: Pick<PreparingTask, 'bytes' | 'head' | 'previous' | 'now'>,
): Promise<Prepared | null> {
  const imageIds = upload.previous ? await listImageIds(db, { account_id, catalog_id: id }) : [];
  return preparer.prepare({ ...upload, currency, imageIds });
}
