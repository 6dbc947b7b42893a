import { grouped } from '@order-hub/shared/group-commit';
import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startAnonymising } from './orders/anonymise-orders.ts';
import { insertAttachedOrders, type AttachedOrder } from './orders/create-order.ts';
import { customersClient } from './orders/customers.client.ts';
import { insertOrders, newOrderBytes, type NewOrder } from './orders/order.store.ts';

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
      const anonymising = life.opened(startAnonymising({ db, relay, now, log }), ({ close }) => close());
      const insertOrder = grouped({ insert: (orders: NewOrder[]) => insertOrders(db, orders), bytesOf: newOrderBytes });
      const insertAttached = grouped({
        insert: (orders: AttachedOrder[]) => insertAttachedOrders(db, orders),
        bytesOf: ({ bytes }) => bytes,
      });
      return { db, customers: customersClient(ask), insertOrder, insertAttached, anonymising };
    },
  });
