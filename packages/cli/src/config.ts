import { loadConfig } from '@order-hub/shared/config';
import { addressSetting, text } from '@order-hub/shared/settings';

export const settings = {
  HUB_AUTH_URL: addressSetting.optional().describe('Address of auth; by default the one in operator.json.'),
  HUB_OPERATOR_KEY: text().meta({ isSecret: true }).optional().describe('By default the one in operator.json.'),
  HUB_DATA_DIR: text().default('.hub').describe('The data folder of `npm start`, which contains operator.json.'),
  HUB_URL: addressSetting
    .meta({ form: 'an address such as https://hub.example.com' })
    .optional()
    .describe('The hub of HUB_ACCESS_TOKEN.'),
  HUB_ACCESS_TOKEN: text()
    .meta({ isSecret: true })
    .optional()
    .describe('The access token of a connection, in place of a login. Needs HUB_URL.'),
  HUB_CLIENT_SECRET: text()
    .meta({ isSecret: true })
    .optional()
    .describe('The client secret, with which `hub listen` and `hub certify` sign; by default that of the login.'),
  HUB_PARTNER_TOKEN: text()
    .meta({ isSecret: true })
    .optional()
    .describe('The access token of another client of the location, which places orders for `hub certify`.'),
  HUB_PROFILE: text().default('default').describe('The login to use without `--profile`.'),
  XDG_CONFIG_HOME: text()
    .meta({ fallback: '~/.config' })
    .optional()
    .describe('The folder with order-hub/config.json, where `hub login` keeps logins.'),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env) => loadConfig(settings, env);
