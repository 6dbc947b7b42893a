import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagementApi } from '@order-hub/operator/client';
import { ConfigError, misspeltSettings } from '@order-hub/shared/config';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { lifetime, type Lifetime } from '@order-hub/shared/lifetime';
import { isForThisMachine, readConfig, settings, type Config } from './config.ts';
import { freePorts, gatewayPort } from './processes/free-ports.ts';
import { keepPostgresRunning } from './postgres-server.ts';
import { takeFolder } from './data-folder/running-record.ts';
import { keepSecrets, writePrivately } from './data-folder/secrets.ts';
import {
  environments,
  publicUrlOf,
  serviceUrls,
  settingsReadByServices,
  type Environments,
  type Ports,
} from './services/service-settings.ts';
import { heldWarnings, type HeldWarnings } from './services/held-warnings.ts';
import { entryOf, startServiceProcess } from './services/service-process.ts';
import { supervise, type Say, type Supervised } from './processes/supervise.ts';

/** A hub that runs on this machine. */
export type Hub = {
  /** Root of the API, with `/v1`. */
  base_url: string;
  /** Root of the authorisation server, with `/oauth2/v1`. */
  auth_url: string;
  /** The port of the gateway on this machine, whatever PUBLIC_URL says. */
  gateway_port: number;
  /** Whether nobody can reach it from elsewhere. */
  is_for_this_machine: boolean;
  /** Address of the auth service, and the operator key. */
  operator: ManagementApi;
  /** Loopback addresses of the services. */
  service_urls: Record<ServiceName, string>;
  /** Current process ids, by service. */
  readonly processes: Record<ServiceName, number>;
  /** Process id of the embedded PostgreSQL, or undefined if there is a DATABASE_URL. */
  readonly postgres_pid: number | undefined;
  /** The superuser's URL of the embedded database, for benchmarks and tests, or the DATABASE_URL of all services. */
  database_url: string;
  data_folder: string;
  /** Stops everything in order, within seconds. */
  stop(): Promise<void>;
};

/**
 * `env` overrides the environment of this process (`undefined` removes a setting): HUB_DATA_DIR, PORT (0 for any free
 * port), AMQP_URL, DATABASE_URL, RATE_LIMIT_PER_MINUTE and so on. `say` prints progress.
 */
export type HubOptions = { env?: NodeJS.ProcessEnv; say?: Say };

const pollMs = 50;
const reminderMs = 5_000;

type StartContext = { config: Config; env: NodeJS.ProcessEnv; say: Say; warnings: HeldWarnings; life: Lifetime };

/** What the hub lacks: the gateway itself, or what it reports. */
async function findMissing(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as { degraded: string[] }).degraded : ['gateway'];
}

/** Waits until the gateway is ready and misses nothing. Prints every few seconds what is missing. */
async function untilReady(port: number, { say, warnings }: StartContext): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const missing = await findMissing(port);
    if (missing.length === 0) return warnings.forget();
    if (waitedMs > 0 && waitedMs % reminderMs === 0) {
      warnings.show();
      say(`still waiting for ${missing.join(', ')}`);
    }
    await sleep(pollMs);
  }
}

async function choosePorts({ HOST, PORT }: Config): Promise<Ports & { postgres: number }> {
  const gateway = await gatewayPort(HOST, PORT);
  const names = [
    'gatewayInternal',
    'auth',
    'back-office',
    'orders',
    'catalog',
    'customers',
    'events',
    'postgres',
  ] as const;
  const free = await freePorts(names.length);
  const others = Object.fromEntries(names.map((name, index) => [name, free[index]]));
  return { gateway, ...(others as Record<(typeof names)[number], number>) };
}

async function openDataFolder({ HUB_DATA_DIR: folder }: Config, life: Lifetime) {
  try {
    const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
    // Other accounts may pass through a new folder: if root starts the hub, the database's folder belongs to another
    // account. An existing folder keeps its mode; PostgreSQL gets through a closed one (packages/postgres).
    if (isNew) chmodSync(folder, 0o711);
    return life.opened(await takeFolder(folder), async (record) => record.release());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new ConfigError(
      `${folder} belongs to another user. Start the hub as that user, or set HUB_DATA_DIR to a folder of your own.`,
    );
  }
}

async function openDatabase({ config, say, life }: StartContext, port: number, password: string) {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, pid: undefined, serviceUrls: undefined };
  return life.opened(await keepPostgresRunning({ dataFolder: config.HUB_DATA_DIR, port, password, say }), (server) =>
    server.stop(),
  );
}

type RecordProcess = (name: string, pid: number) => void;

async function startServices({ config, say, warnings, life }: StartContext, envs: Environments, record: RecordProcess) {
  const startOne = (name: ServiceName): Supervised => {
    const env = envs[name];
    const start = () =>
      startServiceProcess({
        name,
        env,
        folder: config.HUB_DATA_DIR,
        showAll: config.LOG_LEVEL !== undefined,
        say,
        warn: warnings.warn,
        onSpawn: (pid) => record(name, pid),
      });
    return supervise(name, start, say);
  };
  const services = Object.fromEntries(serviceNames.map((name) => [name, startOne(name)])) as Record<
    ServiceName,
    Supervised
  >;
  const { gateway, ...others } = services;
  life.opened(others, async () => Promise.all(Object.values(others).map((service) => service.stop())));
  life.opened(gateway, async () => gateway.stop());
  await Promise.all(Object.values(services).map(({ started }) => started));
  return services;
}

async function start(context: StartContext): Promise<Hub> {
  const { config, env, say, life } = context;
  for (const name of serviceNames) entryOf(name);
  const record = await openDataFolder(config, life);
  const ports = await choosePorts(config);
  const secrets = keepSecrets(config.HUB_DATA_DIR);
  const database = await openDatabase(context, ports.postgres, secrets.postgres_password);
  const publicUrl = publicUrlOf(config, ports);
  const read = await settingsReadByServices();
  for (const sentence of misspeltSettings([...Object.keys(settings), ...Object.values(read).flat()], env))
    say(sentence);
  const envs = environments(read, { env, config, ports, secrets, database, publicUrl });
  say('starting the services');
  const services = await startServices(context, envs, record.note);
  await untilReady(ports.gateway, context);
  const operator = {
    auth_url: serviceUrls(ports).auth,
    operator_key: (config.HUB_OPERATOR_KEY ?? secrets.operator_key).split(',')[0]?.trim() ?? '',
  };
  writePrivately(join(config.HUB_DATA_DIR, 'operator.json'), operator);
  return {
    base_url: `${publicUrl}/v1`,
    auth_url: `${publicUrl}/oauth2/v1`,
    gateway_port: ports.gateway,
    is_for_this_machine: isForThisMachine(config),
    operator,
    service_urls: serviceUrls(ports),
    get processes() {
      return Object.fromEntries(serviceNames.map((name) => [name, services[name].pid])) as Record<ServiceName, number>;
    },
    get postgres_pid() {
      return database.pid;
    },
    database_url: database.url,
    data_folder: config.HUB_DATA_DIR,
    stop: life.close,
  };
}

/**
 * Starts a hub: PostgreSQL, and the built services as processes. Restarts any process that ends unexpectedly. Throws
 * ConfigError, and leaves nothing running, if a port or the data folder is in use, a setting is wrong or a service does not
 * start.
 */
export async function startHub({ env: overrides = {}, say = () => undefined }: HubOptions = {}): Promise<Hub> {
  const env = { ...process.env, ...overrides };
  const life = lifetime();
  try {
    return await start({ config: readConfig(env), env, say, warnings: heldWarnings(say), life });
  } catch (error) {
    await life.close();
    throw error;
  }
}
