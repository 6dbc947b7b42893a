/** JSON in requests and responses: which values a body may hold, and JSON text that is sent as it is. */
import { invalid } from './errors.ts';

/** JSON text that is ready to be sent, without parsing and serialising it again. */
export type JsonText = { readonly jsonText: string };

export const jsonText = (text: string): JsonText => ({ jsonText: text });

export const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && typeof (value as JsonText).jsonText === 'string';

const depthMax = 32;

/** What is wrong, and where below the value that is looked at. */
type Fault = { path: string; message: string };

const here = (message: string): Fault => ({ path: '', message });

const below = (key: string | number, { path, message }: Fault): Fault => ({
  path: path === '' ? String(key) : `${key}.${path}`,
  message,
});

function textFault(text: string): Fault | undefined {
  if (text.includes('\u0000')) return here('must not hold the character U+0000');
  return text.isWellFormed() ? undefined : here('must be well-formed Unicode text (it holds half of a surrogate pair)');
}

function listFault(list: readonly unknown[], depth: number): Fault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = faultIn(list[index], depth);
    if (fault) return below(index, fault);
  }
  return undefined;
}

function objectFault(object: Record<string, unknown>, depth: number): Fault | undefined {
  for (const key of Object.keys(object)) {
    if (key === '__proto__') return below(key, here('is not a name that a field may have'));
    const fault = faultIn(object[key], depth);
    if (fault) return below(key, fault);
    const ofKey = textFault(key);
    if (ofKey) return ofKey;
  }
  return undefined;
}

/** The first fault. A path is made only where there is one: most of a large body has none. */
function faultIn(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') return textFault(value);
  // JSON.parse turns 1e400 into Infinity, and JSON.stringify turns that into null.
  if (value === Infinity || value === -Infinity) return here('must not be a number beyond the range of a double');
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > depthMax) return here(`must not be nested deeper than ${depthMax} levels`);
  return Array.isArray(value) ? listFault(value, depth + 1) : objectFault(value as Record<string, unknown>, depth + 1);
}

/**
 * Throws 422 for JSON that cannot be stored and shown again (docs/api/conventions.md#json): nesting over 32 levels, U+0000,
 * lone surrogates, numbers beyond the range of a double. Also for a key named `__proto__`, which could reach a prototype.
 */
export function assertStorable(value: unknown): void {
  const fault = faultIn(value, 1);
  if (fault) throw invalid(fault.path, fault.message);
}
