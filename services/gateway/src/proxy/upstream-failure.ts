import { type ApiError, serviceUnavailable } from '@order-hub/shared/errors';
import type { PublicRequest } from '../pipeline/public-request.ts';

const staleCodes: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];
const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });

/** For the `timeout` event of a request to a service: ends it with an error that says so. */
export function failOnTimeout(this: { destroy(error: Error): unknown }): void {
  this.destroy(timedOut);
}

/** Whether the service closed a kept connection at the same moment: nothing was wrong with the request, so it may be sent once more. */
export function canRetry({ req, upstreamRequest, isRetried }: PublicRequest, { code }: NodeJS.ErrnoException): boolean {
  if (isRetried || !upstreamRequest?.reusedSocket || !staleCodes.includes(code)) return false;
  const length = req.headers['content-length'] ?? '0';
  return (req.method === 'GET' || req.method === 'HEAD') && length === '0';
}

/** 503, and what the client may conclude from it. */
export const unavailable = ({ code }: NodeJS.ErrnoException): ApiError =>
  code === 'ETIMEDOUT'
    ? serviceUnavailable('The service did not answer in time; what became of the request is not known')
    : serviceUnavailable('The service behind this path cannot be reached at the moment; repeat the request');
