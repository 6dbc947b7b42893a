/** JSON schemas, from zod schemas: for the API document, and to know the fields of a body. */
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Schemas by their name: zod's `meta({ id })`. */
export type Components = Record<string, Json>;

const integerMax = Number.MAX_SAFE_INTEGER;

/** Removes details of zod that would mislead a client: responses may have further fields, integers have no limit. */
function simplify(schema: Json): void {
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (schema['maximum'] === integerMax) delete schema['maximum'];
  if (schema['minimum'] === -integerMax) delete schema['minimum'];
  delete schema['propertyNames'];
  delete schema['byteTypes'];
  delete schema['otherByteTypes'];
  delete schema['isForm'];
  delete schema['isInQuery'];
  delete schema['isLargeAsBytes'];
}

/**
 * The JSON schema of an input or output. Schemas with an id become components. `documentedAs` in the meta of a schema is the
 * schema to show instead, for a schema that checks with a function. Shows `default` as it is, although the parsed value may
 * have another type.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const override = ({ zodSchema, jsonSchema: made }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    const { documentedAs, default: unset } = z.globalRegistry.get(zodSchema) ?? {};
    if (documentedAs instanceof z.ZodType) made['documentedAs'] = jsonSchema(documentedAs, io, components);
    if (unset !== undefined) made['default'] = unset;
    simplify(made);
  };
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
  const { $defs = {}, $schema: _dialect, ...rest } = hoisted(made as Json & { $defs?: Components });
  for (const [name, component] of Object.entries($defs)) addComponent(components, name, component);
  return rest;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function asDocumented(_key: string, value: unknown): unknown {
  if (!isObject(value) || !isObject(value['documentedAs'])) return value;
  const { documentedAs, description } = value;
  return description === undefined ? documentedAs : { ...documentedAs, description };
}

/** zod puts schemas with an id under `$defs`; OpenAPI expects them under `components.schemas`. */
const hoisted = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'), asDocumented) as Value;

function addComponent(components: Components, name: string, component: Json): void {
  const { $schema: _dialect, id: _id, ...shown } = component;
  const known = components[name];
  if (known && JSON.stringify(known) !== JSON.stringify(shown)) {
    throw new Error(`Two schemas are called ${name}: what goes in and what comes out need names of their own`);
  }
  components[name] = shown;
}

/** The paths within a value of properties without a description. */
export function undescribed(value: unknown, path: string): string[] {
  if (!isObject(value)) return [];
  const properties = Array.isArray(value) || !isObject(value['properties']) ? {} : value['properties'];
  const silent = Object.entries(properties)
    .filter(([, property]) => isObject(property) && !('description' in property) && !('$ref' in property))
    .map(([name]) => `${path}.${name}`);
  return [...silent, ...Object.entries(value).flatMap(([name, part]) => undescribed(part, nameOf(path, name)))];
}

const structural = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'schema', 'content', 'application/json']);

const nameOf = (path: string, name: string) => (structural.has(name) ? path : `${path}.${name}`);
