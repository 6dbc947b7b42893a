/** JSON at the edge: what a body may hold, and JSON text that goes out as it is. */
import { invalid } from './errors.ts';

/** JSON text that is ready to be sent: nobody parses and prints it again. */
export type JsonText = { readonly jsonText: string };

export const jsonText = (text: string): JsonText => ({ jsonText: text });

export const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && typeof (value as JsonText).jsonText === 'string';

const depthMax = 32;

function assertText(text: string, path: string): void {
  if (text.includes('\u0000')) throw invalid(path, 'must not hold the character U+0000');
  if (!text.isWellFormed()) throw invalid(path, 'must be well-formed Unicode text (it holds half of a surrogate pair)');
}

/** JSON.parse makes Infinity of 1e400, and JSON.stringify null of that. */
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
 * Refuses (422) what is valid JSON and yet could not be stored or shown again: nesting over 32 levels, U+0000, lone
 * surrogates, numbers beyond the range of a double, and a key named `__proto__`, which no API field has and careless
 * code trips over.
 */
export function assertStorable(value: unknown, path = '', depth = 1): void {
  if (typeof value === 'string') assertText(value, path);
  else if (typeof value === 'number') assertNumber(value, path);
  else if (typeof value === 'object' && value !== null) assertChildren(value, path, depth);
}
