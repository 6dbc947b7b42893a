import { isOutage } from '../data/database.ts';
import { ApiError, badRequest, internalError, serviceUnavailable } from '../values/errors.ts';
import type { Log } from '../process/log.ts';

/** The error to answer a failed request with. Logs an unexpected one and answers 500. */
export function asApiError(error: unknown, requestId: string, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return badRequest('The path holds a malformed percent-encoding');
  if (isOutage(error)) {
    log.warn({ requestId, reason: (error as Error).message }, 'answered 503: the database is unavailable');
    return serviceUnavailable('The service cannot reach its database at the moment; repeat the request');
  }
  log.error({ requestId, err: error }, 'unexpected error');
  return internalError(requestId);
}
