import { type ApiError, serviceUnavailable } from '@order-hub/shared/errors';
import type { PublicRequest } from '../request/public-request.ts';

const closedCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });

/** Listener for the `timeout` event of a request to a service: aborts it with a timeout error. */
export function failOnTimeout(this: { destroy(error: Error): unknown }): void {
  this.destroy(timedOut);
}

const retriesMax = 3;
/** A repeated GET or DELETE changes nothing more. A PUT may: it adds elements to an order. */
const repeatable: readonly (string | undefined)[] = ['GET', 'HEAD', 'DELETE'];

/**
 * Whether the request may be sent again, so that a rolling restart fails no request. Either there was no connection, so
 * nothing was sent; or the service closed a reused connection, and repeating the request does no harm.
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
    ? serviceUnavailable('The service did not answer in time; the request may or may not have been carried out')
    : serviceUnavailable('The service behind this path cannot be reached at the moment; repeat the request');
