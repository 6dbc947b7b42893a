import { aCaller, testOperatorKey, type TestCaller } from '@order-hub/testing/call';
import type { Log } from '@order-hub/shared/log';
import type { FreshDatabase } from '@order-hub/testing/fresh-database';
import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startAuth } from '../src/service.ts';

export const encryptionKey = 'encryption-key-of-the-tests-0123456789abcdef';

type Options = { database?: FreshDatabase; now?: () => Date; env?: Record<string, string>; log?: Log };

/** The auth service under test. `operator` calls its operator API, `internal` an internal endpoint. */
export async function startTestAuth({ database, now, env, log }: Options = {}) {
  const settings = {
    HUB_ENCRYPTION_KEYS: encryptionKey,
    HUB_OPERATOR_KEY: testOperatorKey,
    PUBLIC_URL: 'https://hub.example/',
    // Nobody listens there, unless a test says otherwise.
    CATALOG_URL: 'http://127.0.0.1:1',
    CUSTOMERS_URL: 'http://127.0.0.1:1',
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
