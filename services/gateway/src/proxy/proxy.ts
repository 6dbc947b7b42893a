/** Forwards requests to the services over keep-alive connections, and their responses to the clients. */
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import { hold } from '../limits/limit-concurrency.ts';
import { openSlots } from '@order-hub/shared/slots';
import { answerError } from '../pipeline/answer.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import { forwardedHeaders, type PublicAddress } from './forwarded-headers.ts';
import { forwardResponse } from './forward-response.ts';
import type { BodyTimes } from './receive-body.ts';
import { sendBody } from './send-body.ts';
import { failOnTimeout, canRetry, unavailable } from './upstream-failure.ts';
import { upstreamNames, type UpstreamName } from '../routing/route-table.ts';

/** Node's request, as the listeners of the proxy get it. */
type ProxiedMessage = IncomingMessage & { publicRequest: PublicRequest };
type Middleware = RequestHandler<ProxiedMessage>;

/** The connections to a service for whole requests, as many for streamed ones and live pages, and fewer for the pages of auth. */
const socketsMax = 256;
const openSocketsMax = 64;
const waitMs = 2_000;
const waitingMax = 2_000;
const retryMs = 150;

function targetOf(address: string) {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol, host, hostname: host, port: port ? Number(port) : protocol === 'https:' ? 443 : 80 };
}

/** Its connections all go to one address with the same options. Node would put a name of both together for each request. */
function agentFor(address: string, timeoutMs: number, maxSockets = socketsMax): HttpAgent {
  const Agent = address.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets, timeout: timeoutMs });
  return Object.assign(agent, { getName: () => address });
}

export type ProxyOptions = {
  addresses: Record<UpstreamName, string>;
  publicAddress: PublicAddress;
  /** Upstream timeout. Must stay below the services' 65 s keep-alive, so that no closing socket is reused. */
  timeoutMs: number;
  bodyTimes: BodyTimes;
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

/** Connections to one service: an agent with its proxy, and one slot for each connection. */
function openPool(address: string, timeoutMs: number, on: Listeners, max = socketsMax) {
  const agent = agentFor(address, timeoutMs, max);
  const refuse = () => serviceUnavailable('The service behind this path is too busy at the moment; repeat the request');
  const slots = openSlots({ max, waitMs, waitingMax, refuse });
  return { agent, middleware: middlewareFor(address, agent, on), take: () => slots.take('') };
}

/** The pools of each service: neither streamed bodies nor the pages of auth keep whole requests waiting, nor live pages the others. */
function openPools({ addresses, timeoutMs }: ProxyOptions, on: Listeners) {
  const poolsTo = () => new Map(upstreamNames.map((name) => [name, openPool(addresses[name], timeoutMs, on)]));
  const [whole, streamed] = [poolsTo(), poolsTo()];
  const open = openPool(addresses.auth, timeoutMs, on, openSocketsMax);
  const live = openPool(addresses.auth, timeoutMs, on);
  return {
    poolOf({ route, isApi, isStreamed }: PublicRequest) {
      if (!isApi) return route?.isLive ? live : open;
      return route && (isStreamed ? streamed : whole).get(route.upstream);
    },
    close: () => [...whole.values(), ...streamed.values(), open, live].forEach(({ agent }) => agent.destroy()),
  };
}

/** Opens the keep-alive pools and proxies. `forward` is the step that sends a request to its service. Throws service_unavailable. */
export function openProxy(options: ProxyOptions): { forward: Step; close(): void } {
  const { publicAddress, bodyTimes, onTokenRevoked, log } = options;

  function send(request: PublicRequest): void {
    const { req, res, requestId } = request;
    void pools.poolOf(request)?.middleware(req as ProxiedMessage, res, (error?: Error) => {
      log.error({ requestId, err: error }, 'the request could not be forwarded');
      res.destroy();
    });
  }

  function fail(error: NodeJS.ErrnoException, { publicRequest: request }: ProxiedMessage): void {
    if (request.res.writableEnded || request.res.closed) return;
    if (!canRetry(request, error)) return answerFailure(request, error, log);
    request.retries += 1;
    setTimeout(() => !request.res.closed && send(request), error.code === 'ECONNREFUSED' ? retryMs : 0);
  }

  const pools = openPools(options, {
    proxyRes: (response, { publicRequest }) => forwardResponse(publicRequest, response, onTokenRevoked),
    error: fail,
  });

  return {
    forward(request) {
      const { req, path, query } = request;
      req.headers = forwardedHeaders(request, publicAddress);
      req.url = path + query;
      Object.assign(req, {
        publicRequest: request,
        /** With this the proxy sends the body. */
        pipe(upstreamRequest: ClientRequest) {
          request.upstreamRequest = upstreamRequest.once('timeout', failOnTimeout);
          sendBody(request, upstreamRequest, bodyTimes);
          return upstreamRequest;
        },
      });
      const taken = pools.poolOf(request)?.take();
      const waiting = taken && hold(request, taken);
      if (waiting) return waiting.then(() => send(request));
      send(request);
    },
    close: pools.close,
  };
}
