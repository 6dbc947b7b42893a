/** The API document (docs/openapi.json), as far as the reference reads it. */

/** A JSON schema. Only what our document uses is here. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
};

type Ref = { $ref: string };

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };

export type Body = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };

export type Response = { description: string; content?: Record<string, Body> };

export type Operation = {
  operationId: string;
  tags?: string[];
  summary: string;
  description?: string;
  externalDocs?: { description?: string; url: string };
  security?: Record<string, string[]>[];
  servers?: { url: string }[];
  parameters?: (Parameter | Ref)[];
  requestBody?: { required?: boolean; content: Record<string, Body> };
  responses: Record<string, Response | Ref>;
};

export type ApiDocument = {
  info: { title: string; summary?: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    securitySchemes?: Record<string, { type: string; scheme?: string; name?: string }>;
  };
};

/** An operation with its long path and, if it has one, its short path. */
export type Call = { method: string; path: string; shortPath?: string; operation: Operation };

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const ofShortPath = 'ByShortPath';

const callsOf = (paths: Record<string, Record<string, Operation>>): Call[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** The operations of the document. An operation with two paths is one. */
export function listedCalls({ paths }: ApiDocument): Call[] {
  const all = callsOf(paths);
  const shortPaths = new Map(all.map(({ path, operation }) => [operation.operationId, path]));
  return all
    .filter(({ operation }) => !operation.operationId.endsWith(ofShortPath))
    .map((call) => {
      const shortPath = shortPaths.get(call.operation.operationId + ofShortPath);
      return shortPath === undefined ? call : { ...call, shortPath };
    });
}

/** What the hub sends: the pushed events. */
export const listedWebhooks = ({ webhooks = {} }: ApiDocument): Call[] => callsOf(webhooks);

/** The last part of a reference: `Order` of `#/components/schemas/Order`. */
export const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** What stands in place of a reference. Throws for a reference that leads nowhere. */
export function resolved<T extends object>(value: T | Ref, named: Record<string, T>): T {
  if (!('$ref' in value)) return value;
  const found = named[refName(value.$ref)];
  if (!found) throw new Error(`The API document has no ${value.$ref}`);
  return found;
}
