import { type ApiError, serviceUnavailable } from '@order-hub/shared/errors';
import type { PublicRequest } from '../pipeline/public-request.ts';

const closedCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });

/** Listener for the `timeout` event of a request to a service: ends it with a timeout error. */
export function failOnTimeout(this: { destroy(error: Error): unknown }): void {
  this.destroy(timedOut);
}

const retriesMax = 3;
/** A second GET or DELETE does no more than the first. A PUT may: it adds elements to an order. */
const repeatable: readonly (string | undefined)[] = ['GET', 'HEAD', 'DELETE'];

/**
 * Whether the request may be sent once more, as a rolling restart makes necessary: no connection came about, so nothing was
 * sent; or the service closed a reused connection just then, and the request may take place twice.
 */
export function canRetry(request: PublicRequest, { code }: NodeJS.ErrnoException): boolean {
  const { req, upstreamRequest, isStreamed, retries } = request;
  if (isStreamed || retries >= retriesMax) return false;
  if (code === 'ECONNREFUSED') return true;
  const isClosed = upstreamRequest?.reusedSocket === true && closedCodes.includes(code);
  return isClosed && repeatable.includes(req.method);
}

/** 503 for a failed request to a service, with what the client can do about it. */
export const unavailable = ({ code }: NodeJS.ErrnoException): ApiError =>
  code === 'ETIMEDOUT'
    ? serviceUnavailable('The service did not answer in time; what became of the request is not known')
    : serviceUnavailable('The service behind this path cannot be reached at the moment; repeat the request');
