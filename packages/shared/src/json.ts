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

/**
 * Refuses (422) what is valid JSON and yet could not be stored or shown again: nesting over 32 levels, U+0000, lone
 * surrogates, and a key named `__proto__`, which no API field has and careless code trips over.
 */
export function assertStorable(value: unknown, path = '', depth = 1): void {
  if (typeof value === 'string') return assertText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (depth > depthMax) throw invalid(path, `must not be nested deeper than ${depthMax} levels`);
  for (const key in value) {
    const child = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') throw invalid(child, 'is not a name that a field may have');
    if (!Array.isArray(value)) assertText(key, path);
    assertStorable((value as Record<string, unknown>)[key], child, depth + 1);
  }
}
