import { connectBus } from '@order-hub/shared/bus';
import { httpApp } from '@order-hub/shared/http-app';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { lifetime, type Lifetime, type Running } from '@order-hub/shared/lifetime';
import { addressesOf } from '@order-hub/shared/neighbours';
import { gatewayApp, type Steps } from './app.ts';
import { authenticator } from './callers/authenticate.ts';
import { deleteChanged } from './callers/delete-changed.consumer.ts';
import { type Directory, openDirectory } from './callers/directory.ts';
import { locationResolver } from './callers/resolve-location.ts';
import { callerSigner } from './callers/sign-caller.ts';
import type { Config } from './config.ts';
import { openAddressLimit } from './limits/address-limit.ts';
import { rateLimiter } from './limits/limit-rate.ts';
import { inProcessCounter } from './limits/rate-counter.ts';
import { readApiDocument } from './pages/api-document.ts';
import { ownPages } from './pages/own-pages.ts';
import { hubReadiness } from './pages/readiness.ts';
import { listenToClients } from './pipeline/public-server.ts';
import type { PublicAddress } from './proxy/forwarded-headers.ts';
import { openProxy } from './proxy/proxy.ts';
import type { UpstreamName } from './routing/route-table.ts';

function publicAddressOf({ PUBLIC_URL, TRUST_PROXY }: Config): PublicAddress {
  if (PUBLIC_URL === undefined) return { trustedHops: TRUST_PROXY };
  const { protocol, host } = new URL(PUBLIC_URL);
  return { trustedHops: TRUST_PROXY, protocol: protocol.slice(0, -1), host };
}

type Parts = Pick<Steps, 'answerOwnPages' | 'forward'> & { directory: Directory };

const stepsOf = (config: Config, { directory, ...given }: Parts): Steps => ({
  ...given,
  authenticate: authenticator({
    connections: directory.connections,
    addressLimit: openAddressLimit(config.RATE_LIMIT_ADDRESS_PER_MINUTE, config.TRUST_PROXY),
  }),
  limitRate: rateLimiter(inProcessCounter(), {
    perMinute: config.RATE_LIMIT_PER_MINUTE,
    perHour: config.RATE_LIMIT_PER_HOUR,
    perDay: config.RATE_LIMIT_PER_DAY,
    highLoadPerMinute: config.RATE_LIMIT_HIGH_LOAD_PER_MINUTE,
  }),
  resolveLocation: locationResolver(directory),
  signCaller: callerSigner(config.HUB_INTERNAL_KEYS),
});

async function open(config: Config, log: Log, life: Lifetime, now: () => Date) {
  const { HOST, PORT, INTERNAL_HOST, INTERNAL_PORT, AMQP_URL, HUB_INTERNAL_KEYS: internalKeys } = config;
  // Each of them is a required setting.
  const addresses = addressesOf(config) as Record<UpstreamName, string>;
  const client = internalClient({ from: 'gateway', addresses, internalKeys, log });
  life.opened(client, async ({ close }) => close());
  const directory = openDirectory(client.ask, now);
  const busOptions = { amqpUrl: AMQP_URL, addresses, internalKeys, log };
  const bus = await connectBus({ service: 'gateway', instance: newId(), ...busOptions });
  life.opened(bus, ({ close }) => close());
  await deleteChanged(bus, directory);

  const isReady = hubReadiness(addresses, bus.isReady);
  const internal = httpApp({
    service: 'gateway',
    endpoints: [],
    deps: {},
    internalKeys,
    log,
    isReady,
    receive: bus.receive,
    checkReplies: false,
  });
  const internalServer = await listen(internal, { host: INTERNAL_HOST ?? HOST, port: INTERNAL_PORT });
  life.opened(internalServer, stopListening);

  const proxy = openProxy({
    addresses,
    publicAddress: publicAddressOf(config),
    timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS * 1000,
    onTokenRevoked: directory.connections.delete,
    log,
  });
  life.opened(proxy, async ({ close }) => close());
  const answerOwnPages = ownPages({ isReady, apiDocument: readApiDocument(config.OPENAPI_PATH) });
  const app = gatewayApp({ steps: stepsOf(config, { directory, answerOwnPages, forward: proxy.forward }), log, now });
  const server = life.opened(await listenToClients(app, { host: HOST, port: PORT }), stopListening);
  return { port: portOf(server), internalPort: portOf(internalServer) };
}

/** Starts the gateway: bus, internal listener, connections to the services, public listener; closed in the reverse order. */
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
