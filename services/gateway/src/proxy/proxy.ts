/** Forwards requests to the services over keep-alive connections, and their responses to the clients. */
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

/** Node's request, as the listeners of the proxy get it. */
type ProxiedMessage = IncomingMessage & { publicRequest: PublicRequest };
type Middleware = RequestHandler<ProxiedMessage>;

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
  /** Upstream timeout. Must stay below the services' 65 s keep-alive, so that no closing socket is reused. */
  timeoutMs: number;
  /** Called when auth has revoked an access token (given by its digest). */
  onTokenRevoked(tokenDigest: string): void;
  log: Log;
};

type Listeners = NonNullable<Options<ProxiedMessage>['on']>;

const middlewareFor = (address: string, agent: HttpAgent, on: Listeners): Middleware =>
  createProxyMiddleware<ProxiedMessage>({
    target: targetOf(address),
    agent,
    // The target was checked: it is sent as it is, without parsing it again. forwardResponse writes the response.
    toProxy: true,
    prependPath: false,
    selfHandleResponse: true,
    // The default plugins build a log line and several listeners for every request.
    ejectPlugins: true,
    plugins: [
      (proxy) => {
        for (const [event, listener] of Object.entries(on)) proxy.on(event as 'start', listener as never);
      },
    ],
  });

/** Answers 503. A response that has begun can only be aborted, so that the client sees that it is incomplete. */
function answerFailure(request: PublicRequest, error: NodeJS.ErrnoException, log: Log): void {
  const { req, res, requestId, route } = request;
  log.warn({ requestId, upstream: route?.upstream, reason: error.message }, 'no answer from the service');
  if (res.headersSent) return void res.destroy();
  req.unpipe();
  answerError(request, unavailable(error));
}

/** Opens one keep-alive pool and one proxy per service. `forward` is the step that sends a request to its service. */
export function openProxy(options: ProxyOptions): { forward: Step; close(): void } {
  const { addresses, publicAddress, timeoutMs, onTokenRevoked, log } = options;
  const agents = upstreamNames.map((name) => agentFor(addresses[name], timeoutMs));

  function send({ req, res, route, requestId }: PublicRequest): void {
    const middleware = route && middlewares.get(route.upstream);
    void middleware?.(req as ProxiedMessage, res, (error?: Error) => {
      log.error({ requestId, err: error }, 'the request could not be forwarded');
      res.destroy();
    });
  }

  function fail(error: NodeJS.ErrnoException, { publicRequest: request }: ProxiedMessage): void {
    if (request.res.writableEnded || request.res.closed) return;
    if (!canRetry(request, error)) return answerFailure(request, error, log);
    request.isRetried = true;
    send(request);
  }

  const on: Listeners = {
    start: ({ publicRequest }) => limitChunkedBody(publicRequest),
    proxyReq(upstreamRequest, { publicRequest }, res) {
      publicRequest.upstreamRequest = upstreamRequest;
      upstreamRequest.once('timeout', failOnTimeout);
      if (res.closed || res.writableEnded) upstreamRequest.destroy();
    },
    proxyRes: (response, { publicRequest }) => forwardResponse(publicRequest, response, onTokenRevoked),
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
      (req as ProxiedMessage).publicRequest = request;
      send(request);
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}
