import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { ConfigError, loadConfig, processSettings } from '@order-hub/shared/config';
import { originSetting, port, secretUrl, text } from '@order-hub/shared/settings';

const secret = text().meta({ isSecret: true });

const loopbackNetworks = '127.0.0.0/8,::1/128';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether the host is this machine. A name other than `localhost` may mean any address. */
const isLoopback = (host: string): boolean =>
  isIP(host) === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');

type Reached = { HOST: string; PUBLIC_URL?: string | undefined };

/** Whether this machine alone can reach the hub. A public address elsewhere is that of a proxy or tunnel to it. */
export const isForThisMachine = ({ HOST, PUBLIC_URL }: Reached): boolean =>
  isLoopback(HOST) &&
  (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')));

export const settings = {
  HOST: text().default('127.0.0.1').describe('The address that the gateway listens on; by default only this machine.'),
  PORT: port(8080).describe("The gateway's port; 0 for any free one."),
  PUBLIC_URL: originSetting
    .optional()
    .describe('Where clients reach the gateway; by default `http://localhost:<PORT>`.'),
  HUB_DATA_DIR: text().default('.hub').describe('The folder with all data.'),
  DATABASE_URL: secretUrl(['postgres', 'postgresql'], 'postgres://user:password@host:5432/hub')
    .optional()
    .describe('A database for all services, in place of the embedded one.'),
  LOG_LEVEL: processSettings.LOG_LEVEL.unwrap().optional().describe('Shows all of the log on the screen.'),
  CALLBACK_ALLOWED_NETWORKS: text()
    .optional()
    .meta({ fallback: `${loopbackNetworks} where \`HOST\` and \`PUBLIC_URL\` are of this machine, else none` })
    .describe('Private networks that callbacks may reach.'),
  HUB_ENCRYPTION_KEYS: secret.optional().describe('In place of the key in the data folder.'),
  HUB_OPERATOR_KEY: secret.optional().describe('In place of the key in the data folder.'),
};

/**
 * The settings that the runner itself reads; it passes all others unchanged to the services that read them. Makes
 * `HUB_DATA_DIR` an absolute path. Callbacks may reach this machine only where nobody but its users reaches the hub: else
 * others could have the hub call what listens here for its users alone. Throws ConfigError that lists every fault.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const { CALLBACK_ALLOWED_NETWORKS: named, ...config } = loadConfig(settings, env);
  return {
    ...config,
    HUB_DATA_DIR: resolve(config.HUB_DATA_DIR),
    CALLBACK_ALLOWED_NETWORKS: named ?? (isForThisMachine(config) ? loopbackNetworks : ''),
  };
}

export type Config = ReturnType<typeof readConfig>;

/** The services with data, in the order in which they are migrated. */
const migrated = ['auth', 'orders', 'catalog', 'customers', 'events'] as const;

/** The database of each service, for `npm run migrate`. Throws ConfigError for one that has none. */
export function databasesOf(env: NodeJS.ProcessEnv) {
  const shape = Object.fromEntries(
    migrated.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, settings.DATABASE_URL]),
  );
  const config: Record<string, string | undefined> = loadConfig({ ...shape, DATABASE_URL: settings.DATABASE_URL }, env);
  return migrated.map((service) => {
    const name = `${service.toUpperCase()}_DATABASE_URL`;
    const url = config[name] ?? config['DATABASE_URL'];
    if (url === undefined) throw new ConfigError(`${name} is missing, and so is DATABASE_URL`);
    return { service, url };
  });
}
