/** Hot: the headers of every response. Benchmark: `npm run bench -- gateway`. */
import { type ApiError, errorBody } from '@order-hub/shared/errors';
import { faultText } from '@order-hub/shared/fault-header';
import type { PublicRequest } from '../request/public-request.ts';
import { crossOriginHeaders, noSniffing } from './cross-origin.ts';
import { errorPage, errorPageHeaders, prefersHtml } from './error-page.ts';
import { keepAliveHeaders } from './keep-alive.ts';

/** The headers of every response, as name, value, name, value: the form that Node writes fastest. */
export function commonHeaders(request: PublicRequest): string[] {
  const { isApi, requestId, clientRequestId, responseHeaders } = request;
  const headers = ['X-Request-Id', requestId, ...noSniffing, ...responseHeaders, ...keepAliveHeaders(request)];
  if (clientRequestId !== undefined) headers.push('X-Client-Request-Id', clientRequestId);
  if (isApi) headers.push(...crossOriginHeaders);
  return headers;
}

type OwnResponse = { status: number; body: string | Buffer; type?: string; headers?: string[] };

const json = 'application/json; charset=utf-8';

/** Sends a response of the gateway's own, by default JSON. Reads and discards the rest of the request's body. */
export function answerOwn(request: PublicRequest, { status, body, type = json, headers = [] }: OwnResponse): void {
  const { req, res } = request;
  if (!req.complete) req.resume();
  const length = String(Buffer.byteLength(body));
  const own = ['Content-Type', type, 'Content-Length', length];
  res.writeHead(status, [...own, ...commonHeaders(request), ...headers]).end(body);
}

/** Sends an error: as a page to a browser that opens one, else in the same JSON as the services. */
export function answerError(request: PublicRequest, error: ApiError): void {
  const headers = Object.entries(error.headers).flat();
  const { req, isApi, requestId, originOf } = request;
  const { status } = error;
  request.fault = faultText(error);
  if (isApi || !prefersHtml(req.headers.accept)) {
    return answerOwn(request, { status, body: JSON.stringify(errorBody(error, originOf(req.headers))), headers });
  }
  const body = errorPage(error, req, requestId);
  answerOwn(request, { status, body, type: 'text/html; charset=utf-8', headers: [...headers, ...errorPageHeaders] });
}
