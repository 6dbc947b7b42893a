import type { GatewayStep } from '../request/public-request.ts';
import { keepAliveHeaders } from './keep-alive.ts';

/** On every response: browsers must trust its Content-Type. */
export const noSniffing = ['X-Content-Type-Options', 'nosniff'];

/** Any web page may call the API (docs/api/conventions.md#browsers), but not the authorisation server. */
export const crossOriginHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-Cursor-Next, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Client-Request-Id, ETag, X-Ignored-Refs, Idempotent-Replayed, Ignored-Fields, Preference-Applied',
];

const preflightHeaders = [
  ...noSniffing,
  ...crossOriginHeaders,
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers',
  'X-Access-Token, Authorization, X-Http-Method-Override, X-Request-Id, Content-Type, If-None-Match, Idempotency-Key, Prefer',
  'Access-Control-Max-Age',
  '7200',
];

/** Answers a preflight request. The answer is the same for every endpoint, so no service is asked. */
export const answerPreflight: GatewayStep = (request) => {
  const { req, res, isApi, requestId } = request;
  if (req.method !== 'OPTIONS' || !isApi) return;
  res.writeHead(204, [...preflightHeaders, 'X-Request-Id', requestId, ...keepAliveHeaders(request)]).end();
};
