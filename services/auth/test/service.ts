import { aCaller, testOperatorKey, type TestCaller } from '@order-hub/testing/call';
import { silentLog, type Log } from '@order-hub/shared/log';
import type { FreshDatabase } from '@order-hub/testing/fresh-database';
import { keySettings } from '@order-hub/testing/keys';
import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import type { Quotas } from '../src/quotas.ts';
import { startAuth } from '../src/service.ts';

export const encryptionKey = 'encryption-key-of-the-tests-0123456789abcdef';

/** The settings without which auth does not start, and no others. */
export const requiredSettings = {
  DATABASE_URL: 'postgres://here/hub',
  ...keySettings('auth'),
  HUB_ENCRYPTION_KEYS: encryptionKey,
  HUB_OPERATOR_KEY: testOperatorKey,
  PUBLIC_URL: 'https://hub.example',
  CATALOG_URL: 'http://catalog',
  CUSTOMERS_URL: 'http://customers',
};

/** The quotas of the default settings. */
export const testQuotas: Quotas = {
  connectionsPerPlace: 20,
  connectionsPerAccount: 2_000,
  locationsPerAccount: 1_000,
  clientsPerUser: 100,
  accountsPerUser: 100,
  secondFactorsPerUser: 10,
  listingsPerUser: 10,
  peoplePerAccount: 200,
};

/** What granting a connection needs besides a transaction. */
export const testGranting = { encryptionKeys: [encryptionKey], quotas: testQuotas, log: silentLog };

type Options = { database?: FreshDatabase; now?: () => Date; env?: Record<string, string>; log?: Log };

/** The auth service under test. `operator` calls the management API with the operator key, `internal` an internal endpoint. */
export async function startTestAuth({ database, now, env, log }: Options = {}) {
  const settings = {
    HUB_ENCRYPTION_KEYS: encryptionKey,
    HUB_OPERATOR_KEY: testOperatorKey,
    PUBLIC_URL: 'https://hub.example/',
    // Nobody listens there, unless a test says otherwise.
    CATALOG_URL: 'http://127.0.0.1:1',
    CUSTOMERS_URL: 'http://127.0.0.1:1',
    // A test logs in often, and only a test of these limits waits for them.
    LOG_INS_PER_ADDRESS_MINUTE: '1000',
    LOG_INS_PER_USER_MINUTE: '1000',
    FORMS_PER_USER_MINUTE: '1000',
    LOG_IN_DELAY_SECONDS: '0.01',
    ...env,
  };
  const service = await testService({ name: 'auth', start: startAuth, readConfig, settings, now, database, log });
  return {
    ...service,
    urlOf: (path: string) => service.url() + path,
    operator: (route: string, body: unknown = route.startsWith('POST') ? {} : undefined) =>
      service.call(route, { operatorKey: testOperatorKey, body }),
    internal: (route: string) => service.call(route, { internal: 'auth' }),
  };
}

export type TestAuth = Awaited<ReturnType<typeof startTestAuth>>;

/** The caller that the gateway signs for a connection with this token, with the location of the path. */
export async function callerOf(
  { internal }: TestAuth,
  token_digest: string,
  location_id?: string,
): Promise<TestCaller> {
  const { body } = await internal(`GET /internal/connections/${token_digest}`);
  const named = location_id ?? body.caller.location_id;
  return aCaller({ ...body.caller, location: named ? { id: named, timezone: 'Europe/Paris' } : null });
}
