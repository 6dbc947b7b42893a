/** Images of a catalog (docs/api/catalogs.md#images). */
import { createHash } from 'node:crypto';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { assertWithinQuota } from '@order-hub/shared/quota';

/** An image without its bytes. `unattached_since` is null while a part of the catalog uses the image. */
export type Image = {
  id: string;
  type: ImageType;
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

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp'] as const;
export type ImageType = (typeof imageTypes)[number];

const startsWith = (bytes: Buffer, start: string, at = 0) => bytes.toString('latin1', at, at + start.length) === start;

/**
 * The header sizes that may follow the file header of a BMP. Without this check, many texts would pass, because a BMP begins
 * with "BM".
 */
const bitmapHeaders = new Set([12, 40, 52, 56, 64, 108, 124]);

/**
 * The signature of each type. A library for this knows two hundred types, and would run a parser of whatever format an
 * untrusted file pretends to have.
 */
const signatures: Record<ImageType, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/bmp': (bytes) => startsWith(bytes, 'BM') && bytes.length >= 18 && bitmapHeaders.has(bytes.readUInt32LE(14)),
};

/** The type of the bytes, whatever type the client claims. Throws 422 for any other file. */
function typeOf(bytes: Buffer): ImageType {
  const type = imageTypes.find((candidate) => signatures[candidate](bytes));
  if (!type) throw invalid('', 'must be an image: a JPEG, PNG, WEBP, GIF or BMP file');
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
