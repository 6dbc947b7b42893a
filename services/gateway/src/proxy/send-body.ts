import type { ClientRequest } from 'node:http';
import { Readable } from 'node:stream';
import { type ApiError, payloadTooLarge } from '@order-hub/shared/errors';
import { answerError } from '../pipeline/answer.ts';
import type { PublicRequest } from '../pipeline/public-request.ts';
import { type BodyTimes, watchBody } from './receive-body.ts';

/**
 * Pipes a large body. Counts it, because the size of a chunked one is known only at its end. Answers 413 when it is over
 * the limit and 408 when it stalls, and ends the service's request.
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
  // The request's own `pipe` is what called this.
  Readable.prototype.pipe.call(req, upstreamRequest);
}

/** Sends the body of a request to its service. */
export function sendBody(request: PublicRequest, upstreamRequest: ClientRequest, times: BodyTimes): void {
  if (request.res.closed || request.res.writableEnded) upstreamRequest.destroy();
  else if (request.isStreamed) stream(request, upstreamRequest, times);
  else upstreamRequest.end(request.body);
}
