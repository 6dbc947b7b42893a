import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

/** Port of each process. */
export type Ports = Record<ServiceName | 'gatewayInternal', number>;

type Settings = { env: NodeJS.ProcessEnv; config: Config; ports: Ports; secrets: Secrets; databaseUrl: string };

const loopback = (port: number) => `http://127.0.0.1:${port}`;

/** Addresses that the services use among themselves. The gateway has a separate listener for them. */
export const serviceUrls = (ports: Ports): Record<ServiceName, string> => ({
  auth: loopback(ports.auth),
  orders: loopback(ports.orders),
  catalog: loopback(ports.catalog),
  customers: loopback(ports.customers),
  events: loopback(ports.events),
  gateway: loopback(ports.gatewayInternal),
});

/** The environment of every service: that of this process and the settings that the runner decides. */
export function sharedSettings({ env, config, ports, secrets, databaseUrl }: Settings): NodeJS.ProcessEnv {
  const urls = serviceUrls(ports);
  return {
    ...env,
    NODE_ENV: 'production',
    LOG_LEVEL: config.LOG_LEVEL ?? 'warn',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: (config.PUBLIC_URL ?? `http://localhost:${ports.gateway}`).replace(/\/+$/, ''),
    HUB_DATA_DIR: config.HUB_DATA_DIR,
    HUB_INTERNAL_KEYS: config.HUB_INTERNAL_KEYS ?? secrets.internal_keys,
    HUB_ENCRYPTION_KEYS: config.HUB_ENCRYPTION_KEYS ?? secrets.encryption_keys,
    HUB_OPERATOR_KEY: config.HUB_OPERATOR_KEY ?? secrets.operator_key,
    CALLBACK_ALLOWED_NETWORKS: config.CALLBACK_ALLOWED_NETWORKS,
    AUTH_URL: urls.auth,
    ORDERS_URL: urls.orders,
    CATALOG_URL: urls.catalog,
    CUSTOMERS_URL: urls.customers,
    EVENTS_URL: urls.events,
    GATEWAY_URL: urls.gateway,
  };
}

/** The settings of one service. Only the gateway can be reached from other machines. */
export function settingsOf(name: ServiceName, ports: Ports, { HOST }: Config): NodeJS.ProcessEnv {
  if (name !== 'gateway') return { HOST: '127.0.0.1', PORT: String(ports[name]) };
  return {
    HOST,
    PORT: String(ports.gateway),
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: String(ports.gatewayInternal),
  };
}
