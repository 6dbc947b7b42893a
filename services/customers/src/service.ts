import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startClearingLists } from './customer-lists/clear-deleted-lists.ts';
import { startAnonymisingOutbox } from './customers/anonymise-outbox.ts';

/** Starts the customers service, which owns customer lists, customers and loyalty cards. */
export const startCustomers = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'customers',
    config,
    log,
    migrations,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, ask, relay, now, life }) {
      const clearingLists = life.opened(startClearingLists({ db, log }), ({ close }) => close());
      const anonymising = life.opened(startAnonymisingOutbox({ db, log, now }), ({ close }) => close());
      return { db, ask, relay, now, clearingLists, anonymising };
    },
  });
