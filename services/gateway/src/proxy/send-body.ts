import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { type ApiError, payloadTooLarge } from '@order-hub/shared/errors';
import type { PublicRequest } from '../request/public-request.ts';
import { answerError } from '../responses/answer.ts';
import { type BodyTimes, watchBody } from './receive-body.ts';

/**
 * Pipes a large body. Counts its bytes, because the size of a chunked body is known only at its end. If it exceeds the limit,
 * answers 413, and if it stalls, 408; aborts the service's request in both cases.
 */
function stream(request: PublicRequest, upstreamRequest: ClientRequest, times: BodyTimes): void {
  const { req, res, body, route } = request;
  const limit = route?.bodyBytesMax ?? 0;
  let bytes = body?.length ?? 0;
  function refuse(error: ApiError): void {
    req.unpipe();
    if (res.headersSent) res.destroy();
    else answerError(request, error);
    upstreamRequest.destroy();
  }
  watchBody(request, times, refuse);
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit && !res.headersSent) refuse(payloadTooLarge(limit));
  });
  if (body) upstreamRequest.write(body);
  // `req.pipe` is replaced, and has called this; see proxy.ts.
  Readable.prototype.pipe.call(req, upstreamRequest);
}

/** Sends the request's body to the service. */
export function sendBody(request: PublicRequest, upstreamRequest: ClientRequest, times: BodyTimes): void {
  if (request.res.closed || request.res.writableEnded) upstreamRequest.destroy();
  else if (request.isStreamed) stream(request, upstreamRequest, times);
  else upstreamRequest.end(request.body);
}
