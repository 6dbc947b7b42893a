/** Forwards requests to the services, and their responses to the clients. Benchmark: `npm run bench -- gateway`. */
import type { ClientRequest } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import { sendBody } from '../bodies/send-body.ts';
import { occupySlot } from '../limits/limit-concurrency.ts';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { answerError } from '../responses/answer.ts';
import { openPools, type ProxiedMessage, type UpstreamOptions } from './connection-pools.ts';
import { forwardedHeaders, type PublicAddress } from './forwarded-headers.ts';
import { forwardResponse } from './forward-response.ts';
import { beginUpstreamSpan, endUpstreamSpan, endWithResponse } from './upstream-span.ts';
import { canRetry, failOnTimeout, failureOf } from './upstream-failure.ts';

const retryMs = 150;

export type ProxyOptions = UpstreamOptions & {
  publicAddress: PublicAddress;
  responses: Parameters<typeof forwardResponse>[2];
  log: Log;
};

/** Answers 503 or 504. A response that has begun can only be aborted, so that the client sees that it is incomplete. */
function answerFailure(request: PublicRequest, error: NodeJS.ErrnoException, log: Log): void {
  const { res, requestId, route } = request;
  log.warn({ request_id: requestId, upstream: route?.upstream, reason: error.message }, 'no answer from the service');
  if (res.headersSent) return void res.destroy();
  answerError(request, failureOf(request, error));
}

/**
 * Changes Node's request to what the library shall send. The library sends a body with `req.pipe(upstreamRequest)`, and has
 * no option that differs by request. So `pipe` is replaced: the body is sent from memory or its file, and `finish` in
 * pipeline.ts can abort the request to the service. Delete it when the library takes a body and gives its request per call.
 */
function prepare(request: PublicRequest, { publicAddress }: ProxyOptions): void {
  const { req, path, query } = request;
  req.headers = forwardedHeaders(request, publicAddress);
  req.url = path + query;
  Object.assign(req, {
    publicRequest: request,
    pipe(upstreamRequest: ClientRequest) {
      request.upstreamRequest = upstreamRequest.once('timeout', failOnTimeout);
      sendBody(request, upstreamRequest);
      return upstreamRequest;
    },
  });
}

/** Opens the connections. `forward` is the step that sends a request to its service. */
export function openProxy(options: ProxyOptions): { forward: GatewayStep; close(): void } {
  const { responses, log } = options;

  function send(request: PublicRequest): void {
    const { req, res, requestId } = request;
    if (request.span) beginUpstreamSpan(request, request.span);
    void pools.poolOf(request)?.send(req as ProxiedMessage, res, (error?: Error) => {
      log.error({ request_id: requestId, err: error }, 'the request could not be forwarded');
      res.destroy();
    });
  }

  function retryOrFail(error: NodeJS.ErrnoException, { publicRequest: request }: ProxiedMessage): void {
    endUpstreamSpan(request, error.code ?? error.name);
    if (request.res.writableEnded || request.res.closed) return;
    if (!canRetry(request, error)) return answerFailure(request, error, log);
    request.retries += 1;
    setTimeout(() => !request.res.closed && send(request), error.code === 'ECONNREFUSED' ? retryMs : 0);
  }

  const pools = openPools(options, {
    proxyRes: (response, { publicRequest }) => {
      if (publicRequest.upstreamSpan) endWithResponse(publicRequest, response);
      forwardResponse(publicRequest, response, responses);
    },
    error: retryOrFail,
  });

  return {
    forward(request) {
      prepare(request, options);
      const slot = pools.poolOf(request)?.takeSlot(request);
      const waiting = slot && occupySlot(request, slot, request.serviceReleases);
      if (waiting) return waiting.then(() => send(request));
      send(request);
    },
    close: pools.close,
  };
}
