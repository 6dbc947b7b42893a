import { openDatabase, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { addressesOf } from '@order-hub/shared/neighbours';
import { watchPool } from '@order-hub/shared/pool-metrics';
import { startService, type Overrides, type Platform } from '@order-hub/shared/service';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { schema } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import { startClearingAudit } from './audit/clear-old-entries.ts';
import { quotasOf, type Config } from './config.ts';
import { startClearingSecrets } from './clients/secrets/clear-previous-secrets.ts';
import { startDisconnectingExpired } from './connections/expiring/disconnect-expired-connections.ts';
import { startAnnouncingTimezones } from './locations/announce-timezones.ts';
import type { Mailing } from './mails/queue-mail.ts';
import { startSendingMails } from './mails/send-mails.ts';
import { sendBySmtp } from './mails/smtp/send-by-smtp.ts';
import { smtpServerOf } from './mails/smtp/smtp-server.ts';
import { waitingMails } from './mails/watch-mails.ts';
import { startReturningToNormal } from './locations/return-to-normal.ts';
import { startClosingOnSpecialDays } from './locations/special-days/close-on-special-days.ts';
import { startClearingCodes } from './oauth/clear-expired-codes.ts';
import type { LogInLimits } from './attempts/attempts.ts';
import { startClearingRefusals } from './history/clear-refused-log-ins.ts';
import { startClearingAttempts } from './attempts/clear-old-attempts.ts';
import { holdingSlots } from './attempts/hold-attempt.ts';
import { countingSlots } from './attempts/limit-attempts.ts';
import { hashingSlots } from './credentials/hash-password.ts';
import { startClearingVerifications } from './email-verification/clear-expired-verifications.ts';
import { startClearingSetups } from './second-factor/clear-expired-setups.ts';
import { startClosingOldShops } from './test-shops/close-test-shop.ts';
import { findPageSession } from './sessions/find-page-session.ts';
import { startClearingSessions } from './sessions/clear-old-sessions.ts';
import { startClearingPendingSessions } from './sessions/pending/clear-pending-sessions.ts';
import { startAnnouncingTrouble } from './trouble/announce-trouble.ts';

const logInLimitsOf = (config: Config): LogInLimits => ({
  delaySecondsMax: config.LOG_IN_DELAY_SECONDS,
  perAddressMinute: config.LOG_INS_PER_ADDRESS_MINUTE,
  perUserMinute: config.LOG_INS_PER_USER_MINUTE,
  signUpsPerHour: config.SIGN_UPS_PER_ADDRESS_HOUR,
  sessionsMax: config.SESSIONS_PER_USER,
});

/** The loops that delete what is over. */
const clearing = [
  startClearingCodes,
  startClearingSessions,
  startClearingPendingSessions,
  startClearingSetups,
  startClearingVerifications,
  startClearingAttempts,
  startClearingSecrets,
  startClearingRefusals,
];

type Loops = Pick<Platform, 'db' | 'bus' | 'relay' | 'life' | 'now'>;

function startLoops({ db, bus, relay, life, now }: Loops, { AUDIT_DAYS: auditDays }: Config, log: Log): void {
  life.opened(startReturningToNormal({ db, log, now, wakeRelay: relay.wake }), ({ close }) => close());
  life.opened(startClosingOnSpecialDays({ db, log, now, wakeRelay: relay.wake }), ({ close }) => close());
  life.opened(startAnnouncingTimezones({ db, bus, log }), ({ close }) => close());
  life.opened(startDisconnectingExpired({ db, log, now }), ({ close }) => close());
  life.opened(startClosingOldShops({ db, log, now }), ({ close }) => close());
  for (const start of clearing) life.opened(start({ db, log, now }), ({ close }) => close());
  life.opened(startClearingAudit({ db, log, now, auditDays }), ({ close }) => close());
}

type MailPlatform = Pick<Platform, 'db' | 'ask' | 'life' | 'now' | 'metrics'>;

/** Sends mails, and causes those about apps with trouble, if there is a server for them. */
function openMail({ db, ask, life, now, metrics }: MailPlatform, config: Config, log: Log): Mailing {
  const { SMTP_SERVER_URL: url, MAIL_FROM: from = '', SMTP_REQUIRE_TLS: requireTls } = config;
  const { PUBLIC_URL: publicUrl, HUB_ENCRYPTION_KEYS: encryptionKeys } = config;
  const mailing = { isOn: url !== undefined, encryptionKeys };
  if (url === undefined) return mailing;
  const sendMail = sendBySmtp({ ...smtpServerOf(url), from, requireTls });
  const terms = { publicUrl, encryptionKeys, sendMail };
  life.opened(startSendingMails({ db, log, now, metrics, ...terms }), ({ close }) => close());
  metrics.addReading(waitingMails(db, now));
  if (config.EVENTS_URL) {
    const lastingMs = config.TROUBLE_MAIL_SECONDS * 1_000;
    life.opened(startAnnouncingTrouble({ db, log, now, ask, mailing, lastingMs }), ({ close }) => close());
  }
  return mailing;
}

/** The connections of tokens, which floods of log-ins do not take. */
function openOAuthPool({ life, metrics }: Pick<Platform, 'life' | 'metrics'>, config: Config, log: Log): Database {
  const { DATABASE_URL: url, OAUTH_DATABASE_POOL_SIZE: poolSize } = config;
  const pool = life.opened(openDatabase({ url, schema: 'auth', poolSize, log }), (open) => open.end());
  watchPool(metrics, 'oauth', pool);
  return pool;
}

/** Opens everything the auth service needs and starts answering. */
export const startAuth = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'auth',
    config,
    log,
    schema,
    endpoints,
    consumers,
    operatorKeys: config.HUB_OPERATOR_KEY,
    ...overrides,
    compose({ db, bus, relay, ask, life, readiness, now, metrics }) {
      startLoops({ db, bus, relay, life, now }, config, log);
      const mailing = openMail({ db, ask, life, now, metrics }, config, log);
      const oauthDb = openOAuthPool({ life, metrics }, config, log);
      watchSlots(metrics, { attempts: countingSlots, held_log_ins: holdingSlots, password_hashes: hashingSlots });
      const formsPerMinute = config.FORMS_PER_USER_MINUTE;
      return {
        db,
        oauthDb,
        ask,
        readiness,
        bus,
        signingKey: config.HUB_SIGNING_KEY,
        verifyingKeys: config.HUB_VERIFYING_KEYS,
        formKeys: config.HUB_FORM_KEYS,
        findSession: findPageSession({ db, formsPerMinute }),
        formsPerMinute,
        logInLimits: logInLimitsOf(config),
        encryptionKeys: config.HUB_ENCRYPTION_KEYS,
        mailing,
        publicUrl: config.PUBLIC_URL,
        hasMarked: config.NODE_ENV !== 'production',
        addresses: addressesOf(config),
        quotas: quotasOf(config),
        testShopsMax: config.TEST_SHOPS_MAX,
        codeSeconds: config.AUTHORIZATION_CODE_SECONDS,
        requireRegisteredRedirects: config.REQUIRE_REGISTERED_REDIRECTS,
      };
    },
  });
