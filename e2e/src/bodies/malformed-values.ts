/**
 * Malformed values for every field that a JSON schema declares. What is malformed follows from the API document, not from
 * the code under test.
 */
import type { Components, Json } from '@order-hub/shared/json-schema';

/** A value at a place of a body, or of a query parameter. `isRefused`: whether the document does not allow it there. */
export type SentValue = { path: string; value: unknown; isRefused: boolean; body: unknown };

/** JSON text has numbers that JavaScript cannot hold: `jsonTextOf` writes this text as one. */
const tooLargeNumber = '<1e400>';

export const jsonTextOf = (body: unknown): string => JSON.stringify(body).replaceAll(`"${tooLargeNumber}"`, '1e400');

/** No text can be stored with one of these (docs/api/conventions.md#json). */
const unstorable = ['\ud800', 'a\u0000b'];

/** None of these is money, a time or a date. */
const strangeTexts = [
  ...['', 'abc', 'NaN', 'Infinity', '0x1F', '1e1000000', '1,5', '5.', '--1', '1.00', '-1', '9'.repeat(400)],
  ...['1.00 eur', '1.00 ZZZ', '1.001 EUR', ' 1.00 EUR', 'NaN EUR', `${'9'.repeat(400)}.00 EUR`],
  ...['2026-02-30', '2026-02-30T12:00:00Z', '2026-03-01T24:00:01Z', '2026-03-01T12:00:00', '0000-01-01', '25:00'],
  ...['Nowhere/City', 'location[', '__proto__', '💥'.repeat(40)],
];

/** What a text without a format gets: it takes most of them, and stores them. */
const plainTexts = ['', '1.00 ZZZ', '2026-02-30', 'Nowhere/City', 'location[', '__proto__', '💥'.repeat(40)];

const otherTypes = [null, true, 17, [], [null], {}];
const strangeNumbers = [-1, 1.5, Number.MAX_SAFE_INTEGER + 2, tooLargeNumber];

/** What a field gets whose schema another endpoint has as well: one value of each type. */
const briefly = [unstorable[0], 'abc', null, true, 17, [null], {}];

/** These formats refuse each of the strange texts. */
const formats = new Set<unknown>(['Money', 'Time', 'Date', 'date-time', 'date']);

type Variant = { name: string; schema: Json };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The alternatives that a schema allows, with references resolved. */
export function variantsOf(schema: Json, components: Components, name = ''): Variant[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const target = reference.split('/').at(-1) ?? '';
    return variantsOf(components[target] ?? {}, components, target);
  }
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one: unknown) => ({ name, schema: { ...schema, type: one } }));
  const alternatives = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (alternatives.length === 0) return [{ name, schema }];
  return alternatives.flatMap((alternative) => variantsOf(alternative, components, name));
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value === tooLargeNumber ? 'number' : typeof value;
};

const limitOf = (schema: Json, name: string, otherwise: number) =>
  typeof schema[name] === 'number' ? schema[name] : otherwise;

function refusesText({ name, schema }: Variant, text: string): boolean {
  if (formats.has(name) || formats.has(schema['format']) || unstorable.includes(text)) return true;
  if ([...text].length > limitOf(schema, 'maxLength', Infinity)) return true;
  return (
    text.length < limitOf(schema, 'minLength', 0) ||
    !new RegExp(typeof schema['pattern'] === 'string' ? schema['pattern'] : '', 'u').test(text)
  );
}

function refusesNumber({ schema }: Variant, value: unknown): boolean {
  if (typeof value !== 'number') return true;
  const isOutside = value < limitOf(schema, 'minimum', -Infinity) || value > limitOf(schema, 'maximum', Infinity);
  return isOutside || (schema['type'] === 'integer' && !Number.isSafeInteger(value));
}

/** Whether the document says that a value counts as absent. */
const saysNothing = (field: Json, value: unknown) =>
  (value === '' && field['x-empty-is-absent'] === true) ||
  (field['x-unreadable-is-absent'] === true && value !== tooLargeNumber && !unstorable.includes(value as string)) ||
  (isEmptyList(value) && field['x-empty-list-is-absent'] === true);

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Whether the document does not allow a value for this alternative, as far as the values above need to know. */
function refuses(variant: Variant, value: unknown): boolean {
  const { schema } = variant;
  if (Array.isArray(schema['enum'])) return !schema['enum'].includes(value);
  if ('const' in schema) return schema['const'] !== value;
  const type = typeOf(value);
  if (type === 'string' && unstorable.includes(value as string)) return true;
  if (isEmptyList(value) && schema['x-empty-list-is-empty'] === true) return false;
  if (schema['type'] === undefined) return value === tooLargeNumber;
  if (type !== (schema['type'] === 'integer' ? 'number' : schema['type'])) return true;
  if (type === 'string') return refusesText(variant, value as string);
  if (type === 'number') return refusesNumber(variant, value);
  if (isObject(value)) return listOf(schema['required']).length > 0;
  return false;
}

/** A value that the document allows, of an object with the required fields alone. */
function sampleOf(schema: Json, components: Components): unknown {
  const [variant] = variantsOf(schema, components);
  const shown: Json = variant?.schema ?? {};
  if (Array.isArray(shown['enum'])) return shown['enum'][0];
  if ('const' in shown) return shown['const'];
  if (Array.isArray(shown['examples'])) return shown['examples'][0];
  const samples: Record<string, () => unknown> = {
    string: () => 'x',
    integer: () => limitOf(shown, 'minimum', 1),
    number: () => limitOf(shown, 'minimum', 1),
    boolean: () => true,
    array: () => (limitOf(shown, 'minItems', 0) > 0 ? [sampleOf(shown['items'] as Json, components)] : []),
    object: () => requiredOf(shown, components),
  };
  return samples[String(shown['type'])]?.() ?? null;
}

function requiredOf({ required, properties }: Json, components: Components): Json {
  const names = Array.isArray(required) ? (required as string[]) : [];
  const schemas = (properties ?? {}) as Components;
  return Object.fromEntries(names.map((name) => [name, sampleOf(schemas[name] ?? {}, components)]));
}

/** `isOptional`: it is a field that may be left out. */
type FieldPosition = { path: string[]; schema: Json; isOptional: boolean; bodyWith: (value: unknown) => unknown };

/** Every place of a body: the body itself, and each field, element and entry within. */
export function fieldPositionsOf(
  { path, schema, isOptional, bodyWith }: FieldPosition,
  components: Components,
): FieldPosition[] {
  const within = variantsOf(schema, components).flatMap(
    ({ schema: { properties, items, additionalProperties, ...rest } }) => {
      const required = requiredOf({ ...rest, properties }, components);
      const fields = Object.entries((properties ?? {}) as Components).map(([name, field]): FieldPosition => {
        const isLeftOut = !(name in required);
        return {
          path: [...path, name],
          schema: field,
          isOptional: isLeftOut,
          bodyWith: (value) => bodyWith({ ...required, [name]: value }),
        };
      });
      const element = {
        path: [...path, '0'],
        schema: items as Json,
        isOptional: false,
        bodyWith: (value: unknown) => bodyWith([value]),
      };
      // A subscription names a resource type; any other map takes any name.
      const entry = {
        path: [...path, 'order'],
        schema: additionalProperties as Json,
        isOptional: false,
        bodyWith: (value: unknown) => bodyWith({ order: value }),
      };
      return [...fields, ...(isObject(items) ? [element] : []), ...(isObject(additionalProperties) ? [entry] : [])];
    },
  );
  return [{ path, schema, isOptional, bodyWith }, ...within.flatMap((place) => fieldPositionsOf(place, components))];
}

/** The texts that are too long, and the numbers too large, for one of the alternatives. */
const beyondLimits = ({ schema }: Variant): unknown[] => [
  ...(typeof schema['maxLength'] === 'number' ? ['x'.repeat(schema['maxLength'] + 1)] : []),
  ...(typeof schema['maximum'] === 'number' ? [schema['maximum'] + 1] : []),
  ...(typeof schema['minimum'] === 'number' ? [schema['minimum'] - 1] : []),
];

/** Whether any text fits: it may be empty. */
export const isPlainText = (variant: Variant) =>
  [undefined, 'string'].includes(variant.schema['type'] as string | undefined) && !isFormatted(variant);

const isFormatted = ({ name, schema }: Variant) =>
  [name, schema['format']].some((format) => formats.has(format)) || 'pattern' in schema || 'enum' in schema;

function valuesAt(variants: readonly Variant[]): unknown[] {
  const takes = (...types: string[]) =>
    variants.some(({ schema: { type } }) => type === undefined || types.includes(type as string));
  const texts = [...unstorable, ...(variants.some(isFormatted) ? strangeTexts : plainTexts)];
  return [
    ...(takes('string') ? texts : ['abc']),
    ...(takes('integer', 'number') ? strangeNumbers : []),
    ...[...otherTypes, ...variants.flatMap(beyondLimits)],
  ];
}

/** Each value that may break a field, at each place of the bodies that a schema describes; `isBrief`: a few of them. */
export function valuesFor(schema: Json, components: Components, isBrief: boolean): SentValue[] {
  const places = fieldPositionsOf({ path: [], schema, isOptional: false, bodyWith: (value) => value }, components);
  return places.flatMap(({ path, schema: field, bodyWith }) => {
    const variants = variantsOf(field, components);
    return (isBrief ? briefly : valuesAt(variants)).map((value) => ({
      path: path.join('.'),
      value,
      isRefused: !saysNothing(field, value) && variants.every((variant) => refuses(variant, value)),
      body: bodyWith(value),
    }));
  });
}

const isInteger = ({ schema: { type } }: Variant) => type === 'integer';

/** Each text that may break a query parameter. */
export function textsFor(schema: Json, components: Components): { text: string; isRefused: boolean }[] {
  const variants = variantsOf(schema, components);
  const texts = [...strangeTexts, 'a\u0000b', ...variants.flatMap(beyondLimits).map(String)];
  // An integer of a query may have any length (docs/api/conventions.md#pagination).
  const refusesIn = (variant: Variant, text: string) =>
    isInteger(variant)
      ? !/^\d+$/.test(text) || refuses(variant, Math.min(Number(text), Number.MAX_SAFE_INTEGER))
      : refuses(variant, text);
  return texts.map((text) => ({ text, isRefused: variants.every((variant) => refusesIn(variant, text)) }));
}
