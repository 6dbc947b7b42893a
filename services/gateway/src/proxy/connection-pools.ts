/** Keep-alive connections to the services, in pools that do not compete with each other. Payers take turns in each. */
import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import { serviceUnavailable, tooManyRequests } from '@order-hub/shared/errors';
import type { Metrics } from '@order-hub/shared/metrics';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { openSlots, type Release, type Slots } from '@order-hub/shared/slots';
import { createProxyMiddleware, type Options, type RequestHandler } from 'http-proxy-middleware';
import type { PublicRequest } from '../request/public-request.ts';
import { type Route, upstreamNames, type UpstreamName } from '../request/route.ts';
import { openAgent } from './open-agent.ts';

/** Node's request with ours attached, because the listeners of the proxy library receive only Node's objects. */
export type ProxiedMessage = IncomingMessage & { publicRequest: PublicRequest };
export type ProxyListeners = NonNullable<Options<ProxiedMessage>['on']>;

const usualWaitMs = 2_000;

/**
 * Limits of large requests, and of the requests of one account (docs/api/limits.md#large-requests). A body of more than
 * `largeBodyBytes` is large. `waitingMax`: how many requests of one payer may wait for a connection. `waitMs`: for how long, if they
 * are not large.
 */
export type PoolLimits = {
  perAccount: number;
  largeBodyBytes: number;
  large: { max: number; perAccount: number; waitMs: number; pauseFactor: number };
  waitingMax: number;
  waitMs: number | undefined;
};

type PoolSize = { max: number; perPayer: number; waitMs: number; pauseFactor?: number };
type PoolKind = 'small' | 'large' | 'long' | 'pages' | 'oauth' | 'live';

/**
 * Connections in each pool of a service. Large bodies, long lists, pages, token requests with revocations, and live pages
 * (which go on for minutes) have pools of their own, so that none of them delays another.
 */
const sizesOf = ({
  perAccount,
  waitMs = usualWaitMs,
  large: { perAccount: perPayer, ...large },
}: PoolLimits): Record<PoolKind, PoolSize> => ({
  small: { max: 256, perPayer: perAccount, waitMs },
  large: { ...large, perPayer },
  long: { ...large, perPayer },
  pages: { max: 64, perPayer: 16, waitMs },
  oauth: { max: 32, perPayer: 16, waitMs },
  live: { max: 512, perPayer: 16, waitMs },
});

function targetOf(address: string) {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol, host, hostname: host, port: port ? Number(port) : protocol === 'https:' ? 443 : 80 };
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
  takeSlot(request: PublicRequest): Release | Promise<Release>;
  slots: Slots;
  close(): void;
};

type PoolOptions = { address: string; timeoutMs: number; waitingMax: number; on: ProxyListeners };

function openPool(
  { address, timeoutMs, waitingMax, on }: PoolOptions,
  { perPayer, ...size }: PoolSize,
): ConnectionPool {
  const agent = openAgent(address, { timeoutMs, maxSockets: size.max });
  const refuse = (isOwnLimit: boolean) =>
    isOwnLimit
      ? tooManyRequests(
          `At most ${perPayer} such requests of one account may be under way at the same time`,
          { 'Retry-After': '1' },
          'requests_to_a_service',
        )
      : serviceUnavailable(
          'The service behind this path is too busy at the moment; repeat the request',
          'connections_to_a_service',
        );
  const slots = openSlots({ ...size, maxPerKey: perPayer, waitingMax, refuse });
  return {
    send: middlewareFor(address, agent, on),
    takeSlot: (request) => slots.take(request.payer ?? '', request),
    slots,
    close: () => agent.destroy(),
  };
}

function poolsTo(options: PoolOptions, sizes: Record<PoolKind, PoolSize>): Record<PoolKind, ConnectionPool> {
  return {
    small: openPool(options, sizes.small),
    large: openPool(options, sizes.large),
    long: openPool(options, sizes.long),
    pages: openPool(options, sizes.pages),
    oauth: openPool(options, sizes.oauth),
    live: openPool(options, sizes.live),
  };
}

/** The pool of a request, from what `routeOf` says about its path. */
export function kindOf(
  { isLive, isOauth, isLong }: Route,
  { isApi, bodyBytes }: Pick<PublicRequest, 'isApi' | 'bodyBytes'>,
  largeBodyBytes: number,
): PoolKind {
  if (isLive) return 'live';
  if (isOauth) return 'oauth';
  if (isLong) return 'long';
  if (!isApi) return 'pages';
  return bodyBytes > largeBodyBytes ? 'large' : 'small';
}

export type UpstreamOptions = {
  addresses: Record<UpstreamName, string>;
  /** Upstream timeout. Must stay below the services' 65 s keep-alive, so that no closing socket is reused. */
  timeoutMs: number;
  poolLimits: PoolLimits;
  metrics: Metrics;
};

/** The pools of all services. They open connections on demand. */
export function openPools({ addresses, timeoutMs, poolLimits, metrics }: UpstreamOptions, on: ProxyListeners) {
  const { waitingMax } = poolLimits;
  const sizes = sizesOf(poolLimits);
  const pools = new Map(
    upstreamNames.map((name) => [name, poolsTo({ address: addresses[name], timeoutMs, waitingMax, on }, sizes)]),
  );
  for (const [name, kinds] of pools) {
    for (const [kind, { slots }] of Object.entries(kinds)) watchSlots(metrics, { [`${name}_${kind}`]: slots });
  }
  return {
    poolOf: (request: PublicRequest): ConnectionPool | undefined =>
      request.route && pools.get(request.route.upstream)?.[kindOf(request.route, request, poolLimits.largeBodyBytes)],
    close: () => [...pools.values()].flatMap((kinds) => Object.values(kinds)).forEach((pool) => pool.close()),
  };
}
