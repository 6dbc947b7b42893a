/**
 * A connection to a service is taken only for a request that is whole: so a client that stalls pins nothing but its own
 * socket. Large bodies are the exception: they are streamed, and only for callers who passed authentication and limits.
 */
import { type ApiError, payloadTooLarge, requestTimeout } from '@order-hub/shared/errors';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';

/** A body up to this size is small: it is received whole before it is forwarded. */
export const smallBytesMax = 64 * 1024;

/** How long a body may make no progress, and how long it may take. */
export type BodyTimes = { stallMs: number; wholeMs: number };

/** Calls `late` when the body does not arrive in time; then the connection ends with the answer. Gives what ends the watch. */
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
  // Not the request's: that is closed before, when a service answers early.
  res.once('close', stop);
  return stop;
}

/** The whole body becomes the request's; one that grows over the small size becomes its beginning. */
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

/** Receives a small body. Throws payload_too_large for a large one of a page of auth, and request_timeout. */
export function bodyReceiver(times: BodyTimes): Step {
  return (request) => {
    const { headers } = request.req;
    const isChunked = headers['transfer-encoding'] !== undefined;
    const length = Number(headers['content-length'] ?? 0);
    if (length <= smallBytesMax) return length > 0 || isChunked ? receive(request, times) : undefined;
    if (!request.isApi) throw payloadTooLarge(smallBytesMax);
    request.isStreamed = true;
  };
}
