/** The responses and headers that endpoints share: all errors, and the headers of every success. */
import type { Endpoint } from '../http/endpoint.ts';
import { takesKeys } from '../http/idempotency/answer-once.ts';
import {
  type ApiError,
  badRequest,
  errorBody,
  forbidden,
  internalError,
  invalid,
  keyUnderWay,
  notFound,
  outcomeUnknown,
  payloadTooLarge,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unsupportedMediaType,
} from '../values/errors.ts';
import { headerParameters } from './header-parameters.ts';
import type { Json } from '../http/json-schema.ts';

const header = (description: string, schema: Json, example: unknown) => ({ description, schema, example });
const string = { type: 'string' };
const windows = 'docs/api/limits.md#rate-limit-headers';

const headers = {
  'X-Request-Id': header('The id of the request. Give it when you report a fault.', string, '0k3v9x2m7q1c'),
  'X-Cursor-Next': header('The `cursor` of the next page. Absent on the last one.', string, 'bmV4dCBwYWdl'),
  'Ignored-Fields': header(
    'The fields and query parameters that the hub does not know and has ignored: docs/api/conventions.md#strict-handling. Absent when there are none.',
    string,
    'itemz',
  ),
  ETag: header('What to send as `If-None-Match` to get 304 while nothing has changed.', string, 'W/"2jmj7l5rSw0yVb"'),
  RateLimit: header(
    `What remains of each limit (\`r\`), and its end in seconds (\`t\`): ${windows}.`,
    string,
    '"minute";r=499;t=42',
  ),
  'RateLimit-Policy': header(
    `The limits: requests (\`q\`) per seconds (\`w\`): ${windows}.`,
    string,
    '"minute";q=500;w=60',
  ),
  'Idempotent-Replayed': header(
    '`true` when the request was carried out before: this is the first answer again.',
    string,
    'true',
  ),
  'Retry-After': header('The seconds after which to repeat the request.', { type: 'integer' }, 2),
};

type Header = keyof typeof headers;

/** References to headers, by name. */
export const headerRefs = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const always: Header[] = ['X-Request-Id'];
const limited: Header[] = [...always, 'RateLimit', 'RateLimit-Policy'];

/** Each error: an example, what causes it, its headers. */
const errors = {
  BadRequest: [
    badRequest('The query parameter count must be a positive integer', 'malformed_parameter'),
    'The request cannot be read.',
    limited,
  ],
  Unauthorized: [
    unauthorized('The access token is invalid or the connection has been revoked', 'access_token_invalid'),
    'The access token is missing, unknown, or no longer valid.',
    always,
  ],
  Forbidden: [
    forbidden('The scope of this connection does not include orders.write', 'permission_missing'),
    'The connection may not do this.',
    limited,
  ],
  NotFound: [notFound('Order'), 'There is no such resource, or it is not for this connection.', limited],
  Conflict: [
    keyUnderWay(),
    'A request with the same `Idempotency-Key` is being carried out: repeat it after `Retry-After` seconds. Or, with the code `status_changed`, the order has none of the statuses in `if_status`: do not repeat it.',
    [...limited, 'Retry-After'],
  ],
  PayloadTooLarge: [payloadTooLarge(1_048_576), 'The body is over the limit of its endpoint.', limited],
  UnsupportedMediaType: [
    unsupportedMediaType('This endpoint reads application/json in UTF-8, not text/plain'),
    'The body is not announced as JSON in UTF-8.',
    limited,
  ],
  UnprocessableEntity: [
    invalid('items.0.price', 'not_money', 'must be an amount with 2 decimals and an ISO 4217 currency'),
    'The request is well-formed and cannot be carried out: it must be changed.',
    limited,
  ],
  TooManyRequests: [
    tooManyRequests(
      'The limit "minute" of 500 requests in 60 seconds is reached; it resets in 42 seconds',
      {},
      'requests_per_minute',
      'minute',
    ),
    'A limit is reached: the connection is refused until its window ends.',
    [...limited, 'Retry-After'],
  ],
  InternalError: [internalError('0k3v9x2m7q1c'), 'An unexpected fault of the server.', always],
  ServiceUnavailable: [
    serviceUnavailable('The service cannot reach its database at the moment; repeat the request'),
    'Something that the request needs is not available for a moment. Nothing was done: repeat it.',
    [...always, 'Retry-After'],
  ],
  OutcomeUnknown: [
    outcomeUnknown('The connection to the service broke while the request was under way'),
    'The request may or may not have been carried out: look before you repeat it.',
    always,
  ],
} satisfies Record<string, [ApiError, string, Header[]]>;

type ErrorName = keyof typeof errors;

function errorResponse([example, description, names]: [ApiError, string, Header[]]): Json {
  const schema = { $ref: '#/components/schemas/Error' };
  return {
    description,
    headers: headerRefs(names),
    content: { 'application/json': { schema, example: errorBody(example) } },
  };
}

export const sharedComponents = {
  headers,
  responses: {
    ...Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, errorResponse(error)])),
    NotModified: {
      description: 'Nothing has changed since the `ETag` that was sent.',
      headers: headerRefs([...limited, 'ETag']),
    },
  },
  parameters: headerParameters,
};

const hasFilters = ({ query, paginated }: Endpoint) => Object.keys(query.shape).length > (paginated ? 2 : 0);

/** A path names something, and the query of a deletion what to delete. */
const mayMiss = (endpoint: Endpoint) =>
  endpoint.path.includes('/:') || (endpoint.method === 'DELETE' && hasFilters(endpoint));

/** The errors that an endpoint can answer, derived from its path, query, body and access. */
function errorNames(endpoint: Endpoint): ErrorName[] {
  const { method, takesQuery, body, access, needs } = endpoint;
  const isKeyed = takesKeys(endpoint);
  const possible: [ErrorName, boolean][] = [
    ['BadRequest', takesQuery || body !== undefined || isKeyed],
    ['Unauthorized', true],
    ['Forbidden', access !== 'any' || needs !== undefined],
    ['NotFound', mayMiss(endpoint)],
    ['Conflict', isKeyed],
    ['PayloadTooLarge', body !== undefined],
    ['UnsupportedMediaType', body !== undefined],
    ['UnprocessableEntity', hasFilters(endpoint) || body !== undefined || isKeyed],
    ['TooManyRequests', true],
    ['InternalError', true],
    ['ServiceUnavailable', true],
    ['OutcomeUnknown', method !== 'GET'],
  ];
  return possible.filter(([, isPossible]) => isPossible).map(([name]) => name);
}

const publicErrors: ErrorName[] = [
  ...(['BadRequest', 'Unauthorized', 'PayloadTooLarge', 'UnsupportedMediaType', 'TooManyRequests'] as const),
  ...(['InternalError', 'ServiceUnavailable'] as const),
];

const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The headers that only this endpoint declares. */
const ownHeaders = ({ described: { replyHeaders = {} } }: Endpoint): Json =>
  Object.fromEntries(
    Object.entries(replyHeaders).map(([name, description]) => [name, { description, schema: string }]),
  );

/** The responses of a public endpoint: it has no limits per connection. */
const publicResponsesOf = (schema: Json): Json => ({
  200: { description: 'Success.', headers: headerRefs(always), content: { 'application/json': { schema } } },
  ...Object.fromEntries(publicErrors.map((name) => [errors[name][0].status, reference(name)])),
});

/** All responses of an endpoint, by status. */
export function responsesOf(endpoint: Endpoint, schema: Json): Json {
  if (endpoint.access === 'public') return publicResponsesOf(schema);
  const isGet = endpoint.method === 'GET';
  const names: Header[] = [
    ...limited,
    'Ignored-Fields',
    ...(isGet ? ['ETag' as const] : []),
    ...(takesKeys(endpoint) ? ['Idempotent-Replayed' as const] : []),
    ...(endpoint.paginated ? ['X-Cursor-Next' as const] : []),
  ];
  const success = {
    description: 'Success.',
    headers: { ...headerRefs(names), ...ownHeaders(endpoint) },
    content: { 'application/json': { schema } },
  };
  return {
    200: success,
    ...(isGet && { 304: reference('NotModified') }),
    ...Object.fromEntries(errorNames(endpoint).map((name) => [errors[name][0].status, reference(name)])),
  };
}
