/**
 * The type of a picture by its bytes, and whether it was cut off. No library: it would know two hundred types, and run a parser of
 * whatever format an untrusted file pretends to have. Pure.
 */

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Names that browsers, tills and older libraries give to these types. */
export const otherPictureTypes: readonly string[] = [
  'image/jpg',
  'image/jpe',
  'image/jfif',
  'image/pjpeg',
  'image/x-jpeg',
  'image/x-png',
  'image/x-webp',
  'image/x-gif',
  'image/x-bmp',
  'image/x-ms-bmp',
  'image/x-windows-bmp',
];

const startsWith = (bytes: Buffer, start: string, at = 0) => bytes.toString('latin1', at, at + start.length) === start;

/**
 * The header sizes that may follow the file header of a BMP. Without this check, many texts would pass, because a BMP begins
 * with "BM".
 */
const bitmapHeaders = new Set([12, 40, 52, 56, 64, 108, 124]);

const signatures: Record<PictureType, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/bmp': (bytes) => startsWith(bytes, 'BM') && bytes.length >= 18 && bitmapHeaders.has(bytes.readUInt32LE(14)),
};

/** Chunks of a length and a type, up to IEND. */
function isWholePng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (startsWith(bytes, 'IEND', at + 4)) return true;
  }
  return false;
}

/** Within the data of a scan, FF is followed by 0 or by the number of a restart. Neither has a length. */
const isBareMarker = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Segments and scans, up to the marker of the end. A thumbnail within a segment has an end of its own. */
function isWholeJpeg(bytes: Buffer): boolean {
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 2 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) return true;
    if (marker !== 0xff && !isBareMarker(marker)) {
      if (at + 4 > bytes.length) return false;
      at += Math.max(2, bytes.readUInt16BE(at + 2));
    }
    at = bytes.indexOf(0xff, at + (marker === 0xff ? 1 : 2));
  }
  return false;
}

const isWholeWebp = (bytes: Buffer) => bytes.readUInt32LE(4) + 8 <= bytes.length;

/** The size of a table of colours, by the flags before it. */
const coloursBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));

function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}

/** Images and extensions, up to the trailer. Some writers leave zeros between them. */
function isWholeGif(bytes: Buffer): boolean {
  const [extension, image, trailer] = [0x21, 0x2c, 0x3b];
  let at = 13 + coloursBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== trailer) {
    if (bytes[at] === extension) at = afterSubBlocks(bytes, at + 2);
    else if (bytes[at] === image) at = afterSubBlocks(bytes, at + 11 + coloursBytes(bytes[at + 9] ?? 0));
    else if (bytes[at] === 0) at += 1;
    else return false;
  }
  return at < bytes.length;
}

/** The size of the pixels: from the measures, or as the header says where they are compressed. */
function bitmapBytes(bytes: Buffer): number {
  const rowBytes = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4;
  if (bytes.readUInt32LE(14) === 12) {
    return rowBytes(bytes.readUInt16LE(18), bytes.readUInt16LE(24)) * bytes.readUInt16LE(20);
  }
  const isCompressed = ![0, 3, 6].includes(bytes.readUInt32LE(30));
  if (isCompressed) return bytes.readUInt32LE(34);
  return rowBytes(Math.abs(bytes.readInt32LE(18)), bytes.readUInt16LE(28)) * Math.abs(bytes.readInt32LE(22));
}

const isWholeBitmap = (bytes: Buffer) =>
  bytes.length >= (bytes.readUInt32LE(14) === 12 ? 26 : 54) &&
  bytes.readUInt32LE(10) + bitmapBytes(bytes) <= bytes.length;

const isWhole: Record<PictureType, (bytes: Buffer) => boolean> = {
  'image/jpeg': isWholeJpeg,
  'image/png': isWholePng,
  'image/webp': isWholeWebp,
  'image/gif': isWholeGif,
  'image/bmp': isWholeBitmap,
};

/** The type of the bytes, whatever they are called; undefined for any other file. */
export const pictureTypeOf = (bytes: Buffer): PictureType | undefined =>
  pictureTypes.find((type) => signatures[type](bytes));

export const cutOffMessage = 'was cut off: the file has no end; send it again, whole';

/** Whether a picture of this type has its end. What its pixels hold is not read. */
export const isWholePicture = (bytes: Buffer, type: PictureType): boolean => isWhole[type](bytes);
