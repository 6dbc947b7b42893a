import { keyRing, loadConfig, seconds, serviceSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';
import { z } from 'zod';

export const settings = {
  ...serviceSettings,
  /** Encrypts access tokens and client secrets at rest: the first key encrypts, any decrypts. */
  HUB_ENCRYPTION_KEYS: keyRing,
  /** Who presents it may call the operator API. */
  HUB_OPERATOR_KEY: z.string().min(16, 'must have at least 16 characters'),
  /** Where clients reach the gateway: `<PUBLIC_URL>/v1` is the root of the API. */
  PUBLIC_URL: addressSetting,
  /** What users select for a connection is theirs (docs/api/authentication.md#permissions). */
  CATALOG_URL: addressSetting,
  CUSTOMERS_URL: addressSetting,
  /** Clients must have registered where their users return to (docs/api/authentication.md#redirect-uris). */
  REQUIRE_REGISTERED_REDIRECTS: z.stringbool().default(false),
  /** How long an authorisation code can be exchanged (docs/api/authentication.md#authorisation-codes). */
  AUTHORIZATION_CODE_SECONDS: seconds(600),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);
