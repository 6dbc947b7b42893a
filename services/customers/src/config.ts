import { largeReadSettings, loadConfig, serviceSettings } from '@order-hub/shared/config';
import { neededAddresses } from '@order-hub/shared/neighbours';
import { limit } from '@order-hub/shared/settings';

export const settings = {
  ...serviceSettings,
  ...largeReadSettings,
  ORDERS_URL: neededAddresses.ORDERS_URL,
  // docs/api/limits.md#quotas
  CUSTOMER_LISTS_PER_ACCOUNT_MAX: limit(2_000).describe('Customer lists that an account may have.'),
  CUSTOMERS_PER_ACCOUNT_MAX: limit(1_000_000).describe('Customers that an account may have.'),
};

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
