/**
 * Errors as RFC 6749, 4.1.2.1 and 5.2 want them (`error`, `error_description`), beside our own fields
 * (docs/api/authentication.md#errors-of-authorisation-requests and #errors-of-token-and-revocation-requests).
 */
import { ApiError } from '@order-hub/shared/errors';

type Code =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied';

/** The characters that an `error_description` may have; others become apostrophes. */
const describable = (text: string) => text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

const fieldsOf = (error: Code, message: string) => ({ error, error_description: describable(message) });

const refusal = (error: Code, message: string) =>
  new ApiError('bad_request', message, { fields: fieldsOf(error, message) });

/** 400: a parameter is missing, malformed or repeated. */
export const invalidRequest = (message: string) => refusal('invalid_request', message);

/** 400: the code cannot be exchanged, or the token is not the client's. */
export const invalidGrant = (message: string) => refusal('invalid_grant', message);

/** A 422 of a grant, such as for a quota that is used up, as the 400 of the code that holds it. */
export const asInvalidGrant = (error: unknown) =>
  error instanceof ApiError && error.error_type === 'unprocessable_entity' ? invalidGrant(error.message) : error;

/** 400: this server only exchanges codes. */
export const unsupportedGrantType = (message: string) => refusal('unsupported_grant_type', message);

/** This server only gives codes. */
export const unsupportedResponseType = (message: string) => refusal('unsupported_response_type', message);

/** The scope is not one. */
export const invalidScope = (message: string) => refusal('invalid_scope', message);

/** The user has said no. */
export const accessDenied = (message: string) => refusal('access_denied', message);

/** 401: the client is unknown, or its secret is wrong or missing. */
export function invalidClient(): ApiError {
  const message = 'The client id or the client secret is wrong';
  return new ApiError('unauthorized', message, {
    headers: { 'WWW-Authenticate': 'Basic realm="order hub", charset="UTF-8"' },
    fields: fieldsOf('invalid_client', message),
  });
}

/** What the reading of a request refuses is an invalid_request: 400 for a fault of a field, otherwise its own status. */
export function asOAuthError(given: ApiError): ApiError {
  if ('error' in given.fields || given.status >= 500) return given;
  const { error_type, code, message, errors, more_errors, headers } = given;
  const fields = { ...given.fields, ...fieldsOf('invalid_request', message) };
  if (error_type !== 'unprocessable_entity') return new ApiError(error_type, message, { code, headers, fields });
  return new ApiError('bad_request', message, { ...(errors && { errors }), more_errors, headers, fields });
}
