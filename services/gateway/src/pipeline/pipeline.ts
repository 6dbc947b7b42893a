/** Hot: runs the steps of every request. Benchmark: `npm run bench -- gateway`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, internalError } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import type { Span } from '@order-hub/shared/span';
import { answerError } from '../responses/answer.ts';
import { PublicRequest, type GatewayStep, releaseService } from '../request/public-request.ts';

type Options = {
  api: readonly GatewayStep[];
  pages: readonly GatewayStep[];
  log: Log;
  now: () => Date;
  /** See PublicRequest. */
  keepAliveSeconds?: number | undefined;
  originOf: PublicRequest['originOf'];
  /** Begins the span of a request, if the request is sampled. */
  beginSpan(request: PublicRequest): Span | undefined;
  /** Called when the response to a request is closed. */
  onFinish(request: PublicRequest, nowMs: number): void;
};

/** Runs on without a promise as long as no step waits: a promise per step would cost more than the step. */
function runSteps(steps: readonly GatewayStep[], request: PublicRequest, from = 0): void | Promise<void> {
  for (let at = from; at < steps.length; at += 1) {
    if (request.res.writableEnded || request.res.closed) return;
    const pending = steps[at]?.(request);
    if (pending) return pending.then(() => runSteps(steps, request, at + 1));
  }
}

function refuse(request: PublicRequest, error: unknown, log: Log): void {
  const { res, requestId } = request;
  if (error instanceof ApiError) request.limit = error.limit;
  if (!(error instanceof ApiError)) log.error({ request_id: requestId, err: error }, 'unexpected error');
  if (res.headersSent || res.closed) res.destroy();
  else answerError(request, error instanceof ApiError ? error : internalError(requestId));
}

/** Ends a request. Aborts the service's request if the client has left, or if the service answered before it had the whole body. */
function finish(request: PublicRequest, { now, onFinish }: Options): void {
  const { req, res, upstreamRequest } = request;
  const nowMs = now().getTime();
  if (upstreamRequest && !(res.writableFinished && upstreamRequest.writableFinished)) {
    req.unpipe().resume();
    upstreamRequest.destroy();
  }
  releaseService(request);
  for (const release of request.releases) release();
  onFinish(request, nowMs);
}

/** The handler of all requests. Runs the `api` steps for paths of the API, the `pages` steps for all others. */
export function pipeline(options: Options) {
  const { api, pages, log, now, keepAliveSeconds, originOf, beginSpan } = options;

  function begin(req: IncomingMessage, res: ServerResponse): void {
    const request = new PublicRequest(req, res, { now: now(), keepAliveSeconds, originOf });
    request.span = beginSpan(request);
    res.once('close', () => finish(request, options));
    try {
      const pending = runSteps(request.isApi ? api : pages, request);
      pending?.catch((error: unknown) => refuse(request, error, log));
    } catch (error) {
      refuse(request, error, log);
    }
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    if (res.socket) begin(req, res);
    // A pipelined request waits until the response before it is sent. Until then Node would not tell us that its client left.
    else res.once('socket', () => begin(req, res));
  };
}
