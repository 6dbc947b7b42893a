import {
  ConfigError,
  encryptionKeys,
  formKeys,
  loadConfig,
  publicUrl,
  serviceSettings,
} from '@order-hub/shared/config';
import { neededAddresses } from '@order-hub/shared/neighbours';
import { flag, limit, operatorKeyRing, seconds, secretUrl, wholeNumber } from '@order-hub/shared/settings';
import { z } from 'zod';
import type { Quotas } from './quotas.ts';

export const settings = {
  ...serviceSettings,
  HUB_FORM_KEYS: formKeys,
  HUB_ENCRYPTION_KEYS: encryptionKeys,
  HUB_OPERATOR_KEY: operatorKeyRing.describe(
    'Whoever presents one of them may call the management API as an operator.',
  ),
  PUBLIC_URL: publicUrl,
  // They own what users select for a connection (docs/api/authentication.md#permissions).
  CATALOG_URL: neededAddresses.CATALOG_URL,
  CUSTOMERS_URL: neededAddresses.CUSTOMERS_URL,
  // docs/api/authentication.md#redirect-uris
  REQUIRE_REGISTERED_REDIRECTS: flag(true).describe('Clients must have registered where their users return to.'),
  // docs/api/authentication.md#authorisation-codes
  AUTHORIZATION_CODE_SECONDS: seconds(600).describe('How long an authorisation code can be exchanged.'),
  OAUTH_DATABASE_POOL_SIZE: limit(4).describe(
    'Connections to the database for token requests and revocations alone, besides `DATABASE_POOL_SIZE`.',
  ),
  // docs/api/back-office.md#attempts and docs/api/limits.md#pages
  LOG_IN_DELAY_SECONDS: seconds(4).describe('The longest delay of a log-in whose email address is often guessed at.'),
  LOG_INS_PER_ADDRESS_MINUTE: limit(60).describe('Log-ins per minute from one network address.'),
  LOG_INS_PER_USER_MINUTE: limit(10).describe('Log-ins per minute with one email address.'),
  SIGN_UPS_PER_ADDRESS_HOUR: limit(20).describe('Sign-ups per hour from one network address.'),
  FORMS_PER_USER_MINUTE: limit(60).describe('Forms that a user may send per minute.'),
  SESSIONS_PER_USER: limit(20).describe('Sessions that a user may have. A new one ends the oldest.'),
  // docs/api/back-office.md#old-entries
  AUDIT_DAYS: wholeNumber({ min: 30 }).default(365).meta({ unit: 'days' }).describe('How long audit entries are kept.'),
  // docs/api/limits.md#quotas
  CONNECTIONS_PER_PLACE_MAX: limit(20).describe('Connections of a client to one location or account.'),
  CONNECTIONS_PER_ACCOUNT_MAX: limit(2_000).describe('Connections to an account and its locations.'),
  LOCATIONS_PER_ACCOUNT_MAX: limit(1_000).describe('Locations that an account may have.'),
  CLIENTS_PER_USER_MAX: limit(100).describe('Clients that a user may have.'),
  ACCOUNTS_PER_USER_MAX: limit(100).describe('Accounts that a user may have.'),
  SECOND_FACTORS_PER_USER_MAX: limit(10).describe('Second factors that a user may have.'),
  LISTINGS_PER_USER_MAX: limit(10).describe('Apps of a user in the directory, or waiting for it.'),
  PEOPLE_PER_ACCOUNT_MAX: limit(200).describe('People whom an account may have, open invitations included.'),
  // docs/api/sandbox.md#your-test-shop
  TEST_SHOPS_MAX: wholeNumber({ min: 0 })
    .default(50)
    .describe('Test shops that all users together may have open; 0: none.'),
  // docs/operations.md#mail
  SMTP_SERVER_URL: secretUrl(['smtp', 'smtps'], 'smtps://user:password@mail.example.com:465')
    .optional()
    .describe('The server that takes the mails of the hub. Without it the hub sends none.'),
  SMTP_REQUIRE_TLS: flag(true).describe(
    'Sends nothing to a server at `smtp://` that does not offer STARTTLS; `false` for one on the same machine or network.',
  ),
  MAIL_FROM: z
    .email()
    .optional()
    .meta({ form: 'an email address' })
    .describe('The sender of all mails. Needed with `SMTP_SERVER_URL`.'),
  // docs/api/back-office.md#apps-with-trouble
  TROUBLE_MAIL_SECONDS: seconds(600).describe(
    'How long an app must have failed before its people get a mail, and have worked before its trouble is over.',
  ),
};

/** The quotas of a user, by what they count. */
export const quotasOf = (config: Config): Quotas => ({
  connectionsPerPlace: config.CONNECTIONS_PER_PLACE_MAX,
  connectionsPerAccount: config.CONNECTIONS_PER_ACCOUNT_MAX,
  locationsPerAccount: config.LOCATIONS_PER_ACCOUNT_MAX,
  clientsPerUser: config.CLIENTS_PER_USER_MAX,
  accountsPerUser: config.ACCOUNTS_PER_USER_MAX,
  secondFactorsPerUser: config.SECOND_FACTORS_PER_USER_MAX,
  listingsPerUser: config.LISTINGS_PER_USER_MAX,
  peoplePerAccount: config.PEOPLE_PER_ACCOUNT_MAX,
});

export type Config = ReturnType<typeof readConfig>;

/** Throws ConfigError with every fault at once. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const config = loadConfig(settings, env, [['CONNECTIONS_PER_PLACE_MAX', 'CONNECTIONS_PER_ACCOUNT_MAX']]);
  if (config.SMTP_SERVER_URL !== undefined && config.MAIL_FROM === undefined)
    throw new ConfigError('MAIL_FROM is missing: it must be an email address, because SMTP_SERVER_URL is set');
  return config;
}
