/**
 * A request takes a connection to a service only when its body is complete, so a client that stalls occupies nothing but its
 * own socket. Large bodies are the exception: they are streamed, but only for callers who passed authentication and limits.
 */
import { type ApiError, payloadTooLarge, requestTimeout } from '@order-hub/shared/errors';
import type { PublicRequest, GatewayStep } from '../request/public-request.ts';

/** A body up to this size is small: the gateway receives all of it before it forwards the request. */
export const smallBytesMax = 64 * 1024;

/** How long a body may make no progress, and how long it may take in all. */
export type BodyTimes = { stallMs: number; wholeMs: number };

/**
 * Calls `late` if the body does not arrive in time. The connection then closes after the answer. Returns a function that ends
 * the watch.
 */
export function watchBody({ req, res }: PublicRequest, times: BodyTimes, late: (error: ApiError) => void): () => void {
  const startedMs = performance.now();
  const fail = () => {
    stop();
    res.shouldKeepAlive = false;
    late(requestTimeout('The body of the request did not arrive in time'));
  };
  const timer = setTimeout(fail, times.stallMs);
  const progress = () => {
    if (performance.now() - startedMs > times.wholeMs) fail();
    else timer.refresh();
  };
  const stop = () => {
    clearTimeout(timer);
    req.off('data', progress).off('end', stop);
    res.off('close', stop);
  };
  req.on('data', progress).once('end', stop);
  // Not the close of `req`, which comes too early if a service answers before it has the whole body.
  res.once('close', stop);
  return stop;
}

/** Sets the request's body. A body that exceeds the small size is streamed: then only its beginning is set. */
function receive(request: PublicRequest, times: BodyTimes): Promise<void> {
  const { req, isApi } = request;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = () => {
      stop();
      req.off('data', add).off('end', end);
      request.body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    };
    const end = () => {
      settle();
      delete req.headers['transfer-encoding'];
      req.headers['content-length'] = String(bytes);
      resolve();
    };
    const fail = (error: ApiError) => {
      settle();
      reject(error);
    };
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= smallBytesMax) return;
      if (!isApi) return fail(payloadTooLarge(smallBytesMax));
      req.pause();
      request.isStreamed = true;
      settle();
      resolve();
    };
    const stop = watchBody(request, times, fail);
    req.on('data', add).once('end', end);
  });
}

/** Receives a small body. Throws request_timeout, and payload_too_large for a large body that is not for the API. */
export function bodyReceiver(times: BodyTimes): GatewayStep {
  return (request) => {
    const { headers } = request.req;
    const isChunked = headers['transfer-encoding'] !== undefined;
    const length = Number(headers['content-length'] ?? 0);
    if (length <= smallBytesMax) return length > 0 || isChunked ? receive(request, times) : undefined;
    if (!request.isApi) throw payloadTooLarge(smallBytesMax);
    request.isStreamed = true;
  };
}
