import type { Bus } from '@order-hub/shared/bus';
import type { Log } from '@order-hub/shared/log';
import { startService } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { customersEndpoints } from './app.ts';
import type { Config } from './config.ts';

type Overrides = { bus?: Bus; now?: () => Date };

/** Opens everything the customers service needs and starts answering. */
export const startCustomers = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'customers',
    config,
    log,
    migrations,
    ...overrides,
    compose: () => ({ endpoints: customersEndpoints() }),
  });
