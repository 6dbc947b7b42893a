import { formKeys, loadConfig, processSettings, publicUrl } from '@order-hub/shared/config';
import { neededAddresses } from '@order-hub/shared/neighbours';
import { addressSetting, limit } from '@order-hub/shared/settings';

const { AUTH_URL, ORDERS_URL, CATALOG_URL, CUSTOMERS_URL, EVENTS_URL } = neededAddresses;

export const settings = {
  ...processSettings,
  ...{ AUTH_URL, ORDERS_URL, CATALOG_URL, CUSTOMERS_URL, EVENTS_URL },
  HUB_FORM_KEYS: formKeys,
  PUBLIC_URL: publicUrl,
  // docs/api/sandbox.md#your-test-shop
  TEST_SHOPS_API_URL: addressSetting
    .optional()
    .describe(
      'Where the tills and websites of test shops reach the API, with `/v1`. Without it, the hub has no test shops.',
    ),
  LIVE_PAGES_PER_USER: limit(4).describe('Live pages that a user may have open at the same time.'),
};

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);
