import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { getCatalog } from '../catalogs/find-catalog.ts';
import { findImage } from './image.store.ts';
import { viewImage } from './image.view.ts';

export type ImagePath = { catalog_id: string; image_id: string };

/** An image of a catalog that the caller may see, without its bytes. Throws 404. */
export async function getImage(db: Database, { caller }: Context, { catalog_id, image_id }: ImagePath) {
  const { account_id } = await getCatalog(db, caller, catalog_id);
  const image = await findImage(db, { account_id, catalog_id, image_id }, caller.client_id);
  if (!image) throw notFound('Image');
  return image;
}

/** One image, without its bytes. Throws 404. */
export async function retrieveImage({ db }: { db: Database }, ctx: Context, path: ImagePath) {
  const image = await getImage(db, ctx, path);
  return viewImage(image, image.own_ref, ctx.now);
}
