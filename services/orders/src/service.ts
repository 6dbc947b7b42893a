import { openLargeReads } from '@order-hub/shared/large-reads';
import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides, type Platform } from '@order-hub/shared/service';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { schema } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startAnonymisingCustomers } from './customers/anonymise-customers.ts';
import { startClearingMarks } from './customers/clear-old-marks.ts';
import { customersClient } from './customers/customers.client.ts';
import type { AnonymisedCustomer } from './customers/order-customer.ts';
import { anonymiseOrders } from './orders/cleaning/anonymise-orders.ts';
import { openOrderThreads } from './orders/large/open-order-threads.ts';
import { orderInserter } from './orders/rows/insert-order.ts';
import { startClearingOrders } from './orders/cleaning/clear-old-orders.ts';
import { openSearches } from './orders/searching/search-orders.ts';

type Clearing = Pick<Platform, 'db' | 'log' | 'now' | 'life'>;

/** Starts the loops that remove what is no longer needed. */
function startClearing(
  { life, ...deps }: Clearing,
  { ORDERS_RETENTION_MONTHS: months, ANONYMISED_MARK_DAYS: days }: Config,
) {
  life.opened(startClearingOrders({ ...deps, months }), ({ close }) => close());
  life.opened(startClearingMarks({ ...deps, days }), ({ close }) => close());
}

/** Starts the orders service, which owns orders and deliveries. */
export const startOrders = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'orders',
    config,
    log,
    schema,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, bus, ask, relay, now, life, metrics }) {
      const anonymiseBatch = (customers: readonly AnonymisedCustomer[], after: string) =>
        anonymiseOrders({ db, relay, now }, customers, after);
      const anonymising = life.opened(startAnonymisingCustomers({ db, now, log, anonymiseBatch }), ({ close }) =>
        close(),
      );
      startClearing({ db, log, now, life }, config);
      const reads = openLargeReads(config);
      const threads = life.opened(openOrderThreads(config), ({ close }) => close());
      const searches = openSearches();
      watchSlots(metrics, { ...reads.slots, ...threads.slots, order_searches: searches });
      return {
        db,
        bus,
        reads,
        threads,
        searches,
        customers: customersClient(ask),
        insertOrder: orderInserter(db),
        anonymising,
      };
    },
  });
