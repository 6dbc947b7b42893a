import { type ApiError, errorBody } from '@order-hub/shared/errors';
import { crossOriginHeaders } from './cross-origin.ts';
import type { PublicRequest } from './public-request.ts';

/** The headers of every answer, as name, value, name, value: writing them in one go is what makes it cheap. */
export function commonHeaders({ isApi, requestId, answerHeaders }: PublicRequest): string[] {
  const headers = ['X-Request-Id', requestId, ...answerHeaders];
  if (isApi) headers.push(...crossOriginHeaders);
  return headers;
}

type Answer = { status: number; body: string | Buffer; headers?: string[] };

/** Answers with JSON text of our own. What is left of the request's body is read and forgotten. */
export function answerJson(request: PublicRequest, { status, body, headers = [] }: Answer): void {
  const { req, res } = request;
  if (!req.complete) req.resume();
  const length = String(Buffer.byteLength(body));
  const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length];
  res.writeHead(status, [...own, ...commonHeaders(request), ...headers]).end(body);
}

/** Answers with an error in the body that every service gives it. */
export function answerError(request: PublicRequest, error: ApiError): void {
  const headers = Object.entries(error.headers).flat();
  answerJson(request, { status: error.status, body: JSON.stringify(errorBody(error)), headers });
}
