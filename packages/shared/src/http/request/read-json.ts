/** Reads JSON bodies. */
import { badRequest } from '../../values/errors.ts';
import { mayBeInexact, parseExactly } from '../../values/amounts/exact-json.ts';
import { assertFewContainers, assertStorable } from '../../values/json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws 400 for bytes that are not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest('The body is not UTF-8', 'malformed_json');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}`, 'malformed_json');
  }
}

/**
 * Parses a JSON body of at most `bytesMax` bytes. Numbers that JSON.parse would alter become symbols
 * (inexact-number.ts). Throws 400 for invalid JSON, and 422 for a value that cannot be stored.
 */
export function jsonOf(bytes: Uint8Array, bytesMax: number): unknown {
  assertFewContainers(bytes, bytesMax);
  if (bytes.length === 0) throw badRequest('The request has no body; send a JSON object', 'malformed_json');
  const text = textOf(bytes);
  const value = parsed(text);
  assertStorable(value);
  return mayBeInexact(text) ? parseExactly(text) : value;
}
