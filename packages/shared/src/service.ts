/** Starting and stopping: one process that keeps data, serves endpoints, and announces and hears changes. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './config.ts';
import { isOutage, migrate, openDatabase, type Database, type Migration } from './database.ts';
import type { Endpoint } from './endpoint.ts';
import { httpApp } from './http-app.ts';
import { newId } from './ids.ts';
import { openLog, type Log } from './log.ts';
import { connectBus, type Bus } from './messaging/bus.ts';
import { startRelay, type Relay } from './relay.ts';
import type { ServiceName } from './contracts.ts';

/** Something that runs and can be stopped. */
export type Running = { port: number; close(): Promise<void> };

/** Keeps how each opened thing is closed, and closes in reverse. */
export function lifetime() {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    /** Remembers how to close `thing`, and gives it back. */
    opened<Thing>(thing: Thing, close: (thing: Thing) => Promise<unknown>): Thing {
      closers.push(() => close(thing));
      return thing;
    },
    /** Closes everything, newest first; one that fails does not keep the others open. */
    async close(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close().catch(() => undefined);
    },
  };
}

const drainMs = 10_000;

/** Listens on `host:port` (0 = any free port). Rejects with a sentence when the port is taken. */
export function listen(
  handler: RequestListener,
  { host, port }: { host: string; port: number },
  options: ServerOptions = {},
): Promise<Server> {
  // Longer than the gateway keeps an idle connection, so that it never reuses one that is being closed here.
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 16_384, ...options }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new ConfigError(`Port ${port} on ${host} is in use by another program; set PORT to a free one`) : error,
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Stops accepting, lets running requests finish for up to ten seconds, then cuts what is left. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(force);
}

/** The settings that every service with data has; see config.ts. */
export type ServiceConfig = {
  NODE_ENV: string;
  HOST: string;
  PORT: number;
  HUB_INTERNAL_KEYS: string[];
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  AMQP_URL?: string | undefined;
  ORDERS_URL?: string | undefined;
  EVENTS_URL?: string | undefined;
  GATEWAY_URL?: string | undefined;
};

/** What the features of a service are built from. */
export type Platform = { db: Database; bus: Bus; relay: Relay; log: Log; life: ReturnType<typeof lifetime> };

type Features = {
  endpoints: readonly Endpoint[];
  /** Neighbours the service cannot work without, by name; the database and the bus are always asked. */
  needs?: Record<string, () => Promise<boolean>>;
};

type Composition = {
  name: ServiceName;
  config: ServiceConfig;
  log: Log;
  migrations: readonly Migration[];
  operatorKey?: string;
  /** Builds the features over what is opened already: gives the endpoints, and subscribes to what the service listens to. */
  compose(platform: Platform): Features | Promise<Features>;
  /** A bus in place of the configured one: tests watch what is published. */
  bus?: Bus;
  now?: () => Date;
};

const retryMs = 1_000;

/** Migrates; a database that is not there yet is waited for, with one line in the log. */
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

const answers = (db: Database) =>
  db.query('select 1').then(
    () => true,
    () => false,
  );

function neighbours({ ORDERS_URL, EVENTS_URL, GATEWAY_URL }: ServiceConfig): Partial<Record<ServiceName, string>> {
  return {
    ...(ORDERS_URL && { orders: ORDERS_URL }),
    ...(EVENTS_URL && { events: EVENTS_URL }),
    ...(GATEWAY_URL && { gateway: GATEWAY_URL }),
  };
}

async function openPlatform({ name, config, log, migrations, bus: given }: Composition): Promise<Platform> {
  const life = lifetime();
  const { DATABASE_URL: url, HUB_INTERNAL_KEYS: internalKeys } = config;
  await migrateWhenUp(url, name, migrations, log);
  const db = life.opened(openDatabase({ url, schema: name, poolSize: config.DATABASE_POOL_SIZE, log }), (pool) =>
    pool.end(),
  );
  const options = {
    service: name,
    instance: newId(),
    amqpUrl: config.AMQP_URL,
    neighbours: neighbours(config),
    internalKeys,
    log,
  };
  const bus = life.opened(given ?? (await connectBus(options)), (opened) => opened.close());
  const relay = life.opened(startRelay({ db, schema: name, bus, log }), (opened) => opened.close());
  return { db, bus, relay, log, life };
}

async function readiness({ db, bus }: Platform, needs: Features['needs'] = {}): Promise<Record<string, boolean>> {
  const names = Object.keys(needs);
  const [database, ...rest] = await Promise.all([answers(db), ...names.map((name) => needs[name]?.() ?? true)]);
  return {
    database,
    messaging: bus.isReady(),
    ...Object.fromEntries(names.map((name, index) => [name, rest[index] ?? false])),
  };
}

/** Starts a service: database, bus, relay, features, HTTP; each is closed in the reverse order. */
export async function startService(composition: Composition): Promise<Running> {
  const { name, config, log, operatorKey, now } = composition;
  const platform = await openPlatform(composition);
  const { bus, relay, life } = platform;
  try {
    const { endpoints, needs } = await composition.compose(platform);
    const app = httpApp({
      service: name,
      endpoints,
      internalKeys: config.HUB_INTERNAL_KEYS,
      operatorKey,
      log,
      ...(now && { now }),
      isReady: () => readiness(platform, needs),
      receive: bus.receive,
      afterWrite: relay.wake,
      checkReplies: config.NODE_ENV !== 'production',
    });
    const server = life.opened(await listen(app, { host: config.HOST, port: config.PORT }), stopListening);
    return { port: portOf(server), close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}

function reportAndExit(log: Log, error: unknown): never {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else log.error({ err: error }, 'could not go on');
  process.exit(1);
}

/**
 * The whole of a main.ts: start, say so, stop on a signal. A process started by the local runner also stops when that
 * one goes away, however it went.
 */
export async function run(name: string, start: (env: NodeJS.ProcessEnv, log: Log) => Promise<Running>): Promise<void> {
  const { env } = process;
  const log = openLog(name, env['LOG_LEVEL'] || 'info');
  process.on('unhandledRejection', (error) => reportAndExit(log, error));
  let running: Running | undefined = undefined;
  let stopping = false;
  const stop = () => {
    // What has not begun to serve, perhaps because it waits for a database, has nothing to finish.
    if (!running) process.exit(0);
    if (stopping) return;
    stopping = true;
    void running.close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  if (process.send) process.on('disconnect', stop);
  if (process.send && !process.connected) stop();
  // Settings that are not fit are thrown before there is a promise to reject.
  running = await (async () => start(env, log))().catch((error: unknown) => reportAndExit(log, error));
  log.info({ port: running.port }, 'ready');
  process.send?.({ ready: running.port });
}
