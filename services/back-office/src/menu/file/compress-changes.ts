/**
 * The changes of a file between its preview and its confirmation: compressed, in the form itself, so that nothing is stored. Who
 * changes them in the form sends changes of their own, which catalog checks like all others.
 */
import { badRequest } from '@order-hub/shared/errors';
import { menuChangesMax, type MenuChange } from '@order-hub/shared/menu-calls';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseJson } from '@order-hub/shared/json';

/** As base64. */
export const packedBytesMax = 1_048_576;
const unpackedBytesMax = 4_000_000;

/** Undefined for more changes than one form carries. */
export function packedChanges(changes: readonly MenuChange[]): string | undefined {
  if (changes.length > menuChangesMax) return undefined;
  const text = JSON.stringify(changes);
  if (Buffer.byteLength(text) > unpackedBytesMax) return undefined;
  const packed = gzipSync(text).toString('base64');
  return packed.length > packedBytesMax ? undefined : packed;
}

/** Throws 400 for what is no such text. */
export function unpackedChanges(packed: string): MenuChange[] {
  try {
    const bytes = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: unpackedBytesMax });
    const changes = parseJson(bytes.toString());
    if (Array.isArray(changes)) return changes as MenuChange[];
  } catch {
    // Told below.
  }
  throw badRequest('The changes of the file cannot be read; choose the file again');
}
