import { payloadTooLarge } from '@order-hub/shared/errors';
import { answerError } from './answer.ts';
import { bodyBytesMax } from './body-framing.ts';
import type { Exchange } from './exchange.ts';

/**
 * Counts a chunked body while it passes, for its size is known only at its end. Over the limit, the service's request is
 * broken off and answered with 413. Must be called in the turn in which the body is piped, so that none of it is missed.
 */
export function limitChunkedBody(exchange: Exchange): void {
  const { req, res } = exchange;
  if (req.headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax || res.headersSent) return;
    req.unpipe();
    answerError(exchange, payloadTooLarge(bodyBytesMax));
    exchange.upstreamRequest?.destroy();
  });
}
