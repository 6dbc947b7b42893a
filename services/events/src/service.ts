import type { Log } from '@order-hub/shared/log';
import type { Running } from '@order-hub/shared/lifetime';
import { addressesOf } from '@order-hub/shared/neighbours';
import { startService, type Overrides } from '@order-hub/shared/service';
import { networkInterfaces } from 'node:os';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import { addressPolicy } from './callbacks/address-policy.ts';
import { ownAddressesOf } from './callbacks/own-addresses.ts';
import type { Config } from './config.ts';
import { startAnonymisingChanges } from './events/anonymise-changes.ts';
import { findAnonymised } from './events/anonymised-customer.store.ts';
import { startDeletingHidden } from './events/delete-hidden.ts';
import { startHousekeeping } from './housekeeping/clear-away.ts';
import { clientSecretDecrypter } from './pushing/decrypt-client-secret.ts';
import { eventPoster } from './pushing/post-event.ts';
import { startPusher } from './pushing/pusher.ts';
import { nameResolver } from './pushing/resolve-name.ts';

/** What the settings say of where the hub listens. */
const listenersOf = (config: Config) => [
  ...Object.values(addressesOf(config)),
  ...[config.PUBLIC_URL, config.DATABASE_URL, config.AMQP_URL].filter((url) => url !== undefined),
  ...(config.PORT === 0 ? [] : [`localhost:${config.PORT}`]),
  ...config.CALLBACK_REFUSED_ADDRESSES,
];

/** Starts the events service: changes become events, and events go out to active callbacks. */
export const startEvents = (config: Config, log: Log, overrides: Overrides = {}): Promise<Running> =>
  startService({
    name: 'events',
    config,
    log,
    migrations,
    endpoints,
    consumers,
    findAnonymised,
    ...overrides,
    compose({ db, life, now }) {
      const policy = addressPolicy(config.CALLBACK_ALLOWED_NETWORKS, {
        addresses: ownAddressesOf(listenersOf(config)),
        machine: Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
      });
      const resolveName = nameResolver({ servers: config.CALLBACK_DNS_SERVERS });
      const timeoutMs = config.CALLBACK_TIMEOUT_SECONDS * 1000;
      const pushing = {
        postEvent: eventPoster({ policy, timeoutMs, resolveName }),
        decryptClientSecret: clientSecretDecrypter(config.HUB_ENCRYPTION_KEYS),
        signatureHeader: config.CALLBACK_SIGNATURE_HEADER,
        retryBaseSeconds: config.CALLBACK_RETRY_BASE_SECONDS,
      };
      const pusher = life.opened(startPusher({ db, log, timeoutMs, ...pushing }), ({ close }) => close());
      life.opened(startHousekeeping({ db, log }), ({ close }) => close());
      const anonymising = life.opened(startAnonymisingChanges({ db, log, now }), ({ close }) => close());
      const deletingHidden = life.opened(startDeletingHidden({ db, log }), ({ close }) => close());
      return { db, policy, wake: pusher.wake, anonymising, deletingHidden };
    },
  });
