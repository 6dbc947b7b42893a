/** The type of a picture by its first bytes; catalog checks it again. Pure. */

export const pictureBytesMax = 1_048_576;

const signatures: readonly (readonly [type: string, start: string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG'],
  ['image/webp', 'RIFF'],
  ['image/gif', 'GIF8'],
  ['image/bmp', 'BM'],
];

export const imageType = (bytes: Buffer): string | undefined =>
  signatures.find(([, start]) => bytes.toString('latin1', 0, start.length) === start)?.[0];
