import { loadConfig } from '@order-hub/shared/config';
import { addressSetting, text } from '@order-hub/shared/settings';

export const settings = {
  HUB_AUTH_URL: addressSetting.optional().describe('Address of auth; by default the one in operator.json.'),
  HUB_OPERATOR_KEY: text().meta({ isSecret: true }).optional().describe('By default the one in operator.json.'),
  HUB_DATA_DIR: text().default('.hub').describe('The data folder of `npm start`, which contains operator.json.'),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => loadConfig(settings, env);
