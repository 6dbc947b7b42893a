/** Finds the fields of a body that its schema does not know (docs/api/conventions.md#strict-handling). */
import type { z } from 'zod';
import { similarName } from '../../process/settings/similar-names.ts';
import type { FieldError } from '../../values/errors.ts';
import { jsonSchema, type Components, type Json } from '../json-schema.ts';

/**
 * What is known of a value. `names`: the fields of an object; undefined for a map, whose values all have the shape `rest`.
 * `rest`: of the elements of an array, and of the values of a map. A value without a shape is not looked into.
 */
type Shape = { names: Map<string, Shape | undefined> | undefined; rest: Shape | undefined };

/** As many are named (docs/api/errors.md#reported-faults). */
const unknownMax = 100;
/** Nobody misspells a longer name by a letter or two. */
const similarCharsMax = 80;

const anything: Shape = { names: undefined, rest: undefined };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The shape of a value that may have either of two. A field that one of them has is known. */
function merged(one: Shape | undefined, other: Shape | undefined): Shape | undefined {
  if (!one || !other || one === other) return one ?? other;
  if (one === anything || other === anything) return anything;
  const rest = merged(one.rest, other.rest);
  if (!one.names || !other.names) return { names: one.names ?? other.names, rest };
  const names = new Map(one.names);
  for (const [name, shape] of other.names) names.set(name, merged(names.get(name), shape));
  return { names, rest };
}

/** Makes shapes from JSON schemas. A component has one shape, which may contain itself. */
function shapeMaker(components: Components) {
  const made = new Map<string, Shape | undefined>();

  function ofComponent(name: string): Shape | undefined {
    if (made.has(name)) return made.get(name);
    const shape: Shape = { names: new Map(), rest: undefined };
    made.set(name, shape);
    const found = shapeOf(components[name] ?? {});
    if (found && found !== anything) Object.assign(shape, found);
    else made.set(name, found);
    return made.get(name);
  }

  function ofObject({ properties, additionalProperties }: Json): Shape {
    if (isObject(properties) && !additionalProperties) {
      const names = Object.entries(properties).map(([name, schema]) => [name, shapeOf(schema as Json)] as const);
      return { names: new Map(names), rest: undefined };
    }
    const rest = isObject(additionalProperties) ? shapeOf(additionalProperties) : undefined;
    return rest && rest !== anything ? { names: undefined, rest } : anything;
  }

  function shapeOf(schema: Json): Shape | undefined {
    const { $ref, type, items } = schema;
    if (typeof $ref === 'string') return ofComponent($ref.slice('#/components/schemas/'.length));
    const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] ?? []) as Json[]);
    if (parts.length > 0) return parts.map(shapeOf).reduce(merged);
    if (type === 'object') return ofObject(schema);
    if (type === 'array') return { names: undefined, rest: isObject(items) ? shapeOf(items) : undefined };
    return type === undefined && !('const' in schema) && !('enum' in schema) ? anything : undefined;
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

/** Whether a value has known fields only. Runs for every body, so it builds no paths. Benchmark: `npm run bench -- bodies`. */
function isKnown(value: unknown, { names, rest }: Shape): boolean {
  if ((!names && !rest) || typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return !rest || value.every((element) => isKnown(element, rest));
  for (const name in value) {
    if (names && !names.has(name)) return false;
    const shape = names ? names.get(name) : rest;
    if (shape && !isKnown((value as Json)[name], shape)) return false;
  }
  return true;
}

/** The fault of an unknown name among known ones. */
export function unknownName(field: string, name: string, known: readonly string[]): FieldError {
  const similar = name.length > similarCharsMax ? undefined : similarName(name, known);
  return { field, message: similar === undefined ? 'is unknown' : `is unknown; did you mean \`${similar}\`?` };
}

function collect(value: unknown, { names, rest }: Shape, path: string, found: FieldError[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (found.length >= unknownMax) return;
    const field = path === '' ? name : `${path}.${name}`;
    const hasNames = names && !Array.isArray(value);
    if (hasNames && !names.has(name)) found.push(unknownName(field, name, [...names.keys()]));
    const shape = hasNames ? names.get(name) : rest;
    if (shape) collect(part, shape, field, found);
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
