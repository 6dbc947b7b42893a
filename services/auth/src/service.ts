import type { Bus } from '@order-hub/shared/bus';
import type { Log } from '@order-hub/shared/log';
import { startService } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { authEndpoints } from './app.ts';
import type { Config } from './config.ts';
import { startResuming } from './locations/resume-locations.ts';

type Overrides = { bus?: Bus; now?: () => Date };

/** The neighbours of whom an operator may want to know whether they are ready; auth itself is, for it is answering. */
const addressesOf = (config: Config) => ({
  gateway: config.GATEWAY_URL,
  orders: config.ORDERS_URL,
  catalog: config.CATALOG_URL,
  customers: config.CUSTOMERS_URL,
  events: config.EVENTS_URL,
});

/** Opens everything the auth service needs and starts answering. */
export const startAuth = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'auth',
    config,
    log,
    migrations,
    operatorKey: config.HUB_OPERATOR_KEY,
    ...overrides,
    compose: ({ db, relay, life }) => {
      const now = overrides.now ?? (() => new Date());
      life.opened(startResuming({ db, log, now, wakeRelay: relay.wake }), (resuming) => resuming.close());
      const addresses = addressesOf(config);
      return {
        endpoints: authEndpoints({
          db,
          encryptionKeys: config.HUB_ENCRYPTION_KEYS,
          publicUrl: config.PUBLIC_URL,
          addresses,
        }),
      };
    },
  });
