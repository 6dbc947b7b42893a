import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import type { Config } from '../config.ts';
import type { Secrets } from '../data-folder/secrets.ts';
import { builtFile } from './service-process.ts';

/** Port of each process. */
export type Ports = Record<ServiceName | 'gatewayInternal', number>;

const loopback = (port: number) => `http://127.0.0.1:${port}`;

/** The addresses that the services use among themselves. The gateway has a separate listener for them. */
export const serviceUrls = (ports: Ports): Record<ServiceName, string> => ({
  auth: loopback(ports.auth),
  'back-office': loopback(ports['back-office']),
  orders: loopback(ports.orders),
  catalog: loopback(ports.catalog),
  customers: loopback(ports.customers),
  events: loopback(ports.events),
  gateway: loopback(ports.gatewayInternal),
});

/** Where clients reach the gateway. */
export const publicUrlOf = ({ PUBLIC_URL }: Config, { gateway }: Ports): string =>
  (PUBLIC_URL ?? `http://localhost:${gateway}`).replace(/\/+$/, '');

type EnvironmentInputs = {
  /** The environment of this process. */
  env: NodeJS.ProcessEnv;
  config: Config;
  ports: Ports;
  secrets: Secrets;
  /** All services use `url`, unless there are `serviceUrls`. */
  database: { url: string; serviceUrls: Record<string, string> | undefined };
  publicUrl: string;
};

/** Only the gateway can be reached from other machines. */
const listening = (name: ServiceName, ports: Ports, { HOST }: Config): NodeJS.ProcessEnv =>
  name === 'gateway'
    ? { HOST, PORT: String(ports.gateway), INTERNAL_HOST: '127.0.0.1', INTERNAL_PORT: String(ports.gatewayInternal) }
    : { HOST: '127.0.0.1', PORT: String(ports[name]) };

/** The settings that the runner chooses for a service, whether it reads them or not. */
function chosenSettings(
  name: ServiceName,
  { env, config, ports, secrets, database, publicUrl }: EnvironmentInputs,
): NodeJS.ProcessEnv {
  const urls = serviceUrls(ports);
  return {
    ...listening(name, ports, config),
    NODE_ENV: 'production',
    // Nobody balances between processes on one machine.
    DRAIN_SECONDS: env['DRAIN_SECONDS'] ?? '0',
    LOG_LEVEL: config.LOG_LEVEL ?? 'warn',
    MIGRATE_ON_START: 'true',
    DATABASE_URL: database.serviceUrls ? database.serviceUrls[name] : database.url,
    PUBLIC_URL: publicUrl,
    HUB_SIGNING_KEY: secrets.signing_keys[name],
    HUB_VERIFYING_KEYS: secrets.verifying_keys,
    HUB_FORM_KEYS: secrets.form_keys,
    HUB_ENCRYPTION_KEYS: config.HUB_ENCRYPTION_KEYS ?? secrets.encryption_keys,
    HUB_OPERATOR_KEY: config.HUB_OPERATOR_KEY ?? secrets.operator_key,
    CALLBACK_ALLOWED_NETWORKS: config.CALLBACK_ALLOWED_NETWORKS,
    // PUBLIC_URL may be the address of a balancer in front of it.
    CALLBACK_REFUSED_ADDRESSES: `localhost:${ports.gateway}`,
    AUTH_URL: urls.auth,
    BACK_OFFICE_URL: urls['back-office'],
    ORDERS_URL: urls.orders,
    CATALOG_URL: urls.catalog,
    CUSTOMERS_URL: urls.customers,
    EVENTS_URL: urls.events,
    GATEWAY_URL: urls.gateway,
    TEST_SHOPS_API_URL: env['TEST_SHOPS_API_URL'] ?? `${loopback(ports.gateway)}/v1`,
  };
}

/** Whether Node or the operating system's libraries read the variable. */
const isSystemVariable = (name: string) =>
  /^(PATH|HOME|TZ|LANG|TMPDIR|TEMP|TMP|SystemRoot|(LC|NODE|UV|SSL)_\w+)$/.test(name);

/** Whether pg reads the variable to complete a DATABASE_URL, such as PGPASSWORD. */
const isDatabaseVariable = (name: string, { DATABASE_URL }: Config) =>
  DATABASE_URL !== undefined && name.startsWith('PG');

type SettingNames = Record<ServiceName, string[]>;

const printSettings = `
  const settings = {};
  for (const [name, url] of Object.entries(JSON.parse(process.argv[1]))) {
    settings[name] = Object.keys((await import(url)).settings);
  }
  process.stdout.write(JSON.stringify(settings));
`;

/**
 * The names of the settings that each built service reads, from its config.js. Another process imports these files, so that
 * no code of a service runs in this process.
 */
export async function settingsReadByServices(): Promise<SettingNames> {
  const configs = serviceNames.map((name) => [name, pathToFileURL(builtFile(name, 'config.js')).href]);
  const args = ['--input-type=module', '-e', printSettings, JSON.stringify(Object.fromEntries(configs))];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as SettingNames;
}

/** The environment of a service: only the settings that it reads, and what the system needs. */
function environmentOf(name: ServiceName, settings: readonly string[], inputs: EnvironmentInputs): NodeJS.ProcessEnv {
  const read = new Set(settings.flatMap((setting) => [setting, `${setting}_FILE`]));
  const chosen = chosenSettings(name, inputs);
  // A setting and its file must not both be set.
  const files = Object.fromEntries(Object.keys(chosen).map((setting) => [`${setting}_FILE`, undefined]));
  const variables: NodeJS.ProcessEnv = { ...inputs.env, ...files, ...chosen };
  const own = Object.entries(variables).filter(
    ([variable]) => read.has(variable) || isSystemVariable(variable) || isDatabaseVariable(variable, inputs.config),
  );
  return Object.fromEntries(own);
}

export type Environments = Record<ServiceName, NodeJS.ProcessEnv>;

/** The environment of each service, which reads the settings `read`. */
export function environments(read: SettingNames, inputs: EnvironmentInputs): Environments {
  const entries = serviceNames.map((name) => [name, environmentOf(name, read[name], inputs)] as const);
  return Object.fromEntries(entries) as Environments;
}
