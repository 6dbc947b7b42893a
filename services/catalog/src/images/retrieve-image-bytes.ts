import type { Context } from '@order-hub/shared/caller';
import type { Content } from '@order-hub/shared/content';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findImageBytes } from './image.store.ts';
import { getImage, type ImagePath } from './retrieve-image.ts';

/** An untrusted file must be no more than an image: it may not run scripts, or become part of our pages. */
const headers = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
};

/** The bytes of an image, which never change. Throws 404. */
export async function retrieveImageBytes({ db }: { db: Database }, ctx: Context, path: ImagePath) {
  const { md5, type } = await getImage(db, ctx, path);
  return {
    version: md5,
    type,
    isGzip: false,
    headers,
    async read() {
      const bytes = await findImageBytes(db, { account_id: ctx.caller.account.id, ...path });
      // Deleted meanwhile.
      if (!bytes) throw notFound('Image');
      return bytes;
    },
  } satisfies Content;
}
