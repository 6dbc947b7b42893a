import { openLargeReads } from '@order-hub/shared/large-reads';
import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { schema } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startAnonymisingLists } from './customer-lists/deleted/anonymise-deleted-lists.ts';
import { startClearingLists } from './customer-lists/deleted/clear-deleted-lists.ts';
import { startAnonymisingOutbox } from './customers/anonymising/anonymise-outbox.ts';
import { announceAnonymised } from './customers/anonymising/announce-anonymised.ts';

/** Starts the customers service, which owns customer lists, customers and loyalty cards. */
export const startCustomers = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'customers',
    config,
    log,
    schema,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, bus, ask, relay, now, life, metrics }) {
      const clearingLists = life.opened(startClearingLists({ db, log }), ({ close }) => close());
      const anonymising = life.opened(startAnonymisingOutbox({ db, log, now }), ({ close }) => close());
      const afterBatch = () => [relay, anonymising, clearingLists].forEach(({ wake }) => wake());
      const anonymisingLists = life.opened(
        startAnonymisingLists({ db, log, announce: announceAnonymised, afterBatch }),
        ({ close }) => close(),
      );
      const quotas = {
        listsMax: config.CUSTOMER_LISTS_PER_ACCOUNT_MAX,
        customersMax: config.CUSTOMERS_PER_ACCOUNT_MAX,
      };
      const reads = openLargeReads(config);
      watchSlots(metrics, reads.slots);
      return { db, bus, ...quotas, reads, ask, relay, now, anonymising, anonymisingLists };
    },
  });
