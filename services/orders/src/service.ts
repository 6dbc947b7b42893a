import type { Bus } from '@order-hub/shared/bus';
import type { Log } from '@order-hub/shared/log';
import { startService } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { ordersEndpoints } from './app.ts';
import type { Config } from './config.ts';
import { customersClient } from './customers.client.ts';
import { forgetCustomers } from './orders/anonymise-orders.consumer.ts';

/** The orders service: orders and deliveries over its own schema; asks customers who a customer is. */
export const startOrders = (config: Config, log: Log, overrides: { bus?: Bus; now?: () => Date } = {}) =>
  startService({
    name: 'orders',
    config,
    log,
    migrations,
    ...overrides,
    async compose({ db, bus, relay }) {
      const customers = customersClient(config.CUSTOMERS_URL, config.HUB_INTERNAL_KEYS);
      await bus.subscribe(forgetCustomers({ db, relay, now: overrides.now ?? (() => new Date()) }));
      return { endpoints: ordersEndpoints({ db, customers }) };
    },
  });
