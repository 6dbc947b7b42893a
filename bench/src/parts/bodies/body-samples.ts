/** Bodies made from the declared schemas: the largest valid and the worst invalid ones. */
import type { Endpoint } from '@order-hub/shared/endpoint';
import { ApiError } from '@order-hub/shared/errors';
import { jsonSchema, type Components, type Json } from '@order-hub/shared/json-schema';
import { parseBody } from '@order-hub/shared/read-request';

/** How a value is made: the elements of each collection, the characters of each text, the value of each scalar. */
type Shape = { elements: number; chars: number; scalar?: (schema: Json) => unknown; without?: ReadonlySet<string> };

const refStart = '#/components/schemas/';
const formats: Record<string, string> = { email: 'ada@example.com', uri: 'https://shop.example/hub' };
const absent = Symbol('absent');

function text({ format, maxLength = 1 }: { format?: string; maxLength?: number }, chars: number): string {
  return formats[format ?? ''] ?? 'x'.repeat(Math.min(chars, maxLength));
}

const scalars: Record<string, (schema: Json, chars: number) => unknown> = {
  string: text,
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => false,
  null: () => null,
};

/** Resolves alternatives, to the first one, and references to components. */
function chosen(schema: Json, components: Components): Json {
  const [choice] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
  if (choice) return chosen(choice, components);
  const { $ref: ref } = schema;
  return typeof ref === 'string' ? chosen(components[ref.slice(refStart.length)] ?? {}, components) : schema;
}

function scalarOf(schema: Json, { chars, scalar }: Shape): unknown {
  if (scalar) return scalar(schema);
  const [known] = [...((schema['enum'] ?? schema['examples'] ?? []) as unknown[])];
  return schema['const'] ?? known ?? scalars[String(schema['type'])]?.(schema, chars);
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

function objectOf(schema: Json, components: Components, shape: Shape, path: string): unknown {
  const { properties = {}, additionalProperties: rest, maxProperties = shape.elements } = schema;
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`);
  const entries = Object.entries(properties as Json).map(([name, property]) => {
    const isLeftOut = shape.without?.has(inside(name));
    return [name, isLeftOut ? absent : valueOf(property as Json, components, shape, inside(name))] as const;
  });
  const keys = times(rest ? Math.min(shape.elements, Number(maxProperties)) : 0, (index) => `key ${index}`);
  const added = keys.map((key) => [key, valueOf(rest as Json, components, shape, path)] as const);
  return Object.fromEntries([...entries, ...added].filter(([, value]) => value !== absent));
}

/** A value of a schema. `path` leaves out indices, as in `items.options`. */
function valueOf(declared: Json, components: Components, shape: Shape, path = ''): unknown {
  const schema = chosen(declared, components);
  if (schema['type'] === 'array') {
    const count = Math.min(shape.elements, Number(schema['maxItems'] ?? shape.elements));
    const element = valueOf(schema['items'] as Json, components, shape, path);
    return times(count, () => (element === absent ? {} : element));
  }
  // An object of any shape has no names to choose from.
  if (schema['x-max-bytes']) return {};
  return schema['type'] === 'object' ? objectOf(schema, components, shape, path) : scalarOf(schema, shape);
}

/** More than any collection may have. */
const elementsMax = 4_096;

/** A value with as many elements as fit in `bytes` of JSON. */
function filled(bytes: number, make: (elements: number) => unknown): unknown {
  const fits = (elements: number) => JSON.stringify(make(elements)).length <= bytes;
  let [least, step] = [1, 1];
  for (; least + step <= elementsMax && fits(least + step); step *= 2) least += step;
  for (; step >= 1; step /= 2) if (least + step <= elementsMax && fits(least + step)) least += step;
  return make(least);
}

/** The path of a fault without indices. */
const pathOf = (field: string) =>
  field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');

/** The paths that the body's own rules refuse, such as one of two fields that exclude each other. */
function refusedPaths(endpoint: Endpoint, make: (without: Set<string>) => unknown): Set<string> {
  const without = new Set<string>();
  for (let round = 0; round < 30; round += 1) {
    try {
      parseBody(endpoint, Buffer.from(JSON.stringify(make(without))));
      return without;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const { field } of (error.errors ?? []).slice(0, 1)) without.add(pathOf(field));
    }
  }
  throw new Error(`No valid body was found: without ${[...without].join(', ')}`);
}

/** JSON texts by kind. */
export type Bodies = Record<string, Buffer>;

/** Makes the texts one after another. Objects that stay alive would slow down garbage collection during the measurement. */
const texts = (kinds: Record<string, () => unknown>): Bodies =>
  Object.fromEntries(Object.entries(kinds).map(([kind, make]) => [kind, Buffer.from(JSON.stringify(make()))]));

/** The largest valid bodies of an endpoint, up to `bytes`: one with the most elements, one with the longest texts. */
export function largestBodies(endpoint: Endpoint, bytes: number): Bodies {
  const { body } = endpoint;
  if (!body) return {};
  const components: Components = {};
  const schema = jsonSchema(body, 'input', components);
  const make = (shape: Shape) => valueOf(schema, components, shape);
  const without = refusedPaths(endpoint, (left) => make({ elements: 1, chars: 8, without: left }));
  return texts({
    'many elements': () => filled(bytes, (elements) => make({ elements, chars: 8, without })),
    'long texts': () => filled(bytes, (elements) => make({ elements, chars: 100_000, without })),
  });
}

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);
const levelsMax = 29;

/** Bodies of about `bytes` with as many faults as possible. */
export function worstBodies({ body }: Endpoint, bytes: number): Bodies {
  if (!body) return {};
  const components: Components = {};
  const schema = jsonSchema(body, 'input', components);
  const make = (shape: Shape) => valueOf(schema, components, shape);
  const of = (scalar: (schema: Json) => unknown) => filled(bytes, (elements) => make({ elements, chars: 1, scalar }));
  const names = Object.keys(chosen(schema, components)['properties'] ?? {});
  // The body may be an array itself.
  const isList = names.length === 0;
  const everywhere = (value: unknown) => (isList ? value : Object.fromEntries(names.map((name) => [name, value])));
  const share = Math.floor(bytes / Math.max(1, names.length));
  return texts({
    'too many empty objects': () => everywhere(times(Math.floor(share / 3) - 10, () => ({}))),
    'too many empty arrays': () => everywhere(times(Math.floor(share / 3) - 10, () => [])),
    'as many empty objects as may be': () => of(() => absent),
    'wrong types': () => of(({ type }) => (type === 'string' ? 0 : 'x')),
    'objects for texts': () => of(() => ({})),
    'arrays for texts': () => of(() => []),
    'deep nesting': () => everywhere(times(Math.floor(share / 64), () => nested(levelsMax))),
    'long texts': () => everywhere('x'.repeat(share - 30)),
    'long texts of control characters': () => everywhere('\u0001'.repeat(Math.floor(share / 6) - 10)),
    'unknown names': () => Object.fromEntries(times(Math.floor(bytes / 13), (index) => [`k${index}`, 0])),
    'maps of many names': () =>
      everywhere(Object.fromEntries(times(Math.floor(share / 13), (index) => [`k${index}`, 0]))),
    'a long name': () => everywhere({ ['\u0001'.repeat(Math.floor(share / 6) - 10)]: [null] }),
    'an array': () => times(Math.floor(bytes / 3), () => ({})),
  });
}
