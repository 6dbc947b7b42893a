import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { ApiError, invalid } from '@order-hub/shared/errors';
import { assertMayUpdateContent } from '@order-hub/shared/placed-resource';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { inSlot, type Slots } from '@order-hub/shared/slots';
import type { CatalogPath } from '../catalogs/catalog.ts';
import { getCatalog, lockCatalogKeyShared } from '../catalogs/find-catalog.ts';
import { assertImageQuotas, draftImage, imageBytesMax, type ImageQuotas } from './image.ts';
import type { ImageCreate } from './image.schema.ts';
import { insertImage, lockImageTotals } from './image.store.ts';
import { viewImage } from './image.view.ts';

/** Reads an image. Throws 422, not 413, for one over the limit: the API treats its size as a fault of the image. */
async function readImage(read: ReadBytes): Promise<Buffer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.error_type !== 'payload_too_large') throw error;
    throw invalid('', 'too_large', `must have at most ${imageBytesMax} bytes`);
  }
}

/** `writes`: an account's images are stored one after the other, and those that wait take no connection from others. */
export type CreateImageDeps = { db: Database; writes: Slots; imageQuotas: ImageQuotas };

type ImageUpload = ImageCreate & { read: ReadBytes };

/** Adds an image to a catalog. The caller is checked before the body is read. Throws 404, 401, 403, 422 and 503. */
export async function createImage(
  { db, writes, imageQuotas }: CreateImageDeps,
  ctx: Context,
  { catalog_id }: CatalogPath,
  { private_ref, read }: ImageUpload,
) {
  const { caller, now } = ctx;
  assertMayUpdateContent(caller, 'catalog', await getCatalog(db, caller, catalog_id));
  const bytes = await readImage(read);
  const image = draftImage(bytes, now);
  const { account, client_id } = caller;
  const ownRef = private_ref ?? null;
  const row = { ...image, account_id: account.id, catalog_id, client_id, private_ref: ownRef, bytes };
  const save = () =>
    transaction(db, async (trx) => {
      await lockCatalogKeyShared(trx, caller, catalog_id);
      assertImageQuotas(imageQuotas, await lockImageTotals(trx, account.id, imageQuotas.images), bytes.length);
      const isStored = await insertImage(trx, row);
      if (!isStored) throw invalid('private_ref', 'taken', 'is your private ref of another image of the catalog');
      return rememberReply(trx, ctx, viewImage(image, ownRef, now));
    });
  return inSlot(writes.take(account.id, ctx), save);
}
