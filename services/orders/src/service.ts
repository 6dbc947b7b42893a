import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startAnonymisingCustomers } from './customers/anonymise-customers.ts';
import { customersClient } from './customers/customers.client.ts';
import type { CustomerKey } from './customers/order-customer.ts';
import { anonymiseOrders } from './orders/anonymise-orders.ts';
import { orderInserter } from './orders/insert-order.ts';

/** Starts the orders service, which owns orders and deliveries. */
export const startOrders = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'orders',
    config,
    log,
    migrations,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, ask, relay, now, life }) {
      const anonymiseBatch = (customer: CustomerKey, after: string) =>
        anonymiseOrders({ db, relay, now }, customer, after);
      const anonymising = life.opened(startAnonymisingCustomers({ db, now, log, anonymiseBatch }), ({ close }) =>
        close(),
      );
      return { db, customers: customersClient(ask), insertOrder: orderInserter(db), anonymising };
    },
  });
