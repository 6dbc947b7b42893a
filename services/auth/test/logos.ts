/** Logos of apps, as base64: the header is all that the hub reads. */

/** A PNG that says that it has this size. */
export function aPng(width = 64, height = width, bytesTotal = 64): string {
  const bytes = Buffer.alloc(bytesTotal);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

/** A JPEG that says that it has this size, after another segment. */
export function aJpeg(width = 64, height = width): string {
  const frame = Buffer.from('ffc0001108000000000301', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), frame]).toString('base64');
}
