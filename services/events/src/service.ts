import { openLargeReads } from '@order-hub/shared/large-reads';
import type { Log } from '@order-hub/shared/log';
import type { Running } from '@order-hub/shared/lifetime';
import { addressesOf } from '@order-hub/shared/neighbours';
import { startService, type Overrides, type Platform } from '@order-hub/shared/service';
import { counter } from '@order-hub/shared/metric';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { networkInterfaces } from 'node:os';
import { schema } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import { clearAnswersAbout } from './attempt-log/logged-attempt.store.ts';
import { addressPolicy } from './addresses/address-policy.ts';
import { hubListenersOf } from './addresses/hub-listeners.ts';
import type { Config } from './config.ts';
import { startAnonymisingChanges } from './events/anonymising/anonymise-changes.ts';
import { findAnonymised } from './events/anonymising/anonymised-customer.store.ts';
import { startDeletingHidden } from './events/hidden/delete-hidden.ts';
import { startClearingChanges } from './housekeeping/clear-old-changes.ts';
import { startHousekeeping } from './housekeeping/delete-obsolete.ts';
import { clientSecretDecrypter } from './pushing/attempts/decrypt-client-secret.ts';
import { attemptLogger } from './pushing/attempts/log-attempt.ts';
import { failureLogger } from './pushing/attempts/log-failures.ts';
import { eventPoster } from './pushing/http/post-event.ts';
import { nameResolver } from './pushing/http/resolve-name.ts';
import { recordedPosts } from './pushing/http/record-posts.ts';
import { startRemovingUnsent } from './pushing/giving-up/remove-unsent-events.ts';
import { startPusher } from './pushing/pusher.ts';
import { dueReading } from './pushing/waiting/watch-due-events.ts';

const droppedEvents = counter(
  'hub_events_dropped_total',
  'Events that were given up: after their last attempt, or because their receiver is too slow.',
);

/** The addresses at which the hub listens, according to the settings. */
const listenersOf = (config: Config) => [
  ...Object.values(addressesOf(config)),
  ...[config.PUBLIC_URL, config.DATABASE_URL, config.AMQP_URL].filter((url) => url !== undefined),
  ...(config.PORT === 0 ? [] : [`localhost:${config.PORT}`]),
  ...config.CALLBACK_REFUSED_ADDRESSES,
];

const retentionOf = (config: Config) => ({
  droppedDays: config.DROPPED_EVENT_DAYS,
  markDays: config.ANONYMISED_MARK_DAYS,
  requestLogDays: config.REQUEST_LOG_DAYS,
  orderFigureDays: config.ORDER_FIGURE_DAYS,
});

type Parts = Pick<Platform, 'db' | 'life' | 'metrics' | 'tracing'>;

/** Starts pushing events, and giving up those that cannot be pushed in time. */
function startPushing(config: Config, log: Log, { db, life, metrics, tracing }: Parts) {
  const policy = addressPolicy(config.CALLBACK_ALLOWED_NETWORKS, {
    listeners: hubListenersOf(listenersOf(config)),
    machine: Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
  });
  const resolveName = nameResolver({ servers: config.CALLBACK_DNS_SERVERS });
  const timeoutMs = config.CALLBACK_TIMEOUT_SECONDS * 1000;
  const signatureHeaders = config.CALLBACK_SIGNATURE_HEADERS ?? config.CALLBACK_SIGNATURE_HEADER;
  const dropped = metrics.counter(droppedEvents);
  const pushing = {
    ...{ db, log, metrics, tracing, timeoutMs, signatureHeaders, findAnonymised },
    postEvent: recordedPosts(eventPoster({ policy, timeoutMs, resolveName }), metrics),
    decryptClientSecret: clientSecretDecrypter(config.HUB_ENCRYPTION_KEYS),
    retryBaseSeconds: config.CALLBACK_RETRY_BASE_SECONDS,
    logFailure: failureLogger(log),
    logAttempt: attemptLogger(signatureHeaders),
    onDropped: (events: number) => dropped.inc(events),
  };
  const { wake, servedSeconds, close } = startPusher(pushing);
  life.opened(wake, close);
  const backlogMax = { events: config.CALLBACK_BACKLOG_EVENTS, bytes: config.CALLBACK_BACKLOG_BYTES };
  life.opened(startRemovingUnsent({ ...pushing, servedSeconds, backlogMax }), (removing) => removing.close());
  return { policy, wake };
}

/** Starts the events service, which turns changes into events and pushes them to active callbacks. */
export const startEvents = (config: Config, log: Log, overrides: Overrides = {}): Promise<Running> =>
  startService({
    name: 'events',
    config,
    log,
    schema,
    endpoints,
    consumers,
    findAnonymised,
    ...overrides,
    compose({ db, bus, life, now, metrics, tracing }) {
      const { policy, wake } = startPushing(config, log, { db, life, metrics, tracing });
      metrics.addReading(dueReading(db));
      life.opened(startClearingChanges({ db, log, now }), ({ close }) => close());
      life.opened(startHousekeeping({ db, log, now, ...retentionOf(config) }), ({ close }) => close());
      const anonymising = life.opened(startAnonymisingChanges({ db, log, now, clearAnswersAbout }), ({ close }) =>
        close(),
      );
      const deletingHidden = life.opened(startDeletingHidden({ db, log }), ({ close }) => close());
      const reads = openLargeReads(config);
      watchSlots(metrics, reads.slots);
      const { HUB_ENCRYPTION_KEYS: encryptionKeys, REQUEST_LOG_DAYS: requestLogDays } = config;
      const kept = { encryptionKeys, requestLogDays, orderFigureDays: config.ORDER_FIGURE_DAYS };
      return { ...kept, db, bus, now, reads, policy, wake, anonymising, deletingHidden };
    },
  });
