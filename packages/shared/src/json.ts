/** JSON in requests and responses: which values a body may hold, and JSON text that is sent as it is. */
import { invalid } from './errors.ts';

/** JSON text that is ready to be sent, without parsing and serialising it again. */
export type JsonText = { readonly jsonText: string };

export const jsonText = (text: string): JsonText => ({ jsonText: text });

export const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && typeof (value as JsonText).jsonText === 'string';

const depthMax = 32;

function assertText(text: string, path: string): void {
  if (text.includes('\u0000')) throw invalid(path, 'must not hold the character U+0000');
  if (!text.isWellFormed()) throw invalid(path, 'must be well-formed Unicode text (it holds half of a surrogate pair)');
}

/** JSON.parse turns 1e400 into Infinity, and JSON.stringify turns that into null. */
function assertNumber(number: number, path: string): void {
  if (!Number.isFinite(number)) throw invalid(path, 'must not be a number beyond the range of a double');
}

const pathTo = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function assertChildren(value: object, path: string, depth: number): void {
  if (depth > depthMax) throw invalid(path, `must not be nested deeper than ${depthMax} levels`);
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') throw invalid(pathTo(path, key), 'is not a name that a field may have');
    if (!Array.isArray(value)) assertText(key, path);
    assertStorable(child, pathTo(path, key), depth + 1);
  }
}

/**
 * Throws 422 for JSON that cannot be stored and shown again (docs/api/conventions.md#json): nesting over 32 levels, U+0000,
 * lone surrogates, numbers beyond the range of a double. Also for a key named `__proto__`, which could reach a prototype.
 */
export function assertStorable(value: unknown, path = '', depth = 1): void {
  if (typeof value === 'string') assertText(value, path);
  else if (typeof value === 'number') assertNumber(value, path);
  else if (typeof value === 'object' && value !== null) assertChildren(value, path, depth);
}
