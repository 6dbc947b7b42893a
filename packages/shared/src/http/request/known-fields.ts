/** Finds the fields of a body that its schema does not know (docs/api/conventions.md#strict-handling). */
import type { z } from 'zod';
import { similarName } from '../../process/settings/similar-names.ts';
import type { FieldError } from '../../values/errors.ts';
import { jsonSchema, type Components, type Json } from '../json-schema.ts';

/**
 * What is known of a value. `names`: the fields of an object; undefined for a map, whose values all have the shape `rest`.
 * `rest`: of the elements of an array, and of the values of a map. A value without a shape is not looked into. `own`: the names of
 * fields of the hub's own (values/optional.ts).
 */
type Shape = { names: Map<string, Shape | undefined> | undefined; rest: Shape | undefined; own: readonly string[] };

/** As many are named (docs/api/errors.md#reported-faults). */
const unknownMax = 100;
/** Nobody misspells a longer name by a letter or two. */
const similarCharsMax = 80;

const anything: Shape = { names: undefined, rest: undefined, own: [] };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Names = Shape['names'];

/** The shape of a value that may have either of two. A field that one of them has is known. */
function merged(one: Shape | undefined, other: Shape | undefined): Shape | undefined {
  if (one === other || !one || !other) return one ?? other;
  if (one === anything || other === anything) return anything;
  const own = [...one.own, ...other.own];
  return { names: mergedNames(one.names, other.names), rest: merged(one.rest, other.rest), own };
}

function mergedNames(one: Names, other: Names): Names {
  if (!one || !other) return one ?? other;
  const names = new Map(one);
  for (const [name, shape] of other) names.set(name, merged(names.get(name), shape));
  return names;
}

const ownFieldsIn = (properties: Json) =>
  Object.entries(properties)
    .filter(([, schema]) => isObject(schema) && schema['x-unreadable-is-absent'] === true)
    .map(([name]) => name);

const alternativesOf = (schema: Json) => ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);

const isScalar = (schema: Json) => 'type' in schema || 'const' in schema || 'enum' in schema;

/** Makes shapes from JSON schemas. A component has one shape, which may contain itself. */
function shapeMaker(components: Components) {
  const made = new Map<string, Shape | undefined>();

  function ofComponent(name: string): Shape | undefined {
    if (made.has(name)) return made.get(name);
    const shape: Shape = { names: new Map(), rest: undefined, own: [] };
    made.set(name, shape);
    const found = shapeOf(components[name] ?? {});
    if (found && found !== anything) Object.assign(shape, found);
    else made.set(name, found);
    return made.get(name);
  }

  function ofObject({ properties, additionalProperties }: Json): Shape {
    if (isObject(properties) && !additionalProperties) {
      const names = Object.entries(properties).map(([name, schema]) => [name, shapeOf(schema as Json)] as const);
      return { names: new Map(names), rest: undefined, own: ownFieldsIn(properties) };
    }
    const rest = isObject(additionalProperties) ? shapeOf(additionalProperties) : undefined;
    return rest && rest !== anything ? { names: undefined, rest, own: [] } : anything;
  }

  const ofArray = ({ items }: Json): Shape => ({
    names: undefined,
    rest: isObject(items) ? shapeOf(items) : undefined,
    own: [],
  });

  function shapeOf(schema: Json): Shape | undefined {
    const { $ref, type } = schema;
    if (typeof $ref === 'string') return ofComponent($ref.slice('#/components/schemas/'.length));
    const alternatives = alternativesOf(schema);
    if (alternatives.length > 0) return alternatives.map(shapeOf).reduce(merged);
    if (type === 'object') return ofObject(schema);
    if (type === 'array') return ofArray(schema);
    return isScalar(schema) ? undefined : anything;
  }

  return shapeOf;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** The fields that a body of this schema may have. The first body of a schema pays for reading it. */
function shapeOfBody(body: z.ZodType): Shape {
  const known = shapes.get(body);
  if (known) return known;
  const components: Components = {};
  const shape = shapeMaker(components)(jsonSchema(body, 'input', components)) ?? anything;
  shapes.set(body, shape);
  return shape;
}

const isContainer = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Whether a value has known fields only. Runs for every body, so it builds no paths. Benchmark: `npm run bench -- bodies`. */
function isKnown(value: unknown, { names, rest }: Shape): boolean {
  if (!isContainer(value)) return true;
  if (names && !Array.isArray(value)) return hasKnownNames(value, names);
  return !rest || Object.values(value).every((part) => isKnown(part, rest));
}

function hasKnownNames(value: Json, names: NonNullable<Names>): boolean {
  for (const name in value) {
    const shape = names.get(name);
    if (shape ? !isKnown(value[name], shape) : !names.has(name)) return false;
  }
  return true;
}

/** The fault of an unknown name among known ones. */
export function unknownName(field: string, name: string, known: readonly string[]): FieldError {
  const similar = name.length > similarCharsMax ? undefined : similarName(name, known);
  const message = similar === undefined ? 'is unknown' : `is unknown; did you mean \`${similar}\`?`;
  return { field, message, code: 'unknown_field' };
}

const pathOf = (parent: string, name: string) => (parent === '' ? name : `${parent}.${name}`);

function collect(value: unknown, shape: Shape | undefined, path: string, found: FieldError[]): void {
  if (!shape || !isContainer(value)) return;
  const names = Array.isArray(value) ? undefined : shape.names;
  for (const [name, part] of Object.entries(value)) {
    if (found.length >= unknownMax) return;
    const field = pathOf(path, name);
    if (!names) collect(part, shape.rest, field, found);
    else if (names.has(name)) collect(part, names.get(name), field, found);
    else found.push(unknownName(field, name, [...names.keys()]));
  }
}

/** The unknown fields of a parsed body, at most 100. */
export function unknownFields(body: z.ZodType, value: unknown): readonly FieldError[] {
  const shape = shapeOfBody(body);
  if (isKnown(value, shape)) return [];
  const found: FieldError[] = [];
  collect(value, shape, '', found);
  return found;
}

/** The shape of the field or the element of this name. */
const shapeAt = ({ names, rest }: Shape, key: PropertyKey) =>
  typeof key === 'number' || !names ? rest : names.get(String(key));

/** The path to the field of the hub's own that a path leads to, or into; undefined if there is none. */
export function hubFieldAt(body: z.ZodType, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  let shape: Shape | undefined = shapeOfBody(body);
  for (const [index, key] of path.entries()) {
    if (!shape) return undefined;
    if (shape.own.includes(String(key))) return path.slice(0, index + 1);
    shape = shapeAt(shape, key);
  }
  return undefined;
}

/** The names of the fields of the object at a path; undefined for a map, and for what is no object. */
export function knownNamesAt(
  body: z.ZodType,
  path: readonly PropertyKey[],
): { has(name: string): boolean } | undefined {
  let shape: Shape | undefined = shapeOfBody(body);
  for (const key of path) shape = shape && shapeAt(shape, key);
  return shape?.names;
}
