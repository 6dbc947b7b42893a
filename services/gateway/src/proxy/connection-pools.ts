/** Keep-alive connections to the services, in pools that do not compete with each other. */
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { serviceUnavailable } from '@order-hub/shared/errors';
import { openSlots, type Release } from '@order-hub/shared/slots';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import type { PublicRequest } from '../request/public-request.ts';
import { upstreamNames, type UpstreamName } from '../request/route.ts';

/** Node's request with ours attached, because the listeners of the proxy library receive only Node's objects. */
export type ProxiedMessage = IncomingMessage & { publicRequest: PublicRequest };
export type ProxyListeners = NonNullable<Options<ProxiedMessage>['on']>;

/**
 * Connections in each pool of a service. Streamed bodies, pages and live pages (which go on for minutes) have pools of their
 * own, so that none of them delays ordinary requests.
 */
const socketsMax = { whole: 256, streamed: 256, pages: 64, live: 256 };
type PoolKind = keyof typeof socketsMax;
/** How long a request waits for a connection, and how many may wait. */
const waitMs = 2_000;
const waitingMax = 2_000;

function targetOf(address: string) {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol, host, hostname: host, port: port ? Number(port) : protocol === 'https:' ? 443 : 80 };
}

function agentFor(address: string, timeoutMs: number, maxSockets: number): HttpAgent {
  const Agent = address.startsWith('https:') ? HttpsAgent : HttpAgent;
  return new Agent({ keepAlive: true, maxSockets, maxFreeSockets: maxSockets, timeout: timeoutMs });
}

const middlewareFor = (address: string, agent: HttpAgent, on: ProxyListeners): RequestHandler<ProxiedMessage> =>
  createProxyMiddleware<ProxiedMessage>({
    target: targetOf(address),
    agent,
    // The target has been checked, so the library sends it without parsing it again. forwardResponse writes the response.
    toProxy: true,
    prependPath: false,
    selfHandleResponse: true,
    // The default plugins build a log line and add several listeners for every request.
    ejectPlugins: true,
    plugins: [
      (proxy) => {
        for (const [event, listener] of Object.entries(on)) proxy.on(event as 'start', listener as never);
      },
    ],
  });

/** Connections to one service. `send` forwards a request, which must have taken a slot. */
export type ConnectionPool = {
  send: RequestHandler<ProxiedMessage>;
  takeSlot(): Release | Promise<Release>;
  close(): void;
};

type PoolOptions = { address: string; timeoutMs: number; on: ProxyListeners };

function openPool({ address, timeoutMs, on }: PoolOptions, max: number): ConnectionPool {
  const agent = agentFor(address, timeoutMs, max);
  const refuse = () => serviceUnavailable('The service behind this path is too busy at the moment; repeat the request');
  const slots = openSlots({ max, waitMs, waitingMax, refuse });
  return {
    send: middlewareFor(address, agent, on),
    takeSlot: () => slots.take(''),
    close: () => agent.destroy(),
  };
}

const poolsTo = (options: PoolOptions): Record<PoolKind, ConnectionPool> => ({
  whole: openPool(options, socketsMax.whole),
  streamed: openPool(options, socketsMax.streamed),
  pages: openPool(options, socketsMax.pages),
  live: openPool(options, socketsMax.live),
});

function kindOf({ route, isApi, isStreamed }: PublicRequest): PoolKind {
  if (!isApi) return route?.isLive ? 'live' : 'pages';
  return isStreamed ? 'streamed' : 'whole';
}

export type UpstreamOptions = {
  addresses: Record<UpstreamName, string>;
  /** Upstream timeout. Must stay below the services' 65 s keep-alive, so that no closing socket is reused. */
  timeoutMs: number;
};

/** The pools of all services. They open connections on demand. */
export function openPools({ addresses, timeoutMs }: UpstreamOptions, on: ProxyListeners) {
  const pools = new Map(upstreamNames.map((name) => [name, poolsTo({ address: addresses[name], timeoutMs, on })]));
  return {
    poolOf: (request: PublicRequest): ConnectionPool | undefined =>
      request.route && pools.get(request.route.upstream)?.[kindOf(request)],
    close: () => [...pools.values()].flatMap((kinds) => Object.values(kinds)).forEach((pool) => pool.close()),
  };
}
