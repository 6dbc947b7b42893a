import type { Step } from './public-request.ts';

/** What any web page may do with the API (contract, "General conventions", 6). The authorisation server gets none of it. */
export const crossOriginHeaders = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'X-Cursor-Next, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, ETag',
];

const preflightHeaders = [
  ...crossOriginHeaders,
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers',
  'X-Access-Token, X-Http-Method-Override, X-Request-Id, Content-Type, If-None-Match',
  'Access-Control-Max-Age',
  '7200',
];

/** Answers a browser that asks whether it may. Every endpoint of the API gives the same answer, so nobody else is asked. */
export const answerPreflight: Step = ({ req, res, isApi, requestId }) => {
  if (req.method !== 'OPTIONS' || !isApi) return;
  res.writeHead(204, [...preflightHeaders, 'X-Request-Id', requestId]).end();
};
