/** The smallest pictures of each type, as whole files. */
import type { PictureType } from '@order-hub/shared/pictures';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(value);
  bytes.writeUInt32LE(value, 4);
  return { big: bytes.subarray(0, 4), little: bytes.subarray(4) };
};

const uint16 = (value: number) => uint32(value).big.subarray(2);

/** The hub does not read the checksum. */
const chunk = (type: string, data: Buffer) =>
  Buffer.concat([uint32(data.length).big, Buffer.from(type), data, Buffer.alloc(4)]);

const makers: Record<PictureType, (content: Buffer, pixels: number) => Buffer[]> = {
  'image/png': (content, pixels) => [
    hex('89504e470d0a1a0a'),
    chunk('IHDR', Buffer.concat([uint32(pixels).big, uint32(pixels).big, hex('0802000000')])),
    chunk('tEXt', content),
    chunk('IEND', Buffer.alloc(0)),
  ],
  'image/jpeg': (content, pixels) => [
    hex('ffd8 fffe'),
    uint16(2 + content.length),
    content,
    hex('ffc0 000b 08'),
    uint16(pixels),
    uint16(pixels),
    hex('01 011100 ffda 0008 01 0100 003f00 12ff0034ffd056 ffd9'),
  ],
  'image/gif': (content) => [
    Buffer.from('GIF89a'),
    hex('0100 0100 80 00 00 000000ffffff 21fe'),
    Buffer.of(content.length),
    content,
    hex('00 2c 00000000 01000100 00 02 02 4401 00 3b'),
  ],
  'image/webp': (content) => [
    Buffer.from('RIFF'),
    uint32(12 + content.length).little,
    Buffer.from('WEBPVP8 '),
    uint32(content.length).little,
    content,
  ],
  'image/bmp': (content, pixels) => [
    Buffer.from('BM'),
    Buffer.alloc(8),
    uint32(54 + content.length).little,
    uint32(40).little,
    uint32(pixels).little,
    uint32(1).little,
    hex('0100 1800'),
    Buffer.alloc(24),
    content,
    Buffer.alloc(Math.ceil((pixels * 24) / 32) * 4),
  ],
};

/** A whole picture with any content beside its pixels, in a GIF of 255 bytes at most. `pixels`: its width. */
export const aPicture = (type: PictureType, content: string, pixels = 1): Buffer =>
  Buffer.concat(makers[type](Buffer.from(content), pixels));
