/** Starts a service: a process with a database, endpoints and messages. */
import type { FindAnonymised } from './messages/anonymising.ts';
import { startConsuming, type Consumer, type ConsumerDeps } from './messages/consumer.ts';
import { startClearingKeptReplies } from './http/idempotency/clear-kept-replies.ts';
import { openKeptReplies } from './http/idempotency/answer-once.ts';
import { openDatabase, type Database } from './data/database.ts';
import type { SchemaTerms } from './data/migration.ts';
import { watchPool } from './data/pool-metrics.ts';
import { prepareSchema } from './data/prepare-schema.ts';
import { tableReading } from './data/table-metrics.ts';
import type { Endpoint, EndpointDeps } from './http/endpoint.ts';
import { httpApp } from './http/http-app.ts';
import { listen, portOf, stopListening } from './http/http-server.ts';
import { drainingReason, type Readiness } from './http/readiness.ts';
import { watchServer } from './http/observing/server-metrics.ts';
import { newId } from './values/ids.ts';
import { openTracing } from './tracing/open-tracing.ts';
import type { Tracing } from './tracing/tracing.ts';
import { internalClient, type Ask } from './calls/internal-call.ts';
import { lifetime, type Lifetime, type Running } from './process/lifetime.ts';
import type { Log } from './process/log.ts';
import { openMetrics, type Metrics } from './process/metrics.ts';
import { connectBus, type Bus } from './messages/bus/bus.ts';
import type { Park } from './messages/handle-held.ts';
import { addressesOf, type ServiceName } from './process/neighbours.ts';
import { assertOwnKey } from './process/settings/own-key.ts';
import type { SigningKey, VerifyingKeys } from './process/settings/signing-keys.ts';
import { heldReading } from './messages/backlog/held-metrics.ts';
import { watchBus } from './messages/bus-metrics.ts';
import { outboxReading } from './messages/outbox-metrics.ts';
import { park } from './messages/parking.ts';
import { startRelay, type Relay } from './messages/relay.ts';

/** The settings of every service with a database; see config.ts. */
type ServiceConfig = Parameters<typeof addressesOf>[0] & {
  NODE_ENV: string;
  HOST: string;
  PORT: number;
  DRAIN_SECONDS: number;
  HUB_SIGNING_KEY: SigningKey;
  HUB_VERIFYING_KEYS: VerifyingKeys;
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  MIGRATE_ON_START: boolean;
  AMQP_URL?: string | undefined;
  ACCEPT_UNSIGNED_MESSAGES?: boolean;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  INBOX_DAYS: number;
  CHANGE_PARTITIONS?: number;
};

/** From these `compose` makes the dependencies of a service. `ask` makes internal calls. */
export type Platform = {
  db: Database;
  bus: Bus;
  relay: Pick<Relay, 'wake'>;
  ask: Ask;
  log: Log;
  life: Lifetime;
  /** What `/ready` of this service answers. */
  readiness: Readiness;
  now: () => Date;
  metrics: Metrics;
  tracing: Tracing;
};

type Composition<Endpoints extends Endpoint, Consumers extends Consumer> = {
  name: ServiceName;
  config: ServiceConfig;
  log: Log;
  schema: SchemaTerms;
  endpoints: readonly Endpoints[];
  consumers: readonly Consumers[];
  operatorKeys?: readonly string[];
  /** For a consumer of changes: rejected ones are parked without the personal data of these customers. */
  findAnonymised?: FindAnonymised;
  /** Makes the dependencies of endpoints and consumers (a missing one is a compile error), and starts background loops. */
  compose(platform: Platform): EndpointDeps<Endpoints> & ConsumerDeps<Consumers>;
} & Overrides;

/** The parts that a test may replace. */
export type Overrides = { bus?: Bus; now?: () => Date };

/** Less than the time that a balancer waits for `/ready`. */
const probeMs = 2_000;

/** Whether the database answers. `probe`: a connection that no request uses, so a busy pool does not make the service unready. */
const isAnswering = (probe: Database) =>
  probe.query('select 1').then(
    () => true,
    () => false,
  );

type AnyComposition = Composition<Endpoint, Consumer>;

const nobody: FindAnonymised = () => Promise.resolve(new Set());

/** `unanswering`: the services that did not answer the last call. */
type ReadinessParts = Pick<Platform, 'bus' | 'life'> & { probe: Database; unanswering: () => string[] };

/** A service can answer while its database does. */
const serviceReadiness =
  ({ probe, bus, life, unanswering }: ReadinessParts): Readiness =>
  async () => {
    const degraded = [...(bus.isReady() ? [] : ['messaging']), ...unanswering()];
    if (life.draining.aborted) return { reason: drainingReason, degraded };
    return { reason: (await isAnswering(probe)) ? null : 'the database does not answer', degraded };
  };

type Measured = Pick<Platform, 'metrics' | 'db' | 'bus'>;

/** What every service measures, besides its requests. */
function watchService({ name, consumers }: AnyComposition, { metrics, db, bus }: Measured): void {
  watchPool(metrics, 'main', db);
  watchBus(metrics, bus);
  metrics.addReading(outboxReading(db));
  if (consumers.length > 0) metrics.addReading(heldReading(db));
  metrics.addReading(tableReading(db, name));
}

async function openPlatform(composition: AnyComposition, life: Lifetime): Promise<Platform & { park: Park }> {
  const { name, config, log, bus: given, now, findAnonymised = nobody } = composition;
  const { DATABASE_URL: url, HUB_SIGNING_KEY: signingKey, HUB_VERIFYING_KEYS: verifyingKeys } = config;
  const addresses = addressesOf(config);
  const instance = newId();
  const metrics = openMetrics();
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const tracing = await openTracing({ endpoint, service: name, instance, log, metrics });
  life.opened(tracing, (opened) => opened.close());
  const db = life.opened(openDatabase({ url, schema: name, poolSize: config.DATABASE_POOL_SIZE, log }), (pool) =>
    pool.end(),
  );
  const parkHere: Park = (rejected) => park(db, rejected, findAnonymised);
  const busOptions = {
    service: name,
    instance,
    amqpUrl: config.AMQP_URL,
    acceptsUnsigned: config.ACCEPT_UNSIGNED_MESSAGES,
    partitions: config.CHANGE_PARTITIONS,
    addresses,
    signingKey,
    verifyingKeys,
    metrics,
    log,
    park: parkHere,
  };
  const bus = life.opened(given ?? (await connectBus(busOptions)), (opened) => opened.close());
  const relay = life.opened(startRelay({ db, schema: name, bus, log, tracing }), (opened) => opened.close());
  const client = life.opened(internalClient({ from: name, addresses, signingKey, log }), async ({ close }) => close());
  const { ask, unanswering } = client;
  const probe = life.opened(openDatabase({ url, schema: name, poolSize: 1, silenceMs: probeMs }), (pool) => pool.end());
  const readiness = serviceReadiness({ probe, bus, life, unanswering });
  watchService(composition, { metrics, db, bus });
  const host = { log, life, readiness, now: now ?? (() => new Date()), metrics, tracing };
  return { db, bus, relay, ask, ...host, park: parkHere };
}

async function open(composition: AnyComposition, life: Lifetime): Promise<number> {
  const { name, config, log, operatorKeys, endpoints, consumers, compose } = composition;
  const platform = await openPlatform(composition, life);
  const { db, bus, relay, readiness, now, metrics, tracing } = platform;
  const deps = compose(platform);
  const { INBOX_DAYS: inboxDays } = config;
  await startConsuming(consumers, { db, bus, life, log, park: platform.park, now, inboxDays, tracing, deps });
  life.opened(startClearingKeptReplies({ db, log, now }), ({ close }) => close());
  const checkReplies = config.NODE_ENV !== 'production';
  const app = httpApp({
    service: name,
    endpoints,
    deps,
    signingKey: config.HUB_SIGNING_KEY,
    verifyingKeys: config.HUB_VERIFYING_KEYS,
    operatorKeys,
    log,
    now,
    readiness,
    receive: bus.receive,
    afterWrite: relay.wake,
    keptReplies: openKeptReplies(db, checkReplies),
    checkReplies,
    metrics,
    tracing,
  });
  const server = life.opened(await listen(app, { host: config.HOST, port: config.PORT }), stopListening);
  watchServer(metrics, 'internal', server);
  return portOf(server);
}

/** Starts a service: schema, database, bus, relay, consumers, HTTP. Closes them in reverse order. */
export async function startService<Endpoints extends Endpoint, Consumers extends Consumer>(
  composition: Composition<Endpoints, Consumers>,
): Promise<Running> {
  const { name, config, log, schema } = composition;
  assertOwnKey(name, config);
  const { DATABASE_URL: url, MIGRATE_ON_START: migratesOnStart, DRAIN_SECONDS } = config;
  await prepareSchema({ url, schema: name, ...schema, migratesOnStart, log });
  const life = lifetime(DRAIN_SECONDS);
  try {
    const port = await open(composition as unknown as AnyComposition, life);
    return { port, drain: life.drain, close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
