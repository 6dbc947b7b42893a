import { z } from 'zod';
import { invalid } from './errors.ts';

const BYTES_MAX = 8_192;
const DEPTH_MAX = 32;
const SIZE_MESSAGE = `must have at most ${BYTES_MAX} bytes as compact JSON in UTF-8`;

/** A client's own fields of a resource: an object of arbitrary JSON values (contract: Custom fields behaviour). */
export type CustomFields = Record<string, unknown>;

/**
 * Custom fields as a client sends them: a JSON object of at most 8,192 bytes of compact UTF-8 JSON. What no JSON text can
 * hold, nesting over 32 levels and the key `__proto__` are refused at any depth.
 */
export const customFieldsSchema = z.preprocess(
  (value, context) => {
    const fault = isObject(value) ? faultOf(value) : null;
    if (fault !== null) context.addIssue({ code: 'custom', message: fault, input: value });
    return value;
  },
  z.record(z.string(), z.unknown(), 'must be a JSON object'),
);

/**
 * The fields after an update: keys given with null are removed, other keys given are set whole, the rest stays as it is.
 * At creation the current fields are `{}`. Raises 422 on `custom_fields` when the outcome is over 8,192 bytes.
 */
export function mergeCustomFields(current: CustomFields, update: CustomFields): CustomFields {
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(update)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  // Defines each key, `__proto__` too, instead of assigning it: no prototype is ever reached.
  const fields: CustomFields = Object.fromEntries(merged);
  if (bytesOf(fields) > BYTES_MAX) throw invalid('custom_fields', SIZE_MESSAGE);
  return fields;
}

/** The shape is checked first: deep nesting would overflow the stack of what prints JSON. */
function faultOf(fields: CustomFields): string | null {
  return shapeFaultOf(fields, 1) ?? (bytesOf(fields) > BYTES_MAX ? SIZE_MESSAGE : null);
}

function shapeFaultOf(value: unknown, depth: number): string | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'must not hold a number beyond the range of a double';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > DEPTH_MAX) return `must not be nested deeper than ${DEPTH_MAX} levels`;
  if (Object.hasOwn(value, '__proto__')) return 'must not have a key named __proto__';
  return firstFaultOf(Object.values(value), depth + 1);
}

function firstFaultOf(values: unknown[], depth: number): string | null {
  for (const value of values) {
    const fault = shapeFaultOf(value, depth);
    if (fault !== null) return fault;
  }
  return null;
}

function bytesOf(fields: CustomFields): number {
  return Buffer.byteLength(JSON.stringify(fields));
}

function isObject(value: unknown): value is CustomFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
