/** Images of a catalog (docs/api/catalogs.md#images). */
import { createHash } from 'node:crypto';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { cutOffMessage, isWholePicture, pictureTypeOf, type PictureType } from '@order-hub/shared/pictures';
import { assertWithinQuota } from '@order-hub/shared/quota';

/** An image without its bytes. `unattached_since` is null while a part of the catalog uses the image. */
export type Image = {
  id: string;
  type: PictureType;
  /** In bytes. */
  size: number;
  /** In hexadecimal. */
  md5: string;
  unattached_since: Date | null;
};

export const imageBytesMax = 1_048_576;
/** An image that no part has used for this long is removed. */
export const retentionMs = 30 * 24 * 3_600_000;
/** The most that an account may have (docs/api/limits.md#quotas): images, and those that no part uses. */
export type ImageQuotas = { images: number; bytes: number; unattached: number; unattachedBytes: number };

/** What an account has: the same numbers. */
export type ImageTotals = ImageQuotas;

/** Throws 422 when one more image, which no part uses yet, would exceed a quota. */
export function assertImageQuotas(quotas: ImageQuotas, totals: ImageTotals, size: number): void {
  assertWithinQuota('images_of_an_account', quotas.images, totals.images + 1);
  assertWithinQuota('bytes_of_images_of_an_account', quotas.bytes, totals.bytes + size);
  assertWithinQuota('images_of_an_account_that_no_catalog_uses', quotas.unattached, totals.unattached + 1);
  assertWithinQuota(
    'bytes_of_images_of_an_account_that_no_catalog_uses',
    quotas.unattachedBytes,
    totals.unattachedBytes + size,
  );
}

/** The type of the bytes, whatever type the client claims. Throws 422 for any other file, and for one that was cut off. */
function typeOf(bytes: Buffer): PictureType {
  const type = pictureTypeOf(bytes);
  if (!type) throw invalid('', 'not_an_image', 'must be an image: a JPEG, PNG, WEBP, GIF or BMP file');
  if (!isWholePicture(bytes, type)) throw invalid('', 'not_an_image', cutOffMessage);
  return type;
}

/** A new image, which no part uses yet. Throws 422 when the bytes are not an image. */
export const draftImage = (bytes: Buffer, now: Date): Image => ({
  id: newId(now),
  type: typeOf(bytes),
  size: bytes.length,
  md5: createHash('md5').update(bytes).digest('hex'),
  unattached_since: now,
});

/** The seconds until the image is removed; null while it is attached. */
export const secondsBeforeRemoval = ({ unattached_since }: Image, now: Date): number | null =>
  unattached_since && Math.max(0, Math.ceil((unattached_since.getTime() + retentionMs - now.getTime()) / 1_000));
