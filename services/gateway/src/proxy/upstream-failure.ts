import { type ApiError, serviceUnavailable } from '@order-hub/shared/errors';
import type { PublicRequest } from '../pipeline/public-request.ts';

const closedCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });

/** Listener for the `timeout` event of a request to a service: ends it with a timeout error. */
export function failOnTimeout(this: { destroy(error: Error): unknown }): void {
  this.destroy(timedOut);
}

/** Whether the request may be sent once more: the service closed a reused connection just then, and a GET has no effect. */
export function canRetry({ req, upstreamRequest, isRetried }: PublicRequest, { code }: NodeJS.ErrnoException): boolean {
  if (isRetried || !upstreamRequest?.reusedSocket || !closedCodes.includes(code)) return false;
  const length = req.headers['content-length'] ?? '0';
  return (req.method === 'GET' || req.method === 'HEAD') && length === '0';
}

/** 503 for a failed request to a service, with what the client can do about it. */
export const unavailable = ({ code }: NodeJS.ErrnoException): ApiError =>
  code === 'ETIMEDOUT'
    ? serviceUnavailable('The service did not answer in time; what became of the request is not known')
    : serviceUnavailable('The service behind this path cannot be reached at the moment; repeat the request');
