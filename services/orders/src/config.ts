import { loadConfig, serviceSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';

/** The settings of the orders service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) =>
  loadConfig({ ...serviceSettings, CUSTOMERS_URL: addressSetting }, env);

export type Config = ReturnType<typeof readConfig>;
