import { loadConfig } from '@order-hub/shared/config';
import { addressSetting } from '@order-hub/shared/neighbours';
import { z } from 'zod';

const settings = {
  /** Address of the auth service. Default: the one in operator.json. */
  HUB_AUTH_URL: addressSetting.optional(),
  HUB_OPERATOR_KEY: z.string().optional(),
  /** The data folder of `npm start`, which contains operator.json. */
  HUB_DATA_DIR: z.string().default('.hub'),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => loadConfig(settings, env);
