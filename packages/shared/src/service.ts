/** Starts a service: a process with a database, endpoints and messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsuming, type Consumer, type ConsumerDeps } from './messages/consumer.ts';
import { isOutage, migrate, openDatabase, type Database, type Migration } from './data/database.ts';
import type { Endpoint, EndpointDeps } from './http/endpoint.ts';
import { httpApp } from './http/http-app.ts';
import { listen, portOf, stopListening } from './http/http-server.ts';
import { newId } from './values/ids.ts';
import { internalClient, type Ask } from './calls/internal-call.ts';
import { lifetime, type Lifetime, type Running } from './process/lifetime.ts';
import type { Log } from './process/log.ts';
import { connectBus, type Bus, type RejectedMessage } from './messages/bus/bus.ts';
import { addressesOf, type ServiceName } from './process/neighbours.ts';
import { park, type ListForgotten } from './messages/parking.ts';
import { startRelay, type Relay } from './messages/relay.ts';

/** The settings of every service with a database; see config.ts. */
type ServiceConfig = Parameters<typeof addressesOf>[0] & {
  NODE_ENV: string;
  HOST: string;
  PORT: number;
  HUB_INTERNAL_KEYS: string[];
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  AMQP_URL?: string | undefined;
};

/** From these `compose` makes the dependencies of a service. `ask` makes internal calls. */
type Platform = {
  db: Database;
  bus: Bus;
  relay: Pick<Relay, 'wake'>;
  ask: Ask;
  log: Log;
  life: Lifetime;
  now: () => Date;
};

type Composition<Endpoints extends Endpoint, Consumers extends Consumer> = {
  name: ServiceName;
  config: ServiceConfig;
  log: Log;
  migrations: readonly Migration[];
  endpoints: readonly Endpoints[];
  consumers: readonly Consumers[];
  operatorKey?: string;
  /** For a consumer of changes: rejected ones are kept without the personal data of these customers. */
  listForgotten?: ListForgotten;
  /** Makes the dependencies of endpoints and consumers (a missing one is a compile error), and starts background loops. */
  compose(platform: Platform): EndpointDeps<Endpoints> & ConsumerDeps<Consumers>;
} & Overrides;

/** The parts that a test may replace. */
export type Overrides = { bus?: Bus; now?: () => Date };

const retryMs = 1_000;

/** Migrates. Keeps trying while the database is unavailable, and logs that once. */
async function migrateWhenUp(url: string, schema: string, migrations: readonly Migration[], log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await migrate(url, schema, migrations);
      return;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (attempt === 1) log.warn({ reason: (error as Error).message }, 'waiting for the database');
      await sleep(retryMs);
    }
  }
}

/** Whether the database answers. */
export const isAnswering = (db: Database) =>
  db.query('select 1').then(
    () => true,
    () => false,
  );

type AnyComposition = Composition<Endpoint, Consumer>;

const nobody: ListForgotten = () => Promise.resolve(new Set());

async function openPlatform(composition: AnyComposition, life: Lifetime): Promise<Platform> {
  const { name, config, log, bus: given, now, listForgotten = nobody } = composition;
  const { DATABASE_URL: url, HUB_INTERNAL_KEYS: internalKeys } = config;
  const addresses = addressesOf(config);
  const db = life.opened(openDatabase({ url, schema: name, poolSize: config.DATABASE_POOL_SIZE, log }), (pool) =>
    pool.end(),
  );
  const busOptions = {
    service: name,
    instance: newId(),
    amqpUrl: config.AMQP_URL,
    addresses,
    internalKeys,
    log,
    park: (rejected: readonly RejectedMessage[]) => park(db, rejected, listForgotten),
  };
  const bus = life.opened(given ?? (await connectBus(busOptions)), (opened) => opened.close());
  const relay = life.opened(startRelay({ db, schema: name, bus, log }), (opened) => opened.close());
  const client = life.opened(internalClient({ from: name, addresses, internalKeys, log }), async ({ close }) =>
    close(),
  );
  return { db, bus, relay, ask: client.ask, log, life, now: now ?? (() => new Date()) };
}

async function open(composition: AnyComposition, life: Lifetime): Promise<number> {
  const { name, config, log, operatorKey, endpoints, consumers, compose } = composition;
  const platform = await openPlatform(composition, life);
  const { db, bus, relay, now } = platform;
  const deps = compose(platform);
  await startConsuming(consumers, { db, bus, life, log, deps });
  const app = httpApp({
    service: name,
    endpoints,
    deps,
    internalKeys: config.HUB_INTERNAL_KEYS,
    operatorKey,
    log,
    now,
    isReady: async () => ({ database: await isAnswering(db), messaging: bus.isReady() }),
    receive: bus.receive,
    afterWrite: relay.wake,
    checkReplies: config.NODE_ENV !== 'production',
  });
  return portOf(life.opened(await listen(app, { host: config.HOST, port: config.PORT }), stopListening));
}

/** Starts a service: migrations, database, bus, relay, consumers, HTTP. Closes them in reverse order. */
export async function startService<Endpoints extends Endpoint, Consumers extends Consumer>(
  composition: Composition<Endpoints, Consumers>,
): Promise<Running> {
  const { name, config, log, migrations } = composition;
  await migrateWhenUp(config.DATABASE_URL, name, migrations, log);
  const life = lifetime();
  try {
    return { port: await open(composition as unknown as AnyComposition, life), close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
