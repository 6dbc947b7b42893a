import { guideUrl, hints, type ErrorCode, type errorTypeOfCode, type ErrorType } from './error-codes.ts';
import type { FaultCode } from './faults/fault-codes.ts';
import type { LimitName } from './limit-name.ts';
import { shortened } from './texts/text-start.ts';

export type { ErrorType } from './error-codes.ts';

/**
 * The errors of the API (docs/api/errors.md#error-types): a closed set of `error_type`, each with one status. Throw them
 * with the functions below; any other error becomes `internal_error`.
 */
const statusOf = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  routing_error: 404,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_entity: 422,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
  outcome_unknown: 504,
} as const satisfies Record<ErrorType, number>;

export const errorTypes = Object.keys(statusOf) as ErrorType[];

/**
 * One fault of a request (docs/api/errors.md#field-errors). `field`: a dotted path such as `items.0.price`. `message`: for people. `code`: the
 * same for programs.
 */
export type FieldError = { field: string; message: string; code: FaultCode };

type Texts = Record<string, string>;

/**
 * What an error says beside its code, in the body too: the limit that is reached, the status that an order has, the quota that is
 * used up with its maximum, the id of the failed request.
 */
export type ErrorParams = {
  limit?: string;
  current_status?: string;
  quota?: string;
  maximum?: number;
  request_id?: string;
};

type Extra = {
  code?: ErrorCode | undefined;
  errors?: FieldError[] | undefined;
  more_errors?: number;
  headers?: Texts;
  fields?: Texts;
  params?: ErrorParams;
  limit?: LimitName | undefined;
};

/**
 * An error for the client. `code`: by default the name of its type. `more_errors`: the number of faults beyond `errors`. `headers`: response headers such as
 * `Retry-After`. `fields`: further fields of the body, for a protocol such as OAuth. `params`: fields for all who tell the error in other
 * words. `limit`: the limit that refused the request, for the metrics.
 */
export class ApiError extends Error {
  readonly error_type: ErrorType;
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly more_errors: number;
  readonly headers: Texts;
  readonly fields: Texts;
  readonly params: ErrorParams;
  readonly limit: LimitName | undefined;

  constructor(error_type: ErrorType, message: string, extra: Extra = {}) {
    const { code = error_type, errors, more_errors = 0, headers = {}, fields = {}, params = {}, limit } = extra;
    super(message);
    this.name = 'ApiError';
    this.error_type = error_type;
    this.code = code;
    this.status = statusOf[error_type];
    this.errors = errors;
    this.more_errors = more_errors;
    this.headers = headers;
    this.fields = fields;
    this.params = params;
    this.limit = limit;
  }
}

/**
 * The JSON body of an error response. `errors` is there only for faults of a request, `more_errors` only beyond the first 100.
 * `origin`: that of the hub as its clients reach it, for the link to the guide.
 */
export function errorBody(error: ApiError, origin = '') {
  const { message, errors, more_errors, error_type, code, fields, params } = error;
  const hint = hints[code];
  return {
    message,
    ...(errors && { errors }),
    ...(more_errors > 0 && { more_errors }),
    error_type,
    code,
    ...(hint !== undefined && { hint }),
    documentation_url: guideUrl(origin, 'errors', code),
    ...fields,
    ...params,
  };
}

type CodeOf<Type extends ErrorType> = {
  [Code in ErrorCode]: (typeof errorTypeOfCode)[Code] extends Type ? Code : never;
}[ErrorCode];

/** 400: the request is malformed (invalid JSON, a bad query parameter or cursor). */
export const badRequest = (message: string, code?: CodeOf<'bad_request'>) =>
  new ApiError('bad_request', message, { code });

/** 400 that nobody reads: the client closed its connection before the answer. */
export const requestAbandoned = () => badRequest('The client closed the connection before the answer');

/** 401: the caller is unknown or has lost its access. */
export const unauthorized = (message: string, code?: CodeOf<'unauthorized'>) =>
  new ApiError('unauthorized', message, { code });

/** 403: the caller is known but not allowed to do this. */
export const forbidden = (message: string, code?: CodeOf<'forbidden'>) => new ApiError('forbidden', message, { code });

/** 404 for a resource, whether it is missing or belongs to another account. */
export const notFound = (what: string) => new ApiError('not_found', `${what} not found`);

/** 404 for a URL without an endpoint. `similar`: paths that the client may have meant. */
export function routingError(method: string, path: string, similar: readonly string[] = []) {
  const advice = similar.length > 0 ? `. Did you mean ${similar.join(' or ')}?` : '';
  return new ApiError('routing_error', `No endpoint answers ${method} ${path}${advice}`);
}

/** 404 for a URL that answers other methods. */
export const methodNotSupported = (method: string, path: string, allowed: readonly string[]) =>
  new ApiError('routing_error', `No endpoint answers ${method} ${path}, but this path answers ${allowed.join(', ')}`, {
    code: 'method_not_supported',
    headers: { Allow: allowed.join(', ') },
  });

/** 422 for one field of the body. */
export const invalid = (field: string, code: FaultCode, message: string) => invalidFields([{ field, message, code }]);

const faultsMax = 100;
/** Longer paths are cut: a client chooses the keys of a map, and how long they are. */
const fieldCharsMax = 80;

const cut = (text: string) => shortened(text, fieldCharsMax);

/** 422 for several fields. The message repeats the first fault; beyond 100 faults are only counted (docs/api/errors.md#reported-faults). */
export function invalidFields(
  faults: readonly FieldError[],
  code: CodeOf<'unprocessable_entity'> = 'invalid_fields',
): ApiError {
  const errors = faults
    .slice(0, faultsMax)
    .map(({ field, message, code: faultCode }) => ({ field: cut(field), message, code: faultCode }));
  const more_errors = faults.length - errors.length;
  const [first] = errors;
  const why = first ? `: ${first.field || 'body'} ${first.message}` : '';
  const others = more_errors > 0 ? `; ${faults.length} faults were found` : '';
  return new ApiError('unprocessable_entity', `The request is not valid${why}${others}`, { code, errors, more_errors });
}

/** 422 without a field at fault: the state of the resource does not allow the request. */
export const unprocessable = (message: string, code?: CodeOf<'unprocessable_entity'>) =>
  new ApiError('unprocessable_entity', message, { code, errors: [] });

/** 422: the account or the user has all that the quota allows. */
export const quotaUsedUp = (message: string, limit: LimitName, params: { quota: string; maximum: number }) =>
  new ApiError('unprocessable_entity', message, { code: 'quota_used_up', errors: [], limit, params });

/** 422: the `Idempotency-Key` of the request is that of an earlier one, whose answer this one cannot get. */
export const unprocessableKey = (code: 'idempotency_key_reused' | 'answer_not_kept', message: string) =>
  new ApiError('unprocessable_entity', message, { code, errors: [] });

/** 409: a request with the same `Idempotency-Key` is being carried out (docs/api/conventions.md#idempotency-keys). */
export const keyUnderWay = () =>
  new ApiError('conflict', 'A request with this Idempotency-Key is under way; repeat it in a second', {
    headers: { 'Retry-After': '1' },
  });

/** 409: the order has none of the statuses that the request expects (docs/api/orders.md#conditional-updates). */
export const statusChanged = (status: string) =>
  new ApiError(
    'conflict',
    `The order has the status ${status} now, so nothing was changed; retrieve it and decide again`,
    {
      code: 'status_changed',
      params: { current_status: status },
    },
  );

/** 409: something stands in the way of a deletion. The message says what, and what to do about it. */
export const stillInUse = (message: string) => new ApiError('conflict', message, { code: 'still_in_use' });

/** 408: the request body did not arrive in time. */
export const requestTimeout = (message: string) => new ApiError('request_timeout', message);

/** 413: the request body exceeds `limit` bytes. */
export const payloadTooLarge = (limit: number) =>
  new ApiError('payload_too_large', `The request body is over the limit of ${limit} bytes for this endpoint`);

/** 415: the endpoint does not accept the body's content type, charset or encoding. */
export const unsupportedMediaType = (message: string) => new ApiError('unsupported_media_type', message);

/**
 * 429: over a limit. `headers` say when to retry. The body names the limit as the RateLimit headers do (`window`), or as the
 * metrics do.
 */
export const tooManyRequests = (
  message: string,
  headers: Record<string, string>,
  limit?: LimitName,
  window = limit?.replaceAll('_', '-'),
) =>
  new ApiError('too_many_requests', message, { headers, limit, params: window === undefined ? {} : { limit: window } });

/** 503: something the request needs is unavailable. Nothing was changed that repeating the request would do twice. */
export const serviceUnavailable = (message: string, limit?: LimitName) =>
  new ApiError('service_unavailable', message, { headers: { 'Retry-After': '2' }, limit });

/** 504: the request was under way when it failed, and may or may not have been carried out (docs/api/errors.md#unknown-outcomes). */
export const outcomeUnknown = (what: string) =>
  new ApiError(
    'outcome_unknown',
    `${what}, so it may or may not have been carried out; look whether it was before you repeat it`,
  );

/** 500: a bug of the hub. Gives only the request id, which finds the log line. */
export const internalError = (requestId: string) =>
  new ApiError(
    'internal_error',
    `Something went wrong on our side. Give the request id ${requestId} when you report it`,
    { params: { request_id: requestId } },
  );
