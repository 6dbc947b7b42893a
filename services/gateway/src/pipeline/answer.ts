import { type ApiError, errorBody } from '@order-hub/shared/errors';
import { crossOriginHeaders, noSniffing } from './cross-origin.ts';
import { errorPage, errorPageHeaders, prefersHtml } from './error-page.ts';
import type { PublicRequest } from './public-request.ts';

/** The headers of every answer, as name, value, name, value: the form in which Node writes them fastest. */
export function commonHeaders({ isApi, requestId, answerHeaders }: PublicRequest): string[] {
  const headers = ['X-Request-Id', requestId, ...noSniffing, ...answerHeaders];
  if (isApi) headers.push(...crossOriginHeaders);
  return headers;
}

type Answer = { status: number; body: string | Buffer; type?: string; headers?: string[] };

const json = 'application/json; charset=utf-8';

/** Answers with a text of the gateway's own, JSON unless told. The rest of the request's body is read and discarded. */
export function answerOwn(request: PublicRequest, { status, body, type = json, headers = [] }: Answer): void {
  const { req, res } = request;
  if (!req.complete) req.resume();
  const length = String(Buffer.byteLength(body));
  const own = ['Content-Type', type, 'Content-Length', length];
  res.writeHead(status, [...own, ...commonHeaders(request), ...headers]).end(body);
}

/** Answers with an error, in the same body as the services; a browser that opens a page gets one. */
export function answerError(request: PublicRequest, error: ApiError): void {
  const headers = Object.entries(error.headers).flat();
  const { req, isApi, requestId } = request;
  const { status } = error;
  if (isApi || !prefersHtml(req.headers.accept)) {
    return answerOwn(request, { status, body: JSON.stringify(errorBody(error)), headers });
  }
  const body = errorPage(error, req.method, requestId);
  answerOwn(request, { status, body, type: 'text/html; charset=utf-8', headers: [...headers, ...errorPageHeaders] });
}
