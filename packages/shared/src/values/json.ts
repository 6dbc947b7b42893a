/** JSON in requests and responses: the values a body may hold, and JSON text that is sent unparsed. */
import { invalid, invalidFields, type FieldError } from './errors.ts';
import type { FaultCode } from './faults/fault-codes.ts';

/** JSON text that is sent as it is, without parsing and serialising it again. */
export type JsonText = { readonly jsonText: string };

export const jsonText = (text: string): JsonText => ({ jsonText: text });

export const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && typeof (value as JsonText).jsonText === 'string';

const depthMax = 32;

/** A body may have one object or array per so many bytes of its limit. The smallest useful ones are larger. */
const bytesPerContainer = 20;

/** Shorter texts parse within a few milliseconds, whatever they hold. */
const briefBytes = 65_536;

const [quote, backslash] = [0x22, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The position after a string whose first byte after the opening quote is at `start`. */
function afterString(bytes: Uint8Array, start: number): number {
  let index = start;
  for (; index < bytes.length && bytes[index] !== quote; index += 1) if (bytes[index] === backslash) index += 1;
  return index + 1;
}

/** How many objects and arrays a JSON text has. */
function containersIn(bytes: Uint8Array): number {
  let count = 0;
  for (let index = 0; index < bytes.length;) {
    const byte = bytes[index];
    if (byte === openObject || byte === openArray) count += 1;
    index = byte === quote ? afterString(bytes, index + 1) : index + 1;
  }
  return count;
}

/**
 * Throws 422 for JSON text with so many objects and arrays that parsing would take long (docs/api/limits.md#body-sizes).
 * `bytesMax` is the size limit of the body.
 */
export function assertFewContainers(bytes: Uint8Array, bytesMax: number): void {
  const containersMax = Math.floor(bytesMax / bytesPerContainer);
  if (bytes.length <= briefBytes || containersIn(bytes) <= containersMax) return;
  throw invalid('', 'too_many', `must not have more than ${containersMax} objects and arrays`);
}

/** A body of 32 levels within a message and a form. */
const textDepthMax = 64;

/** Whether a JSON text has more levels than `textDepthMax`. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === quote) index = endOfString(text, index + 1);
    else if (char === openArray || char === openObject) depth += 1;
    else if (char === closeArray || char === closeObject) depth -= 1;
    if (depth > textDepthMax) return true;
  }
  return false;
}

/** The position of the quote that ends a string whose first character is at `start`. */
function endOfString(text: string, start: number): number {
  let index = start;
  for (; index < text.length && text.charCodeAt(index) !== quote; index += 1) {
    if (text.charCodeAt(index) === backslash) index += 1;
  }
  return index;
}

/**
 * Parses JSON that somebody else wrote: a form, a file in it, a message, an answer. Throws SyntaxError for invalid JSON, and for more
 * than 64 levels, since whatever walks through a deeper value, even `JSON.stringify`, may use up the stack. Bodies of requests have
 * rules of their own (http/request/read-json.ts).
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`The JSON has more than ${textDepthMax} levels`);
  return JSON.parse(text) as object;
}

const here = (code: FaultCode, message: string): FieldError => ({ field: '', message, code });

const below = (key: string | number, { field, ...fault }: FieldError): FieldError => ({
  field: field === '' ? String(key) : `${key}.${field}`,
  ...fault,
});

function textFault(text: string): FieldError | undefined {
  if (text.includes('\u0000')) return here('forbidden_characters', 'must not hold the character U+0000');
  if (text.isWellFormed()) return undefined;
  return here('forbidden_characters', 'must be well-formed Unicode text (it holds half of a surrogate pair)');
}

function listFault(list: readonly unknown[], depth: number): FieldError | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = faultIn(list[index], depth);
    if (fault) return below(index, fault);
  }
  return undefined;
}

function objectFault(object: Record<string, unknown>, depth: number): FieldError | undefined {
  for (const key of Object.keys(object)) {
    if (key === '__proto__') return below(key, here('not_allowed', 'is not a name that a field may have'));
    const fault = faultIn(object[key], depth);
    if (fault) return below(key, fault);
    const ofKey = textFault(key);
    if (ofKey) return ofKey;
  }
  return undefined;
}

/** The first fault. Builds a path only for a fault, because most of a large body has none. */
function faultIn(value: unknown, depth: number): FieldError | undefined {
  if (typeof value === 'string') return textFault(value);
  // JSON.parse turns 1e400 into Infinity, and JSON.stringify turns that into null.
  if (value === Infinity || value === -Infinity)
    return here('too_large', 'must not be a number beyond the range of a double');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > depthMax) return here('too_deep', `must not be nested deeper than ${depthMax} levels`);
  return Array.isArray(value) ? listFault(value, depth + 1) : objectFault(value as Record<string, unknown>, depth + 1);
}

/**
 * Throws 422 for JSON that cannot be stored and returned (docs/api/conventions.md#json): nesting over 32 levels, U+0000,
 * lone surrogates, numbers beyond the range of a double. Also for a key `__proto__`, which could set a prototype.
 */
export function assertStorable(value: unknown): void {
  const fault = faultIn(value, 1);
  if (fault) throw invalidFields([fault]);
}
