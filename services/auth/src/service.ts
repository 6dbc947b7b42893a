import type { Log } from '@order-hub/shared/log';
import { addressesOf } from '@order-hub/shared/neighbours';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startReturningToNormal } from './locations/return-to-normal.ts';
import { startClearingCodes } from './oauth/clear-expired-codes.ts';
import { startClearingAttempts } from './attempts/clear-old-attempts.ts';
import { findPageSession } from './sessions/find-page-session.ts';
import { startClearingSessions } from './sessions/clear-old-sessions.ts';

/** Opens everything the auth service needs and starts answering. */
export const startAuth = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'auth',
    config,
    log,
    migrations,
    endpoints,
    consumers,
    operatorKey: config.HUB_OPERATOR_KEY,
    ...overrides,
    compose({ db, relay, ask, life, now }) {
      life.opened(startReturningToNormal({ db, log, now, wakeRelay: relay.wake }), ({ close }) => close());
      life.opened(startClearingCodes({ db, log, now }), ({ close }) => close());
      life.opened(startClearingSessions({ db, log, now }), ({ close }) => close());
      life.opened(startClearingAttempts({ db, log, now }), ({ close }) => close());
      return {
        db,
        ask,
        internalKeys: config.HUB_INTERNAL_KEYS,
        formKeys: config.HUB_INTERNAL_KEYS,
        findSession: findPageSession(db),
        encryptionKeys: config.HUB_ENCRYPTION_KEYS,
        publicUrl: config.PUBLIC_URL,
        addresses: addressesOf(config),
        codeSeconds: config.AUTHORIZATION_CODE_SECONDS,
        requireRegisteredRedirects: config.REQUIRE_REGISTERED_REDIRECTS,
      };
    },
  });
