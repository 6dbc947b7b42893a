import { loadConfig, serviceSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';

export const settings = { ...serviceSettings, CUSTOMERS_URL: addressSetting };

/** The settings of the orders service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
