/** Handing a request on to its service, over kept connections, and the service's answer back. */
import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { internalError, serviceUnavailable } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import { answerError } from './answer.ts';
import { limitChunkedBody } from './body-limit.ts';
import type { Exchange, Step } from './exchange.ts';
import { forwardedHeaders, type Outside } from './forward-headers.ts';
import { relayAnswer } from './relay-answer.ts';
import { upstreamNames, type UpstreamName } from './upstreams.ts';

type Carrier = IncomingMessage & { exchange: Exchange };
type Middleware = RequestHandler<Carrier>;

const socketsMax = 256;

const timedOut = Object.assign(new Error('The service did not answer in time'), { code: 'ETIMEDOUT' });

function abandon(this: { destroy(error: Error): unknown }): void {
  this.destroy(timedOut);
}

/** A kept connection that the service closed at the same moment: nothing was wrong with the request, so it is sent once more. */
function mayRepeat({ req, upstreamRequest, isRetried }: Exchange, { code }: NodeJS.ErrnoException): boolean {
  const isStale = upstreamRequest?.reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE');
  const isSafe = (req.method === 'GET' || req.method === 'HEAD') && (req.headers['content-length'] ?? '0') === '0';
  return isStale && isSafe && !isRetried;
}

const unavailable = ({ code }: NodeJS.ErrnoException) =>
  code === 'ETIMEDOUT'
    ? serviceUnavailable('The service did not answer in time; what became of the request is not known')
    : serviceUnavailable('The service behind this path cannot be reached at the moment; repeat the request');

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

/** One middleware per service. The step hands a request on; it answers itself when the service cannot. */
export function openProxy({ addresses, outside, timeoutMs, onTokenChanged, log }: ProxyOptions): { forward: Step; close(): void } {
  const agents = new Map(upstreamNames.map((name) => [name, agentFor(addresses[name], timeoutMs)]));

  function send(exchange: Exchange): void {
    const middleware = exchange.route && middlewares.get(exchange.route.upstream);
    void middleware?.(exchange.req as Carrier, exchange.res, (error?: Error) => {
      log.error({ requestId: exchange.requestId, err: error }, 'the request could not be handed on');
      if (!exchange.res.headersSent) answerError(exchange, internalError(exchange.requestId));
    });
  }

  function fail(error: NodeJS.ErrnoException, { exchange }: Carrier, res: ServerResponse): void {
    if (res.writableEnded || res.closed) return;
    if (res.headersSent) return void res.destroy();
    if (mayRepeat(exchange, error)) {
      exchange.isRetried = true;
      return send(exchange);
    }
    log.warn({ requestId: exchange.requestId, upstream: exchange.route?.upstream, reason: error.message }, 'no answer from the service');
    exchange.req.unpipe();
    answerError(exchange, unavailable(error));
  }

  const on: NonNullable<Options<Carrier>['on']> = {
    start: (req) => limitChunkedBody((req as Carrier).exchange),
    proxyReq(upstreamRequest, { exchange }, res) {
      exchange.upstreamRequest = upstreamRequest;
      upstreamRequest.once('timeout', abandon);
      if (res.closed || res.writableEnded) upstreamRequest.destroy();
    },
    proxyRes: (answer, { exchange }) => relayAnswer(exchange, answer, onTokenChanged),
    error: (error, req, res) => fail(error, req, res as ServerResponse),
  };

  const middlewares = new Map<UpstreamName, Middleware>(
    upstreamNames.map((name) => [
      name,
      createProxyMiddleware<Carrier>({
        target: targetOf(addresses[name]),
        agent: agents.get(name),
        // The target was checked: it goes out as it is, parsed once less. The answer is written by relayAnswer.
        toProxy: true,
        prependPath: false,
        selfHandleResponse: true,
        // The default plugins build a log line and several listeners for each request.
        ejectPlugins: true,
        plugins: [(proxy) => Object.entries(on).forEach(([event, listener]) => proxy.on(event as 'start', listener as never))],
      }),
    ]),
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
