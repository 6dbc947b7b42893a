/** Hot: copies the headers of every response of a service. Benchmark: `npm run bench -- gateway`. */
import type { IncomingMessage } from 'node:http';
import { faultHeader } from '@order-hub/shared/fault-header';
import { type ResponseOptions, sendResponse } from '../bodies/send-response.ts';
import { noteCost } from '../limits/note-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';
import { commonHeaders } from '../responses/answer.ts';

/** In this header auth names the token that the request revoked, by its digest. */
const revokedTokenHeader = 'x-hub-token-digest';

const faultHeaderLower = faultHeader.toLowerCase();

/** Headers that concern the inner connection only, that the gateway sets itself, or that reveal its software. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-content-type-options',
  'x-client-request-id',
  'x-powered-by',
  'x-request-id',
]);

function copyHeaders({ rawHeaders }: IncomingMessage, headers: string[]): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const lower = name.toLowerCase();
    if (!dropped.has(lower) && !lower.startsWith('x-hub-')) headers.push(name, rawHeaders[at + 1] ?? '');
  }
}

function noteFault(request: PublicRequest, { headers }: IncomingMessage): void {
  const fault = headers[faultHeaderLower];
  if (typeof fault === 'string') request.fault = fault;
}

/**
 * Cuts off a page whose service does not come to its end: a few of these would take all connections for pages. Live pages and files
 * of orders have others, and bounds of their own.
 */
function limitPageTime(
  { isApi, route, res, requestId, serviceReleases }: PublicRequest,
  { pageMs, log }: Options,
): void {
  if (isApi || route?.isLong) return;
  const timer = setTimeout(() => {
    log.warn({ request_id: requestId, upstream: route?.upstream }, 'a page did not come to its end in time');
    res.destroy();
  }, pageMs);
  serviceReleases.push(() => clearTimeout(timer));
}

type Options = ResponseOptions & {
  /** Called with the digest of an access token that auth has revoked. */
  onTokenRevoked(tokenDigest: string): void;
};

/** Sends a service's response to the client, without internal headers. Reports a revoked token first. */
export function forwardResponse(request: PublicRequest, response: IncomingMessage, options: Options): void {
  const { res, route } = request;
  noteCost(request, response);
  noteFault(request, response);
  const revoked = response.headers[revokedTokenHeader];
  if (typeof revoked === 'string') options.onTokenRevoked(revoked);
  if (res.headersSent || res.closed) {
    response.destroy();
    return;
  }
  const headers = commonHeaders(request);
  copyHeaders(response, headers);
  res.writeHead(response.statusCode ?? 502, headers);
  if (!route?.isLive) {
    limitPageTime(request, options);
    return sendResponse(request, response, options);
  }
  response.once('error', () => res.destroy());
  response.pipe(res);
}
