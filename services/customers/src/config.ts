import { loadConfig, serviceSettings } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';

export const settings = { ...serviceSettings, ORDERS_URL: addressSetting };

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
