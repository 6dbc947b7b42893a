import { loadConfig, serviceSettings } from '@order-hub/shared/config';

export const settings = serviceSettings;

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
