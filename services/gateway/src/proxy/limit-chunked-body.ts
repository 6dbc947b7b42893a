import { payloadTooLarge } from '@order-hub/shared/errors';
import { answerError } from '../pipeline/answer.ts';
import { bodyBytesMax } from './check-body-framing.ts';
import type { PublicRequest } from '../pipeline/public-request.ts';

/**
 * Counts a chunked body while it is piped, because its size is known only at its end. Over the limit, aborts the service's
 * request and answers 413. Must be called in the same turn as the pipe, so that no chunk is missed.
 */
export function limitChunkedBody(request: PublicRequest): void {
  const { req, res } = request;
  if (req.headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax || res.headersSent) return;
    req.unpipe();
    answerError(request, payloadTooLarge(bodyBytesMax));
    request.upstreamRequest?.destroy();
  });
}
