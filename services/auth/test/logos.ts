/** Logos of apps, as base64: the measures and the end are all that the hub reads. */

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

/** A whole PNG that says that it has this size. */
export function aPng(width = 64, height = width, bytesTotal = 64): string {
  const bytes = Buffer.alloc(bytesTotal);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  // Between the header and the end is one chunk.
  bytes.writeUInt32BE(bytesTotal - 33 - 12 - pngEnd.length, 33);
  bytes.write('tEXt', 37);
  pngEnd.copy(bytes, bytesTotal - pngEnd.length);
  return bytes.toString('base64');
}

/** A whole JPEG that says that it has this size, after another segment. */
export function aJpeg(width = 64, height = width): string {
  const frame = Buffer.from('ffc0000b080000000001011100ffd9', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), frame]).toString('base64');
}
