/** The OpenAPI 3.1 document, from the endpoint declarations alone. */
import { isForConnections, type Endpoint } from '../http/endpoint.ts';
import { formsOf, operationOf, templateOf } from './operations.ts';
import { errorSchemas } from './error-schemas.ts';
import { sharedComponents } from './responses.ts';
import { type Components, type Json, undescribed } from '../http/json-schema.ts';
import { withLinks } from './guide-links.ts';
import { tags } from '../http/tags.ts';
import { webhooks } from './webhooks.ts';

const description = 'The access token of a connection (docs/api/authentication.md#access-tokens).';

/** Either is enough. */
const securitySchemes = {
  access_token: { type: 'apiKey', in: 'header', name: 'X-Access-Token', description },
  bearer_token: { type: 'http', scheme: 'bearer', description },
};

/** Throws when a component or a property of the document has no description. */
function assertDescribed({ paths, schemas }: { paths: Json; schemas: Components }): void {
  const unnamed = Object.keys(schemas).filter((name) => !schemas[name]?.['description']);
  const missing = [...unnamed, ...undescribed(schemas, 'schemas'), ...undescribed(paths, 'paths')];
  if (missing.length > 0) throw new Error(`Without description:\n${missing.join('\n')}`);
}

/** What client developers call: the API of connections, and public endpoints that have a name for their function. */
const isDocumented = (declared: Endpoint) =>
  isForConnections(declared) || (declared.access === 'public' && declared.described.name !== undefined);

/** Describes every endpoint that client developers call. Leaves out internal endpoints, pages, and those for principals. */
export function openApiDocument(endpoints: readonly Endpoint[], info: Json): Json {
  const schemas: Components = { ...errorSchemas };
  const paths: Record<string, Json> = {};
  for (const form of endpoints.filter(isDocumented).flatMap(formsOf)) {
    const path = (paths[templateOf(form)] ??= {});
    path[form.endpoint.method.toLowerCase()] = operationOf(form, schemas);
  }
  assertDescribed({ paths, schemas });
  return withLinks({
    openapi: '3.1.0',
    info,
    servers: [{ url: '/v1', description: 'The hub that serves this document' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths,
    webhooks,
    components: { schemas, ...sharedComponents, securitySchemes },
  });
}
