import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { SigningKey } from '../process/settings/signing-keys.ts';
import { badRequest } from '../values/errors.ts';
import { queryCount } from '../values/query-integer.ts';

const countMax = 100;
const cursorLengthMax = 1_024;
const macBytes = 16;
const [openArray, comma, closeArray] = [0x5b, 0x2c, 0x5d];

/** The query parameters of a paginated endpoint (docs/api/conventions.md#pagination). */
export const pageQuery = {
  count: queryCount(countMax)
    .default(countMax)
    .meta({
      description: `Results per page. More than ${countMax} means ${countMax}.`,
      ...{ type: 'integer', minimum: 1, default: countMax },
    }),
  cursor: z
    .string()
    .max(cursorLengthMax, `must have at most ${cursorLengthMax} characters`)
    .transform((cursor) => (cursor === '' ? undefined : cursor))
    .optional()
    .describe('The `X-Cursor-Next` of the previous page; the first page without it.'),
};

function cursorKeyOf(privateKey: KeyObject): string {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  return Buffer.from(hkdfSync('sha256', secret, '', 'cursor', 32)).toString('hex');
}

/** The keys of a service's cursors: the first seals, any opens. */
export const cursorKeysOf = ({ privateKey, others }: SigningKey): readonly [string, ...string[]] => [
  cursorKeyOf(privateKey),
  ...others.map(cursorKeyOf),
];

/**
 * The cursor for a position in a list: opaque, URL-safe, valid only with the same `binding` (the connection, the list and
 * its filters). A position has at most 700 bytes.
 */
export function sealCursor(key: string, position: string, binding: string): string {
  return Buffer.concat([mac(key, position, binding), Buffer.from(position)]).toString('base64url');
}

/** The position in a cursor that was sealed with one of the keys and the same binding. Throws 400 for any other text. */
export function openCursor(keys: readonly string[], cursor: string, binding: string): string {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding skips invalid characters. Refuse other spellings of the same bytes.
  if (sealed.length < macBytes || sealed.toString('base64url') !== cursor) throw refused();
  const given = sealed.subarray(0, macBytes);
  const position = sealed.subarray(macBytes).toString();
  if (!keys.some((key) => timingSafeEqual(given, mac(key, position, binding)))) throw refused();
  return position;
}

/** The JSON array of `texts`, as bytes: hashing and sending a long string would each copy it. */
export function listBytes(texts: readonly string[]): Buffer {
  if (texts.length === 0) return Buffer.from('[]');
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + 1 + Buffer.byteLength(text), 1));
  let end = 0;
  for (const text of texts) {
    bytes[end] = end === 0 ? openArray : comma;
    end += 1 + bytes.write(text, end + 1);
  }
  bytes[end] = closeArray;
  return bytes;
}

function mac(key: string, position: string, binding: string): Buffer {
  // The length keeps binding and position apart.
  const text = `cursor ${binding.length} ${binding}${position}`;
  return createHmac('sha256', key).update(text).digest().subarray(0, macBytes);
}

function refused(): Error {
  return badRequest('The cursor is not one that this list gave: start again without a cursor');
}
