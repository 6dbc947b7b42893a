import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { badRequest } from './errors.ts';

const COUNT_MAX = 100;
const CURSOR_LENGTH_MAX = 1_024;
const MAC_BYTES = 16;

export type CursorKey = string | Uint8Array;

/** One page of a list; `next` is the position after which the following page starts (usually the last id), null on the last page. */
export type Page<T> = { items: T[]; next: string | null };

/** Query fields of a paginated endpoint (contract: Endpoints, rule 4): `count` 1 to 100, by default 100, and the `cursor`, unset or empty for the first page. */
export const pageQuery = {
  count: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, `must be an integer from 1 to ${COUNT_MAX}`)
    .transform(Number)
    .default(COUNT_MAX)
    .describe(`Results per page, 1 to ${COUNT_MAX}`),
  cursor: z
    .string()
    .max(CURSOR_LENGTH_MAX, `must have at most ${CURSOR_LENGTH_MAX} characters`)
    .transform((cursor) => (cursor === '' ? undefined : cursor))
    .optional()
    .describe('The X-Cursor-Next header of the previous page'),
};

/**
 * The cursor for a position, as clients carry it: opaque, URL-safe, good only with the same `binding`
 * (who asks for which list with which filters). A position has at most 700 bytes.
 */
export function sealCursor(key: CursorKey, position: string, binding: string): string {
  return Buffer.concat([mac(key, position, binding), Buffer.from(position)]).toString('base64url');
}

/** The position in a cursor that was sealed by any of the keys with the same binding. Raises 400 for every other text. */
export function openCursor(keys: readonly CursorKey[], cursor: string, binding: string): string {
  const sealed = Buffer.from(cursor, 'base64url');
  // Decoding skips foreign characters; only the one spelling that sealing gives is accepted.
  if (sealed.length < MAC_BYTES || sealed.toString('base64url') !== cursor) throw refused();
  const given = sealed.subarray(0, MAC_BYTES);
  const position = sealed.subarray(MAC_BYTES).toString();
  if (!keys.some((key) => timingSafeEqual(given, mac(key, position, binding)))) throw refused();
  return position;
}

/** The page of `count` items out of the `count + 1` rows that a store read; the row too many tells that there is a next page. */
export function takePage<T>(rows: readonly T[], count: number, position: (row: T) => string): Page<T> {
  const items = rows.slice(0, count);
  const last = items.at(-1);
  return { items, next: rows.length > count && last !== undefined ? position(last) : null };
}

function mac(key: CursorKey, position: string, binding: string): Buffer {
  // The length keeps the border between binding and position where it was.
  const text = `cursor ${binding.length} ${binding}${position}`;
  return createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES);
}

function refused(): Error {
  return badRequest('The cursor is not one that this list gave: start again without a cursor');
}
