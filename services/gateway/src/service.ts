import type { RequestListener } from 'node:http';
import { type Bus, connectBus } from '@order-hub/shared/bus';
import { httpApp } from '@order-hub/shared/http-app';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { lifetime, type Lifetime, type Running } from '@order-hub/shared/lifetime';
import { addressesOf } from '@order-hub/shared/neighbours';
import { watchBus } from '@order-hub/shared/bus-metrics';
import { type Metrics, openMetrics } from '@order-hub/shared/metrics';
import { assertOwnKey } from '@order-hub/shared/own-key';
import type { Readiness } from '@order-hub/shared/readiness';
import { watchServer } from '@order-hub/shared/server-metrics';
import { openTracing } from '@order-hub/shared/open-tracing';
import { type ConfiguredSteps, gatewayApp } from './app.ts';
import { openBodies } from './bodies/open-bodies.ts';
import { authenticator } from './callers/authenticate.ts';
import { type ConnectionUses, startReportingUses } from './callers/connection-uses.ts';
import { deleteChanged } from './callers/delete-changed.consumer.ts';
import { type Directory, openDirectory } from './callers/directory.ts';
import { locationResolver } from './callers/resolve-location.ts';
import { callerSigner } from './callers/sign-caller.ts';
import type { Config } from './config.ts';
import { type Limits, openLimits } from './open-limits.ts';
import { readApiDocument } from './own-paths/api-document.ts';
import { ownPaths } from './own-paths/own-paths.ts';
import { internalEndpoints, type ListUsageDeps } from './own-paths/answer-usage.ts';
import { gatewayReadiness } from './own-paths/readiness.ts';
import { type ClientSockets, openClientSockets } from './pipeline/client-sockets.ts';
import { clientObserver, spanBeginner } from './pipeline/observe-requests.ts';
import { listenToClients } from './pipeline/public-server.ts';
import type { PoolLimits } from './proxy/connection-pools.ts';
import { publicOriginOf, type PublicAddress } from './proxy/forwarded-headers.ts';
import { openProxy } from './proxy/proxy.ts';
import { openRequestLog } from './request-log/open-request-log.ts';
import type { UpstreamName } from './request/route.ts';
import { bodyBytesMax } from './routing/route-table.ts';

function publicAddressOf({ PUBLIC_URL, TRUST_PROXY }: Config): PublicAddress {
  if (PUBLIC_URL === undefined) return { trustedHops: TRUST_PROXY };
  const { protocol, host } = new URL(PUBLIC_URL);
  return { trustedHops: TRUST_PROXY, protocol: protocol.slice(0, -1), host };
}

/** How long the largest body may take at the least rate. */
const bodyMsOf = ({ BODY_STALL_SECONDS, BODY_BYTES_PER_SECOND_MIN }: Config) =>
  (BODY_STALL_SECONDS + bodyBytesMax / BODY_BYTES_PER_SECOND_MIN) * 1000;

const poolLimitsOf = (config: Config, waitMs: number | undefined): PoolLimits => ({
  perAccount: config.CONCURRENT_REQUESTS_PER_ACCOUNT,
  waitingMax: config.REQUESTS_WAITING_MAX,
  waitMs,
  largeBodyBytes: config.LARGE_BODY_BYTES,
  large: {
    max: config.LARGE_REQUESTS_PER_SERVICE,
    perAccount: config.LARGE_REQUESTS_PER_ACCOUNT,
    waitMs: config.LARGE_REQUESTS_WAIT_SECONDS * 1000,
    pauseFactor: config.LARGE_REQUESTS_PAUSE,
  },
});

type ProxyParts = { slotWaitMs: number | undefined; log: Log; metrics: Metrics };

const proxyOptionsOf = (config: Config, { slotWaitMs, log, metrics }: ProxyParts) => ({
  publicAddress: publicAddressOf(config),
  timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
  poolLimits: poolLimitsOf(config, slotWaitMs),
  log,
  metrics,
});

/** Behind a proxy of ours all clients share its sockets, so the proxy must limit them, and they stay open for it. */
const openSockets = ({ TRUST_PROXY, SOCKETS_MAX, SOCKETS_PER_ADDRESS, IDLE_SOCKETS_PER_ADDRESS }: Config) =>
  openClientSockets({
    max: SOCKETS_MAX,
    ...(TRUST_PROXY === 0 && { perAddress: SOCKETS_PER_ADDRESS, idlePerAddress: IDLE_SOCKETS_PER_ADDRESS }),
  });

type StepParts = Pick<ConfiguredSteps, 'answerOwnPaths' | 'refuseUnread' | 'receiveBody' | 'forward'> & {
  limits: Limits;
  directory: Directory;
  uses: ConnectionUses;
  now: () => Date;
  metrics: Metrics;
};

const stepsOf = (config: Config, { limits, directory, uses, now, ...steps }: StepParts): ConfiguredSteps => ({
  ...steps,
  limitRate: limits.limitRate,
  limitConcurrency: limits.limitConcurrency,
  limitPages: limits.limitPages,
  limitCost: limits.cost.limitCost,
  authenticate: authenticator({ connections: directory.connections, addressLimit: limits.addressLimit, uses }),
  resolveLocation: locationResolver(directory),
  signCaller: callerSigner(config.HUB_SIGNING_KEY, now),
});

type InternalHost = {
  bus: Bus;
  readiness: Readiness;
  now: () => Date;
  log: Log;
  metrics: Metrics;
};

/** The listener for the other services: messages, health, readiness, metrics. Clients cannot reach it. */
async function listenToServices(config: Config, { bus, listUsage, ...host }: InternalHost & ListUsageDeps) {
  const internal = httpApp({
    service: 'gateway',
    endpoints: internalEndpoints,
    deps: { listUsage },
    signingKey: config.HUB_SIGNING_KEY,
    verifyingKeys: config.HUB_VERIFYING_KEYS,
    receive: bus.receive,
    checkReplies: false,
    ...host,
  });
  const server = await listen(internal, { host: config.INTERNAL_HOST ?? config.HOST, port: config.INTERNAL_PORT });
  watchServer(host.metrics, 'internal', server);
  return server;
}

type PublicHost = { sockets: ClientSockets; metrics: Metrics };

async function listenPublicly(app: RequestListener, config: Config, { sockets, metrics }: PublicHost) {
  const address = { host: config.HOST, port: config.PORT };
  const limits = { sockets, socketsMax: config.SOCKETS_MAX, bodyMs: bodyMsOf(config) };
  const server = await listenToClients(app, address, limits);
  watchServer(metrics, 'public', server);
  return server;
}

/** Traces begin here: this process decides which are sampled. */
const openGatewayTracing = (config: Config, log: Log, metrics: Metrics) =>
  openTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledShare: config.OTEL_TRACES_SAMPLER_ARG,
    service: 'gateway',
    instance: newId(),
    log,
    metrics,
  });

type Knowing = { life: Lifetime; now: () => Date; notesEveryMs: number | undefined; metrics: Metrics };

/** What the gateway knows of connections and locations, kept current by messages; and what it tells others of requests. */
async function openKnowledge(config: Config, log: Log, { life, now, notesEveryMs, metrics }: Knowing) {
  const { AMQP_URL, HUB_SIGNING_KEY: signingKey, HUB_VERIFYING_KEYS: verifyingKeys } = config;
  // Every address is a required setting.
  const addresses = addressesOf(config) as Record<UpstreamName, string>;
  const client = internalClient({ from: 'gateway', addresses, signingKey, log });
  life.opened(client, async ({ close }) => close());
  const uses = life.opened(startReportingUses(client.ask, log), ({ close }) => close());
  const requestLog = life.opened(openRequestLog({ ask: client.ask, log, metrics }, notesEveryMs), ({ close }) =>
    close(),
  );
  const directory = openDirectory(client.ask, now);
  const acceptsUnsigned = config.ACCEPT_UNSIGNED_MESSAGES;
  const busOptions = { amqpUrl: AMQP_URL, acceptsUnsigned, addresses, signingKey, verifyingKeys, metrics, log };
  const bus = await connectBus({ service: 'gateway', instance: newId(), ...busOptions });
  life.opened(bus, ({ close }) => close());
  await deleteChanged(bus, directory);
  watchBus(metrics, bus);
  return { addresses, uses, requestLog, directory, bus };
}

async function open(config: Config, log: Log, life: Lifetime, overrides: Overrides) {
  const { now = () => new Date(), slotWaitMs, notesEveryMs } = overrides;
  const metrics = openMetrics();
  const knowing = { life, now, notesEveryMs, metrics };
  const { addresses, uses, requestLog, directory, bus } = await openKnowledge(config, log, knowing);
  const tracing = life.opened(await openGatewayTracing(config, log, metrics), (opened) => opened.close());
  const limits = life.opened(await openLimits(config, { log, now, metrics }), async ({ close }) => close());
  const { charge, listUsage } = limits.cost;
  const sockets = openSockets(config);
  const readiness = gatewayReadiness({ addresses, busIsReady: bus.isReady, draining: life.draining });
  const internal = await listenToServices(config, { bus, readiness, listUsage, now, log, metrics });
  life.opened(internal, stopListening);

  const bodies = await openBodies(config, log, metrics);
  const proxy = openProxy({
    ...proxyOptionsOf(config, { slotWaitMs, log, metrics }),
    addresses,
    responses: { ...bodies.responses, onTokenRevoked: directory.connections.delete },
  });
  life.opened(proxy, async ({ close }) => close());
  const answerOwnPaths = ownPaths({ readiness, apiDocument: readApiDocument(config.OPENAPI_PATH, config.PUBLIC_URL) });
  const steps = { answerOwnPaths, limits, ...bodies.steps, forward: proxy.forward };
  const observe = clientObserver({ log, metrics });
  const app = gatewayApp({
    steps: stepsOf(config, { directory, uses, now, metrics, ...steps }),
    log,
    now,
    keepAliveSeconds: config.TRUST_PROXY === 0 ? config.ANONYMOUS_KEEP_ALIVE_SECONDS : undefined,
    originOf: (headers) => publicOriginOf(publicAddressOf(config), headers),
    beginSpan: spanBeginner(tracing),
    onFinish: (request, nowMs) => {
      const traffic = sockets.settle(request);
      charge(request, traffic, nowMs);
      observe(request, traffic, nowMs);
      requestLog.note(request, traffic, nowMs);
    },
  });
  const server = life.opened(await listenPublicly(app, config, { sockets, metrics }), stopListening);
  return { port: portOf(server), internalPort: portOf(internal) };
}

/**
 * `slotWaitMs`: how long a request waits for a connection to its service; by default two seconds. `notesEveryMs`: how often the
 * request log is sent; by default once a second.
 */
export type Overrides = { now?: () => Date; slotWaitMs?: number; notesEveryMs?: number };

/** Starts the gateway: bus, internal listener, connections to the services, public listener. Closes them in reverse order. */
export async function startGateway(
  config: Config,
  log: Log,
  overrides: Overrides = {},
): Promise<Running & { internalPort: number }> {
  assertOwnKey('gateway', config);
  const life = lifetime(config.DRAIN_SECONDS);
  try {
    return { ...(await open(config, log, life, overrides)), drain: life.drain, close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
