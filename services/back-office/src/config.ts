import { loadConfig, processSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';

export const settings = {
  ...processSettings,
  /** Where browsers reach the hub. */
  PUBLIC_URL: addressSetting,
  AUTH_URL: addressSetting,
  ORDERS_URL: addressSetting,
  CATALOG_URL: addressSetting,
  CUSTOMERS_URL: addressSetting,
  EVENTS_URL: addressSetting,
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);
