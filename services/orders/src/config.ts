import { addressSetting, loadConfig, serviceSettings } from '@order-hub/shared/config';

/** The settings of the orders service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) =>
  loadConfig({ ...serviceSettings, CUSTOMERS_URL: addressSetting }, env);

export type Config = ReturnType<typeof readConfig>;
