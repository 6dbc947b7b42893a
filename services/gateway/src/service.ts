import { type Bus, connectBus } from '@order-hub/shared/bus';
import { httpApp, type Readiness } from '@order-hub/shared/http-app';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { lifetime, type Lifetime, type Running } from '@order-hub/shared/lifetime';
import { addressesOf } from '@order-hub/shared/neighbours';
import { type ConfiguredSteps, gatewayApp } from './app.ts';
import { authenticator } from './callers/authenticate.ts';
import { type ConnectionUses, startReportingUses } from './callers/connection-uses.ts';
import { deleteChanged } from './callers/delete-changed.consumer.ts';
import { type Directory, openDirectory } from './callers/directory.ts';
import { locationResolver } from './callers/resolve-location.ts';
import { callerSigner } from './callers/sign-caller.ts';
import type { Config } from './config.ts';
import { openAddressLimit } from './limits/address-limit.ts';
import { concurrencyLimiter } from './limits/limit-concurrency.ts';
import { rateLimiter } from './limits/limit-rate.ts';
import { inProcessCounter } from './limits/rate-counter.ts';
import { readApiDocument } from './pages/api-document.ts';
import { ownPages } from './pages/own-pages.ts';
import { hubReadiness } from './pages/readiness.ts';
import { listenToClients } from './pipeline/public-server.ts';
import type { PublicAddress } from './proxy/forwarded-headers.ts';
import { openProxy } from './proxy/proxy.ts';
import { bodyReceiver, type BodyTimes } from './proxy/receive-body.ts';
import type { UpstreamName } from './request/route.ts';

function publicAddressOf({ PUBLIC_URL, TRUST_PROXY }: Config): PublicAddress {
  if (PUBLIC_URL === undefined) return { trustedHops: TRUST_PROXY };
  const { protocol, host } = new URL(PUBLIC_URL);
  return { trustedHops: TRUST_PROXY, protocol: protocol.slice(0, -1), host };
}

const bodyTimesOf = ({ BODY_STALL_SECONDS, BODY_SECONDS }: Config): BodyTimes => ({
  stallMs: BODY_STALL_SECONDS * 1000,
  wholeMs: BODY_SECONDS * 1000,
});

type StepParts = Pick<ConfiguredSteps, 'answerOwnPages' | 'forward'> & {
  directory: Directory;
  uses: ConnectionUses;
  now: () => Date;
};

const stepsOf = (config: Config, { directory, uses, now, ...steps }: StepParts): ConfiguredSteps => ({
  ...steps,
  receiveBody: bodyReceiver(bodyTimesOf(config)),
  limitConcurrency: concurrencyLimiter(
    {
      perConnection: config.CONCURRENT_REQUESTS_PER_CONNECTION,
      perAddress: config.CONCURRENT_REQUESTS_PER_ADDRESS,
      waitMs: config.CONCURRENT_REQUESTS_WAIT_SECONDS * 1000,
    },
    config.TRUST_PROXY,
  ),
  authenticate: authenticator({
    connections: directory.connections,
    addressLimit: openAddressLimit(config.RATE_LIMIT_ADDRESS_PER_MINUTE, config.TRUST_PROXY),
    uses,
  }),
  limitRate: rateLimiter(inProcessCounter(), {
    perMinute: config.RATE_LIMIT_PER_MINUTE,
    perHour: config.RATE_LIMIT_PER_HOUR,
    perDay: config.RATE_LIMIT_PER_DAY,
    highLoadPerMinute: config.RATE_LIMIT_HIGH_LOAD_PER_MINUTE,
  }),
  resolveLocation: locationResolver(directory),
  signCaller: callerSigner(config.HUB_INTERNAL_KEYS, now),
});

/** The listener for the other services: messages, health, readiness. Clients cannot reach it. */
function listenToServices(config: Config, { receive }: Bus, isReady: Readiness, log: Log) {
  const internal = httpApp({
    service: 'gateway',
    endpoints: [],
    deps: {},
    internalKeys: config.HUB_INTERNAL_KEYS,
    log,
    isReady,
    receive,
    checkReplies: false,
  });
  return listen(internal, { host: config.INTERNAL_HOST ?? config.HOST, port: config.INTERNAL_PORT });
}

async function open(config: Config, log: Log, life: Lifetime, now: () => Date) {
  const { HOST, PORT, AMQP_URL, HUB_INTERNAL_KEYS: internalKeys } = config;
  // Every address is a required setting.
  const addresses = addressesOf(config) as Record<UpstreamName, string>;
  const client = internalClient({ from: 'gateway', addresses, internalKeys, log });
  life.opened(client, async ({ close }) => close());
  const uses = life.opened(startReportingUses(client.ask, log), ({ close }) => close());
  const directory = openDirectory(client.ask, now);
  const busOptions = { amqpUrl: AMQP_URL, addresses, internalKeys, log };
  const bus = await connectBus({ service: 'gateway', instance: newId(), ...busOptions });
  life.opened(bus, ({ close }) => close());
  await deleteChanged(bus, directory);

  const isReady = hubReadiness(addresses, bus.isReady);
  const internalServer = await listenToServices(config, bus, isReady, log);
  life.opened(internalServer, stopListening);

  const proxy = openProxy({
    addresses,
    publicAddress: publicAddressOf(config),
    timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
    bodyTimes: bodyTimesOf(config),
    onTokenRevoked: directory.connections.delete,
    log,
  });
  life.opened(proxy, async ({ close }) => close());
  const answerOwnPages = ownPages({ isReady, apiDocument: readApiDocument(config.OPENAPI_PATH) });
  const app = gatewayApp({
    steps: stepsOf(config, { directory, uses, now, answerOwnPages, forward: proxy.forward }),
    log,
    now,
  });
  const server = life.opened(
    await listenToClients(app, { host: HOST, port: PORT }, { trustedHops: config.TRUST_PROXY, ...bodyTimesOf(config) }),
    stopListening,
  );
  return { port: portOf(server), internalPort: portOf(internalServer) };
}

/** Starts the gateway: bus, internal listener, connections to the services, public listener. Closes them in reverse order. */
export async function startGateway(
  config: Config,
  log: Log,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Running & { internalPort: number }> {
  const life = lifetime();
  try {
    return { ...(await open(config, log, life, now)), close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
