/** The operations of an endpoint: by its path, and by its short path if it has one. */
import type { z } from 'zod';
import { byteTypesOf } from '../http/request/byte-body.ts';
import { isForConnections, levelsOf, type Endpoint, type Level } from '../http/endpoint.ts';
import { takesKeys } from '../http/idempotency/answer-once.ts';
import { externalDocs } from './guide-links.ts';
import { takesForms, takesParameters } from '../http/request/form-body.ts';
import { responsesOf } from './responses.ts';
import { jsonSchema, type Components, type Json } from '../http/json-schema.ts';

/** One way to call an endpoint. */
type CallForm = { endpoint: Endpoint; path: string; operationId: string; levels: readonly Level[] };

const shortened = /\/(location|account)s\/:\1_id(?=\/|$)/;

/** The ways to call an endpoint: a connection may leave out the id of what it is bound to (docs/api/conventions.md#short-paths). */
export function formsOf(endpoint: Endpoint): CallForm[] {
  const { path, access } = endpoint;
  const levels = levelsOf(access) ?? [];
  const operationId = endpoint.described.name ?? '';
  const level = shortened.exec(path)?.[1] as Level | undefined;
  const long = { endpoint, path, operationId, levels };
  if (!level || !levels.includes(level)) return [long];
  return [
    long,
    { endpoint, path: path.replace(shortened, `/${level}`), operationId: `${operationId}ByShortPath`, levels: [level] },
  ];
}

/** As OpenAPI writes it: `/locations/{location_id}`. */
export const templateOf = ({ path }: CallForm) => path.replace(/:(\w+)/g, '{$1}');

const idDescription = (name = '') => `The id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`;

function queryParameter(name: string, schema: z.ZodType, components: Components): Json {
  const { description, ...rest } = jsonSchema(schema, 'input', components);
  return { name, in: 'query', required: false, description, schema: rest };
}

function parametersOf({ path, endpoint }: CallForm, components: Components): Json[] {
  const { query, method } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, description: idDescription(name) },
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query.shape).map(([name, schema]) =>
    queryParameter(name, schema as z.ZodType, components),
  );
  const ofApi = isForConnections(endpoint) ? [{ $ref: '#/components/parameters/Prefer' }] : [];
  const ofGet = method === 'GET' ? [{ $ref: '#/components/parameters/If-None-Match' }] : [];
  const ofWrite = takesKeys(endpoint) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : [];
  return [...inPath, ...inQuery, ...ofApi, ...ofGet, ...ofWrite];
}

const parsedTypesOf = (body: z.ZodType) =>
  takesForms(body) || takesParameters(body)
    ? ['application/x-www-form-urlencoded', 'application/json']
    : ['application/json'];

function requestBodyOf({ body, described: { examples = {} } }: Endpoint, components: Components): Json {
  if (!body) return {};
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const schema = jsonSchema(body, 'input', components);
  const content = { schema, ...(named.length > 0 && { examples: Object.fromEntries(named) as Json }) };
  const types = byteTypesOf(body) ?? parsedTypesOf(body);
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) } };
}

const connections = { location: 'a location', account: 'an account' };

/** Which connections may call it, in words. */
function accessText({ levels, endpoint: { needs, access } }: CallForm): string {
  if (access === 'public') return 'Needs no access token.';
  const bound = levels.map((level) => connections[level]).join(' or ');
  const who = bound === '' ? 'any connection' : `connections that are bound to ${bound}`;
  return `For ${who}.${needs ? ` Needs \`${needs}\`.` : ''}`;
}

function descriptionOf(form: CallForm): string {
  const { alias, described } = form.endpoint;
  const sentences = [described.description, alias && `${alias} does the same.`, accessText(form)];
  return sentences.filter(Boolean).join(' ');
}

/** Throws when the declaration of a documented endpoint lacks something. */
function assertComplete({ method, path, body, described: { name, tag, description, guide, examples } }: Endpoint) {
  const missing = Object.entries({ name, tag, description, guide, ...(body && { examples }) })
    .filter(([, given]) => given === undefined)
    .map(([field]) => field);
  if (missing.length > 0) throw new Error(`${method} ${path} lacks ${missing.join(', ')}`);
}

/** One operation of the document. */
export function operationOf(form: CallForm, components: Components): Json {
  const { endpoint, operationId, levels } = form;
  assertComplete(endpoint);
  const { summary, needs, paginated, reply, described } = endpoint;
  const { guide = '', tag } = described;
  const isPublic = endpoint.access === 'public';
  const view = jsonSchema(reply, 'output', components);
  return {
    operationId,
    tags: [tag],
    summary,
    description: descriptionOf(form),
    externalDocs: externalDocs(guide),
    ...(isPublic && { security: [], servers: [{ url: '/', description: 'The hub, without /v1' }] }),
    ...(levels.length > 0 && { 'x-access-level': levels }),
    ...(needs && { 'x-permission': needs }),
    parameters: parametersOf(form, components),
    ...requestBodyOf(endpoint, components),
    responses: responsesOf({ ...endpoint, path: form.path }, paginated ? { type: 'array', items: view } : view),
  };
}
