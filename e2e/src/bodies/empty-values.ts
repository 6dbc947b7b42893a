/** What PHP, couriers and browsers send for "nothing", for every field that a JSON schema declares as optional. */
import type { Components, Json } from '@order-hub/shared/json-schema';
import { fieldPositionsOf, isPlainText, variantsOf } from './malformed-values.ts';

/** A body with nothing in a field, and the body that means the same. */
export type EmptyValue = { path: string; value: unknown; body: unknown; same: unknown };

const dates = new Set<unknown>(['Time', 'Date', 'date-time', 'date']);

/** Each typed field and each reference that may be left out gets an empty text; a date the zero date; and each map an empty list. */
export function emptyValuesFor(schema: Json, components: Components): EmptyValue[] {
  const places = fieldPositionsOf({ path: [], schema, isOptional: false, bodyWith: (value) => value }, components);
  return places.flatMap(({ path, schema: field, isOptional, bodyWith }): EmptyValue[] => {
    const variants = variantsOf(field, components).filter(({ schema: { type } }) => type !== 'null');
    const shown = (value: unknown, same: unknown) => ({
      path: path.join('.'),
      value,
      body: bodyWith(value),
      same: bodyWith(same),
    });
    const isText = variants.some(isPlainText) && field['x-empty-is-absent'] !== true;
    const isTyped = isOptional && variants.length > 0 && !isText;
    const isDate = variants.some(({ name, schema: { format } }) => dates.has(name) || dates.has(format));
    const isMap = variants.some(({ schema: { additionalProperties } }) => additionalProperties !== undefined);
    return [
      ...(isTyped ? [shown('', undefined)] : []),
      ...(isTyped && isDate ? [shown('0000-00-00', undefined), shown('0000-00-00T00:00:00Z', undefined)] : []),
      ...(isMap ? [shown([], {})] : []),
    ];
  });
}
