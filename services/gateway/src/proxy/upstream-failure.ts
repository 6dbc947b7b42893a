import { isConnectFailure } from '@order-hub/shared/connect-failure';
import { type ApiError, outcomeUnknown, serviceUnavailable } from '@order-hub/shared/errors';
import type { PublicRequest } from '../request/public-request.ts';

const closedCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });
const notConnected = Object.assign(new Error('The service cannot be reached'), { code: 'EHOSTUNREACH' });

type UpstreamRequest = { socket: { connecting: boolean } | null; destroy(error: Error): unknown };

/** Listener for the `timeout` event of a request to a service: aborts it with a timeout error. */
export function failOnTimeout(this: UpstreamRequest): void {
  this.destroy(this.socket?.connecting ? notConnected : timedOut);
}

const retriesMax = 3;
/** A repeated GET or DELETE changes nothing more. A PUT may: it adds elements to an order. */
const repeatable: readonly (string | undefined)[] = ['GET', 'HEAD', 'DELETE'];
/** Of those that name an idempotency key, the service carries out the first only (docs/api/conventions.md#idempotency-keys). */
const keyed: readonly (string | undefined)[] = ['POST', 'PUT', 'PATCH'];
const reading: readonly (string | undefined)[] = ['GET', 'HEAD'];

/** Whether a request whose connection broke does no harm when it is repeated. A read is repeated once when a new connection broke. */
function isHarmless({ req, isApi, upstreamRequest, retries }: PublicRequest): boolean {
  if (isApi && keyed.includes(req.method) && req.headers['idempotency-key'] !== undefined) return true;
  if (upstreamRequest?.reusedSocket === true) return repeatable.includes(req.method);
  return retries === 0 && reading.includes(req.method);
}

/**
 * Whether the request may be sent again, so that a rolling restart fails no request. Either there was no connection, so
 * nothing was sent; or the connection broke, and repeating the request does no harm.
 */
export function canRetry(request: PublicRequest, { code }: NodeJS.ErrnoException): boolean {
  if (request.retries >= retriesMax) return false;
  return code === 'ECONNREFUSED' || (closedCodes.includes(code) && isHarmless(request));
}

/** The error for a failed request to a service: 503 if nothing was changed, else 504 (docs/api/errors.md#unknown-outcomes). */
export function failureOf({ req }: PublicRequest, error: NodeJS.ErrnoException): ApiError {
  if (isConnectFailure(error))
    return serviceUnavailable(
      'The service behind this path cannot be reached at the moment. Nothing was done; repeat the request',
    );
  const isLate = error.code === 'ETIMEDOUT';
  if (reading.includes(req.method))
    return serviceUnavailable(`The service ${isLate ? 'did not answer in time' : 'broke off'}; repeat the request`);
  return outcomeUnknown(
    isLate
      ? 'The service did not finish the request in time'
      : 'The connection to the service broke while the request was under way',
  );
}
