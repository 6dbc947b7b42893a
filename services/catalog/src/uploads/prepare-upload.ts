import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { PlacedResource } from '@order-hub/shared/placed-resource';
import { listImageIds } from './content.store.ts';
import type { Preparer } from './open-preparer.ts';
import type { Uploads } from './open-uploads.ts';
import type { Prepared, PreparingTask } from './prepared-content.ts';

/** The dependencies of endpoints that take a catalog. */
export type UploadDeps = { db: Database; preparer: Preparer; uploads: Uploads };

/** What an upload is stored as; null when nothing changes. Throws 422 with every fault, and 503. */
export async function prepareUpload(
  { db, preparer }: UploadDeps,
  { signal, cost, handling }: Pick<Context<null>, 'signal' | 'cost' | 'handling'>,
  { account_id, id, currency }: Pick<PlacedResource, 'account_id' | 'id' | 'currency'>,
  upload: Pick<PreparingTask, 'bytes' | 'head' | 'previous' | 'now'>,
): Promise<Prepared | null> {
  const imageIds = upload.previous ? await listImageIds(db, { account_id, catalog_id: id }) : [];
  return preparer.prepare({ ...upload, currency, imageIds }, { account_id, signal, cost }, handling);
}
