import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';

/** Opens everything the customers service needs and starts answering. */
export const startCustomers = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({ name: 'customers', config, log, migrations, endpoints, consumers, ...overrides, compose: () => ({}) });
