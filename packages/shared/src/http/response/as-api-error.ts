import { isOutage, isOutcomeUnknown } from '../../data/database.ts';
import { ApiError, badRequest, internalError, outcomeUnknown, serviceUnavailable } from '../../values/errors.ts';
import type { Log } from '../../process/log.ts';

/** A request with its id; one with the method GET changes nothing. */
type FailedRequest = { method: string; requestId: string };

/** 503 for an outage of the database, or 504 if a change may be stored (docs/api/errors.md#unknown-outcomes). */
function outageError(error: unknown, { method, requestId }: FailedRequest, log: Log): ApiError {
  const answer =
    method !== 'GET' && isOutcomeUnknown(error)
      ? outcomeUnknown('The service lost its database while it carried out the request')
      : serviceUnavailable('The service cannot reach its database at the moment; repeat the request');
  const reason = (error as Error).message;
  log.warn({ request_id: requestId, status: answer.status, reason }, 'the database is unavailable');
  return answer;
}

/** The error to answer a failed request with. Logs an unexpected one and answers 500. */
export function asApiError(error: unknown, request: FailedRequest, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return badRequest('The path holds a malformed percent-encoding');
  if (isOutage(error)) return outageError(error, request, log);
  log.error({ request_id: request.requestId, err: error }, 'unexpected error');
  return internalError(request.requestId);
}
