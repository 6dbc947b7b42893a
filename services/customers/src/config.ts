import { loadConfig, serviceSettings } from '@order-hub/shared/config';

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(serviceSettings, env);

export type Config = ReturnType<typeof readConfig>;
