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
const reading: readonly (string | undefined)[] = ['GET', 'HEAD'];

/**
 * Whether the request may be sent again, so that a rolling restart fails no request. Either there was no connection, so
 * nothing was sent; or the service closed a reused one, and repeating the request does no harm. A read is repeated once when
 * a new connection broke.
 */
export function canRetry(request: PublicRequest, { code }: NodeJS.ErrnoException): boolean {
  const { req, upstreamRequest, retries } = request;
  if (retries >= retriesMax) return false;
  if (code === 'ECONNREFUSED') return true;
  if (!closedCodes.includes(code)) return false;
  if (upstreamRequest?.reusedSocket === true) return repeatable.includes(req.method);
  return retries === 0 && reading.includes(req.method);
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
