import { limit, loadConfig, processSettings, seconds } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';
import { z } from 'zod';

export const settings = {
  ...processSettings,
  AUTH_URL: addressSetting,
  BACK_OFFICE_URL: addressSetting,
  ORDERS_URL: addressSetting,
  CATALOG_URL: addressSetting,
  CUSTOMERS_URL: addressSetting,
  EVENTS_URL: addressSetting,
  /** The listener for other services' messages. It must not be reachable from outside. */
  INTERNAL_HOST: z.string().optional(),
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  /** The address that clients use, if it differs from the one they connect to. */
  PUBLIC_URL: addressSetting.optional(),
  /** The number of our own proxies in front, and so of the trusted entries of X-Forwarded-For. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Upstream timeout. Must stay below the services' 65 s keep-alive, so that no closing socket is reused. */
  UPSTREAM_TIMEOUT_SECONDS: z.coerce.number().positive().max(60).default(30),
  /** The API document; by default docs/openapi.json of the repository. */
  OPENAPI_PATH: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: limit(500),
  RATE_LIMIT_PER_HOUR: limit(2500),
  RATE_LIMIT_PER_DAY: limit(10_000),
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: limit(10),
  /** Per remote address, for requests without a valid access token. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(600),
  /** Concurrent requests; both far below the 256 connections to a service. */
  CONCURRENT_REQUESTS_PER_CONNECTION: limit(32),
  CONCURRENT_REQUESTS_PER_ADDRESS: limit(128),
  /** How long a request above these limits waits before it is refused. */
  CONCURRENT_REQUESTS_WAIT_SECONDS: seconds(10),
  /** How long a body may make no progress, and how long it may take in all. */
  BODY_STALL_SECONDS: seconds(10),
  BODY_SECONDS: seconds(30),
};

/** The gateway's settings. Throws ConfigError that lists every fault. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
