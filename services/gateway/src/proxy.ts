/** Handing a request on to its service, over kept connections, and the service's answer back. */
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Log } from '@order-hub/shared/log';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import { answerError } from './answer.ts';
import { limitChunkedBody } from './body-limit.ts';
import type { Exchange, Step } from './exchange.ts';
import { forwardedHeaders, type Outside } from './forward-headers.ts';
import { relayAnswer } from './relay-answer.ts';
import { giveUp, mayRepeat, unavailable } from './upstream-failure.ts';
import { upstreamNames, type UpstreamName } from './upstreams.ts';

type Carrier = IncomingMessage & { exchange: Exchange };
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
  outside: Outside;
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
    // The target was checked: it goes out as it is, parsed once less. The answer is written by relayAnswer.
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
function answerFailure(exchange: Exchange, error: NodeJS.ErrnoException, log: Log): void {
  const { req, res, requestId, route } = exchange;
  log.warn({ requestId, upstream: route?.upstream, reason: error.message }, 'no answer from the service');
  if (res.headersSent) return void res.destroy();
  req.unpipe();
  answerError(exchange, unavailable(error));
}

/** One middleware per service. The step hands a request on; it answers itself when the service cannot. */
export function openProxy(options: ProxyOptions): { forward: Step; close(): void } {
  const { addresses, outside, timeoutMs, onTokenChanged, log } = options;
  const agents = upstreamNames.map((name) => agentFor(addresses[name], timeoutMs));

  function send({ req, res, route, requestId }: Exchange): void {
    const middleware = route && middlewares.get(route.upstream);
    void middleware?.(req as Carrier, res, (error?: Error) => {
      log.error({ requestId, err: error }, 'the request could not be handed on');
      res.destroy();
    });
  }

  function fail(error: NodeJS.ErrnoException, { exchange }: Carrier): void {
    if (exchange.res.writableEnded || exchange.res.closed) return;
    if (!mayRepeat(exchange, error)) return answerFailure(exchange, error, log);
    exchange.isRetried = true;
    send(exchange);
  }

  const on: Listeners = {
    start: (req) => limitChunkedBody(req.exchange),
    proxyReq(upstreamRequest, { exchange }, res) {
      exchange.upstreamRequest = upstreamRequest;
      upstreamRequest.once('timeout', giveUp);
      if (res.closed || res.writableEnded) upstreamRequest.destroy();
    },
    proxyRes: (answer, { exchange }) => relayAnswer(exchange, answer, onTokenChanged),
    error: fail,
  };
  const middlewares = new Map(
    upstreamNames.map((name, index) => [name, middlewareFor(addresses[name], agents[index] as HttpAgent, on)]),
  );

  return {
    forward(exchange) {
      const { req, path, query } = exchange;
      req.headers = forwardedHeaders(exchange, outside);
      req.url = path + query;
      (req as Carrier).exchange = exchange;
      send(exchange);
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}
