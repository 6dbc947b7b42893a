import { z } from 'zod';
import { invalid } from './errors.ts';
import { isEmptyList } from './lists.ts';
import { pathToInexact } from './amounts/inexact-number.ts';
import { crossFieldRule, rule } from './rules.ts';

const bytesMax = 8_192;
const sizeMessage = `must have at most ${bytesMax} bytes as compact JSON in UTF-8`;

/** A client's own fields of a resource: a JSON object (docs/api/conventions.md#custom-fields). */
export type CustomFields = Record<string, unknown>;

const inexactMessage = 'must not be a number with more digits than JSON readers keep; send it as a string';

const shown = z.record(z.string(), z.unknown()).meta({ 'x-max-bytes': bytesMax, 'x-empty-list-is-empty': true });

/** A JSON object of any shape, limited in size. PHP writes an empty one as `[]`. `assertStorable` (json.ts) has already checked the whole body. */
export const freeFormObject = z
  .preprocess(
    (value: CustomFields) => (isEmptyList(value) ? {} : value),
    z.record(z.string(), z.unknown(), 'must be a JSON object'),
  )
  .check(
    crossFieldRule((fields, fault) => {
      const path = pathToInexact(fields);
      if (path) fault('inexact_number', inexactMessage, ...path);
    }),
  )
  .check(rule((fields) => bytesOf(fields) <= bytesMax, 'too_large', sizeMessage))
  .meta({ documentedAs: shown });

/** Custom fields as a client sends them. */
export const customFieldsSchema = freeFormObject.meta({
  id: 'CustomFieldsUpdate',
  description: `An object with values of any JSON type, at most ${bytesMax} bytes; null removes a key (docs/api/conventions.md#custom-fields).`,
  documentedAs: shown.meta({ examples: [{ table: 12, erp: { id: 'A-1' } }] }),
});

/** Custom fields as a response shows them. */
export const customFieldsView = z.record(z.string(), z.unknown()).meta({
  id: 'CustomFields',
  description:
    'An object with values of any JSON type, which all clients share (docs/api/conventions.md#custom-fields).',
});

/**
 * The fields after an update: null removes a key, any other value replaces it whole, absent keys stay. At creation the
 * current fields are `{}`. Throws 422 on `custom_fields` when the result exceeds 8,192 bytes.
 */
export function mergeCustomFields(current: CustomFields, update: CustomFields): CustomFields {
  const updates = Object.entries(update);
  if (updates.length === 0) return current;
  const merged = new Map(Object.entries(current));
  for (const [key, value] of updates) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  const fields: CustomFields = Object.fromEntries(merged);
  if (bytesOf(fields) > bytesMax) throw invalid('custom_fields', 'too_large', sizeMessage);
  return fields;
}

function bytesOf(fields: CustomFields): number {
  return Buffer.byteLength(JSON.stringify(fields));
}
