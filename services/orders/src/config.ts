import { anonymisingSettings, largeReadSettings, loadConfig, serviceSettings } from '@order-hub/shared/config';
import { neededAddresses } from '@order-hub/shared/neighbours';
import { limit, wholeNumber } from '@order-hub/shared/settings';

export const settings = {
  ...serviceSettings,
  ...anonymisingSettings,
  ...largeReadSettings,
  CUSTOMERS_URL: neededAddresses.CUSTOMERS_URL,
  LARGE_ORDER_THREADS: limit(1).describe('Threads for large orders.'),
  LARGE_ORDERS_WAITING_MAX: limit(16).describe(
    'Large orders of an account that wait for a thread, each with its body.',
  ),
  // docs/api/orders.md#old-orders
  ORDERS_RETENTION_MONTHS: wholeNumber()
    .optional()
    .meta({ unit: 'months' })
    .describe('How long the orders of a calendar year are kept after its end. By default they stay.'),
};

/** The settings of the orders service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(settings, env);

export type Config = ReturnType<typeof readConfig>;
