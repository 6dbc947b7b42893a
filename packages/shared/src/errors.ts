/**
 * The errors the API answers with (docs/api/errors.md): a closed set of `error_type`, each with one status.
 * Domain code throws them through the makers below; anything else that is thrown becomes `internal_error`.
 */
const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  routing_error: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorType = keyof typeof statusOf;

/** One fault of a request body: `field` is a dotted path from the body's root, such as `items.0.price`. */
export type FieldError = { field: string; message: string };

type Extra = { errors?: FieldError[]; headers?: Record<string, string> };

/** An error with an answer of its own. `headers` go out beside the body, e.g. `Retry-After`. */
export class ApiError extends Error {
  readonly error_type: ErrorType;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;

  constructor(error_type: ErrorType, message: string, { errors, headers = {} }: Extra = {}) {
    super(message);
    this.name = 'ApiError';
    this.error_type = error_type;
    this.status = statusOf[error_type];
    this.errors = errors;
    this.headers = headers;
  }
}

/** The JSON body of an error answer: `message`, `errors` when a body had faults, `error_type`. */
export function errorBody(error: ApiError) {
  const { message, errors, error_type } = error;
  return errors ? { message, errors, error_type } : { message, error_type };
}

/** 400: the request itself is wrong (malformed JSON, bad query parameter or cursor). */
export const badRequest = (message: string) => new ApiError('bad_request', message);

/** 401: who is asking is unknown or no longer welcome. */
export const unauthorized = (message: string) => new ApiError('unauthorized', message);

/** 403: known, and not allowed to. */
export const forbidden = (message: string) => new ApiError('forbidden', message);

/** 404 for a resource: also the answer for another tenant's, which must look exactly like a missing one. */
export const notFound = (what: string) => new ApiError('not_found', `${what} not found`);

/** 404 for a URL or method that no endpoint has. */
export const routingError = (method: string, path: string) =>
  new ApiError('routing_error', `No endpoint answers ${method} ${path}`);

/** 422 for one field of the body. */
export const invalid = (field: string, message: string) => invalidFields([{ field, message }]);

/** 422 for several fields at once; the first is repeated in the message, for people. */
export function invalidFields(errors: FieldError[]): ApiError {
  const [first] = errors;
  const message = first
    ? `The request is not valid: ${first.field || 'body'} ${first.message}`
    : 'The request is not valid';
  return new ApiError('unprocessable_entity', message, { errors });
}

/** 422 that no single field is to blame for: the resource is not in a state that allows it. */
export const unprocessable = (message: string) => new ApiError('unprocessable_entity', message, { errors: [] });

/** 413: the body is over the limit of its route, in bytes. */
export const payloadTooLarge = (limit: number) =>
  new ApiError('payload_too_large', `The request body is over the limit of ${limit} bytes for this endpoint`);

/** 415: the body's content type, charset or encoding is not one this endpoint reads. */
export const unsupportedMediaType = (message: string) => new ApiError('unsupported_media_type', message);

/** 429: try again in `retryAfterSeconds`. */
export const tooManyRequests = (message: string, headers: Record<string, string>) =>
  new ApiError('too_many_requests', message, { headers });

/** 503: something this request needs is away; the client may simply repeat it. */
export const serviceUnavailable = (message: string) =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '2' } });

/** 500: our fault. Says nothing but the request id, with which the log line is found. */
export const internalError = (requestId: string) =>
  new ApiError(
    'internal_error',
    `Something went wrong on our side. Give the request id ${requestId} when you report it`,
  );
