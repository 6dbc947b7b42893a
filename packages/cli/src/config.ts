import { loadConfig } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';
import { z } from 'zod';

const settings = {
  /** Where the auth service answers; by default where the local runner says. */
  HUB_AUTH_URL: addressSetting.optional(),
  HUB_OPERATOR_KEY: z.string().optional(),
  /** The folder in which the local runner writes where it is. */
  HUB_DATA_DIR: z.string().default('.hub'),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => loadConfig(settings, env);
