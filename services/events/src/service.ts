import type { Bus } from '@order-hub/shared/bus';
import type { Log } from '@order-hub/shared/log';
import { startService, type Running } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { eventsEndpoints } from './app.ts';
import { addressPolicy } from './callbacks/address-policy.ts';
import type { Config } from './config.ts';
import { keepConnections } from './connections/connection.consumer.ts';
import { storeChanges } from './events/change.consumer.ts';
import { forgetCustomers } from './events/forget-customers.consumer.ts';
import { startHousekeeping } from './housekeeping/clear-away.ts';
import { clientSecrets } from './pushing/client-secrets.ts';
import { openSender } from './pushing/post-event.ts';
import { startPusher } from './pushing/pusher.ts';

type Overrides = { bus?: Bus; now?: () => Date };

/** Starts the events service: what it hears becomes events, and events go out to active callbacks. */
export const startEvents = (config: Config, log: Log, overrides: Overrides = {}): Promise<Running> =>
  startService({
    name: 'events',
    config,
    log,
    migrations,
    ...overrides,
    compose: async ({ db, bus, life }) => {
      const policy = addressPolicy(config.CALLBACK_ALLOWED_NETWORKS);
      const timeoutMs = config.CALLBACK_TIMEOUT_SECONDS * 1000;
      const pushing = {
        sender: openSender({ policy, timeoutMs }),
        secrets: clientSecrets(config.HUB_ENCRYPTION_KEYS),
        signatureHeader: config.CALLBACK_SIGNATURE_HEADER,
        retryBaseSeconds: config.CALLBACK_RETRY_BASE_SECONDS,
      };
      const pusher = life.opened(startPusher({ db, log, timeoutMs, ...pushing }), (opened) => opened.close());
      life.opened(startHousekeeping({ db, log }), (opened) => opened.close());
      const deps = { db, policy, wake: pusher.wake };
      await bus.subscribe({ topics: ['connection'], handle: (messages) => keepConnections(deps, messages) });
      await bus.subscribe({ topics: ['change'], handle: (messages) => storeChanges(deps, messages) });
      await bus.subscribe({ topics: ['customer.anonymised'], handle: (messages) => forgetCustomers(deps, messages) });
      return { endpoints: eventsEndpoints(deps) };
    },
  });
