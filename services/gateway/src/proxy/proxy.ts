/** Handing a request on to its service, over kept connections, and the service's answer back. */
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Log } from '@order-hub/shared/log';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import { answerError } from '../pipeline/answer.ts';
import { limitChunkedBody } from './limit-chunked-body.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import { forwardedHeaders, type PublicAddress } from './forwarded-headers.ts';
import { forwardResponse } from './forward-response.ts';
import { failOnTimeout, canRetry, unavailable } from './upstream-failure.ts';
import { upstreamNames, type UpstreamName } from '../routing/route-table.ts';

type Carrier = IncomingMessage & { request: PublicRequest };
type Middleware = RequestHandler<Carrier>;

const socketsMax = 256;

function targetOf(address: string) {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol, host, hostname: host, port: port ? Number(port) : protocol === 'https:' ? 443 : 80 };
}

const agentFor = (address: string, timeoutMs: number) =>
  new (address.startsWith('https:') ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxSockets: socketsMax,
    maxFreeSockets: socketsMax,
    timeout: timeoutMs,
  });

export type ProxyOptions = {
  addresses: Record<UpstreamName, string>;
  publicAddress: PublicAddress;
  /** How long a service may keep silent; below the 65 s after which it closes an idle connection, for that is not used any longer either. */
  timeoutMs: number;
  /** A service says that this access token (its digest) is no longer what it was. */
  onTokenChanged(tokenDigest: string): void;
  log: Log;
};

type Listeners = NonNullable<Options<Carrier>['on']>;

const middlewareFor = (address: string, agent: HttpAgent, on: Listeners): Middleware =>
  createProxyMiddleware<Carrier>({
    target: targetOf(address),
    agent,
    // The target was checked: it goes out as it is, parsed once less. The answer is written by forwardResponse.
    toProxy: true,
    prependPath: false,
    selfHandleResponse: true,
    // The default plugins build a log line and several listeners for each request.
    ejectPlugins: true,
    plugins: [
      (proxy) => {
        for (const [event, listener] of Object.entries(on)) proxy.on(event as 'start', listener as never);
      },
    ],
  });

/** An answer that has begun can only be broken off; then the client sees that it is not whole. */
function answerFailure(request: PublicRequest, error: NodeJS.ErrnoException, log: Log): void {
  const { req, res, requestId, route } = request;
  log.warn({ requestId, upstream: route?.upstream, reason: error.message }, 'no answer from the service');
  if (res.headersSent) return void res.destroy();
  req.unpipe();
  answerError(request, unavailable(error));
}

/** One middleware per service. The step hands a request on; it answers itself when the service cannot. */
export function openProxy(options: ProxyOptions): { forward: Step; close(): void } {
  const { addresses, publicAddress, timeoutMs, onTokenChanged, log } = options;
  const agents = upstreamNames.map((name) => agentFor(addresses[name], timeoutMs));

  function send({ req, res, route, requestId }: PublicRequest): void {
    const middleware = route && middlewares.get(route.upstream);
    void middleware?.(req as Carrier, res, (error?: Error) => {
      log.error({ requestId, err: error }, 'the request could not be handed on');
      res.destroy();
    });
  }

  function fail(error: NodeJS.ErrnoException, { request }: Carrier): void {
    if (request.res.writableEnded || request.res.closed) return;
    if (!canRetry(request, error)) return answerFailure(request, error, log);
    request.isRetried = true;
    send(request);
  }

  const on: Listeners = {
    start: (req) => limitChunkedBody(req.request),
    proxyReq(upstreamRequest, { request }, res) {
      request.upstreamRequest = upstreamRequest;
      upstreamRequest.once('timeout', failOnTimeout);
      if (res.closed || res.writableEnded) upstreamRequest.destroy();
    },
    proxyRes: (answer, { request }) => forwardResponse(request, answer, onTokenChanged),
    error: fail,
  };
  const middlewares = new Map(
    upstreamNames.map((name, index) => [name, middlewareFor(addresses[name], agents[index] as HttpAgent, on)]),
  );

  return {
    forward(request) {
      const { req, path, query } = request;
      req.headers = forwardedHeaders(request, publicAddress);
      req.url = path + query;
      (req as Carrier).request = request;
      send(request);
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}
