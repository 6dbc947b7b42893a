/** The OpenAPI 3.1 document, from the endpoint declarations and nothing else. */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

const errorSchema = {
  type: 'object',
  required: ['error_type'],
  properties: {
    message: { type: 'string' },
    error_type: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

/** Schemas with an id become components; zod puts them under `$defs`, OpenAPI wants them under `components.schemas`. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $defs,
    $schema: _dialect,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json };
  Object.assign(components, hoisted($defs ?? {}));
  return hoisted(rest);
}

const hoisted = <Value extends object>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Value;

const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function parametersOf({ path, query }: Endpoint, components: Json): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery = Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema as z.ZodType, 'input', components),
  }));
  return [...inPath, ...inQuery];
}

function operationOf(endpoint: Endpoint, components: Json): Json {
  const reply = jsonSchema(endpoint.reply, 'output', components);
  const schema = endpoint.paginated ? { type: 'array', items: reply } : reply;
  const content = { 'application/json': { schema } };
  const error = {
    description: 'Error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const body = endpoint.body && jsonSchema(endpoint.body, 'input', components);
  return {
    summary: endpoint.summary,
    ...(Array.isArray(endpoint.access) && { 'x-access-level': endpoint.access }),
    ...(endpoint.needs && { 'x-permission': endpoint.needs }),
    security: [{ access_token: [] }],
    parameters: parametersOf(endpoint, components),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { 200: { description: 'Success', content }, default: error },
  };
}

const isPublic = ({ access }: Endpoint) => access !== 'operator' && access !== 'internal';

/** Describes every endpoint that a connection may call. Operator and internal endpoints stay out. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  about: { title: string; version: string; description: string },
): Json {
  const components: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints.filter(isPublic)) {
    const path = (paths[pathOf(endpoint.path)] ??= {});
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: '/v1' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { access_token: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
    },
  };
}
