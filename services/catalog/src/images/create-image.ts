import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { ApiError, invalid, unprocessable } from '@order-hub/shared/errors';
import { assertMayWrite } from '@order-hub/shared/placed-resource';
import { getCatalog, lockCatalogKeyShared } from '../catalogs/find-catalog.ts';
import { draftImage, imageBytesMax, unattachedMax } from './image.ts';
import type { ImageCreate } from './image.schema.ts';
import { insertImage, lockUnattached } from './image.store.ts';
import { viewImage } from './image.view.ts';

/** Reads an image. Throws 422, not 413, for one over the limit: the API treats its size as a fault of the image. */
async function readImage(read: ReadBytes): Promise<Buffer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.error_type !== 'payload_too_large') throw error;
    throw invalid('', `must have at most ${imageBytesMax} bytes`);
  }
}

/** Throws 422 when the account would have too many unattached images. */
async function assertQuota(trx: Queryable, account_id: string, size: number): Promise<void> {
  const { images, bytes } = await lockUnattached(trx, account_id, unattachedMax.images);
  if (images < unattachedMax.images && bytes + size <= unattachedMax.bytes) return;
  throw unprocessable(
    'The account has too many images that no catalog uses: attach some by an update of their catalog',
  );
}

type CatalogPath = { catalog_id: string };
type ImageUpload = ImageCreate & { read: ReadBytes };

/** Adds an image to a catalog. The caller is checked before the body is read. Throws 404, 403 and 422. */
export async function createImage(
  { db }: { db: Database },
  { caller, now }: Context,
  { catalog_id }: CatalogPath,
  { private_ref, read }: ImageUpload,
) {
  assertMayWrite(caller, 'catalog', await getCatalog(db, caller, catalog_id));
  const bytes = await readImage(read);
  const image = draftImage(bytes, now);
  const { account, client_id } = caller;
  const ownRef = private_ref ?? null;
  const row = { ...image, account_id: account.id, catalog_id, client_id, private_ref: ownRef, bytes };
  await transaction(db, async (trx) => {
    await lockCatalogKeyShared(trx, caller, catalog_id);
    await assertQuota(trx, account.id, bytes.length);
    const isStored = await insertImage(trx, row);
    if (!isStored) throw invalid('private_ref', 'is your private ref of another image of the catalog');
  });
  return viewImage(image, ownRef, now);
}
