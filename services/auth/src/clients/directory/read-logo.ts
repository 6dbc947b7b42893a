/** The logo of an app: a small PNG or JPEG, whatever its sender calls it. */
import { invalid } from '@order-hub/shared/errors';
import { logoBytesMax } from '@order-hub/shared/management/apps';
import { cutOffMessage, isWholePicture, type PictureType } from '@order-hub/shared/pictures';
import { createHash } from 'node:crypto';

export type Logo = { bytes: Buffer; type: string; digest: string };

const pixelsMin = 16;
/** A file of some kilobytes can say that it has a billion pixels, which would fill the memory of a browser. */
const pixelsMax = 1_024;

type Size = { type: PictureType; width: number; height: number };

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 16).equals(pngStart)) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Frame headers say the size: all from C0 to CF but three that are other tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

const isSized = (pixels: number) => pixels >= pixelsMin && pixels <= pixelsMax;

/** The logo in a base64 text. Throws 422 for anything but a PNG or JPEG within the limits. */
export function logoIn(base64: string): Logo {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > logoBytesMax) throw invalid('logo', 'too_large', `must have at most ${logoBytesMax / 1_024} KiB`);
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (!size) throw invalid('logo', 'not_an_image', 'must be a PNG or JPEG file');
  if (!isWholePicture(bytes, size.type)) throw invalid('logo', 'not_an_image', cutOffMessage);
  if (!isSized(size.width) || !isSized(size.height)) {
    throw invalid(
      'logo',
      'wrong_format',
      `must be ${pixelsMin} to ${pixelsMax.toLocaleString('en')} pixels wide and high`,
    );
  }
  return { bytes, type: size.type, digest: createHash('sha256').update(bytes).digest('hex') };
}
