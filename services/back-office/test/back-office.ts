/**
 * The back office under test, over a real auth service: a stand-in would hide what pages show. A browser reaches both
 * behind one address, as behind the gateway. Orders and events are answered by the test (`answering-service.ts`).
 */
import type { Log } from '@order-hub/shared/log';
import { silentLog } from '@order-hub/shared/log';
import { testInternalKeys } from '@order-hub/testing/call';
import { startTestAuth } from '../../auth/test/service.ts';
import { readConfig } from '../src/config.ts';
import { startBackOffice } from '../src/service.ts';

type Options = { now?: () => Date; env?: Record<string, string>; log?: Log };

/** The paths that the gateway sends to auth (services/gateway/src/routing/route-table.ts). */
const pagesOfAuth =
  /^\/(?:favicon\.ico|oauth2\/v1|back-office\/(?:assets|log-in|log-out|sign-up|confirm|new-password|profile\/(?:password|sessions)))(?:[/?]|$)/;

// Nobody listens there, unless a test says otherwise.
const nowhere = 'http://127.0.0.1:1';

/** Starts auth and the back office. `operator` and `internal` call auth; `urlOf` is where a browser finds a page. */
export async function startTestBackOffice({ now, env = {}, log = silentLog }: Options = {}) {
  const auth = await startTestAuth({ log, env, ...(now && { now }) });
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://hub.example/',
    HUB_INTERNAL_KEYS: testInternalKeys.join(','),
    AUTH_URL: auth.url(),
    ORDERS_URL: nowhere,
    CATALOG_URL: nowhere,
    CUSTOMERS_URL: nowhere,
    EVENTS_URL: nowhere,
    ...env,
  };
  const open = () => startBackOffice(readConfig(settings), log, { ...(now && { now }) });
  let backOffice = await open();
  return {
    ...auth,
    urlOf: (path: string) => (pagesOfAuth.test(path) ? auth.urlOf(path) : `http://127.0.0.1:${backOffice.port}${path}`),
    /** Stops the back office; auth goes on. */
    stop: () => backOffice.close(),
    async start() {
      backOffice = await open();
    },
    async close() {
      await backOffice.close();
      await auth.close();
    },
  };
}

export type TestBackOffice = Awaited<ReturnType<typeof startTestBackOffice>>;
