import { type ApiError, errorBody } from '@order-hub/shared/errors';
import { crossOriginHeaders, noSniffing } from './cross-origin.ts';
import type { PublicRequest } from './public-request.ts';

/** The headers of every answer, as name, value, name, value: the form in which Node writes them fastest. */
export function commonHeaders({ isApi, requestId, answerHeaders }: PublicRequest): string[] {
  const headers = ['X-Request-Id', requestId, ...noSniffing, ...answerHeaders];
  if (isApi) headers.push(...crossOriginHeaders);
  return headers;
}

type Answer = { status: number; body: string | Buffer; headers?: string[] };

/** Answers with the gateway's own JSON text. The rest of the request's body is read and discarded. */
export function answerJson(request: PublicRequest, { status, body, headers = [] }: Answer): void {
  const { req, res } = request;
  if (!req.complete) req.resume();
  const length = String(Buffer.byteLength(body));
  const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', length];
  res.writeHead(status, [...own, ...commonHeaders(request), ...headers]).end(body);
}

/** Answers with an error, in the same body as the services. */
export function answerError(request: PublicRequest, error: ApiError): void {
  const headers = Object.entries(error.headers).flat();
  answerJson(request, { status: error.status, body: JSON.stringify(errorBody(error)), headers });
}
