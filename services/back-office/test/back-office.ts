/**
 * The back office under test, over a real auth service, because a stand-in for auth could differ from what the pages really
 * get. A browser reaches both behind one address, as behind the gateway. The test itself answers for the other services
 * (`answering-service.ts`).
 */
import type { Log } from '@order-hub/shared/log';
import { silentLog } from '@order-hub/shared/log';
import { keySettings } from '@order-hub/testing/keys';
import { startTestAuth } from '../../auth/test/service.ts';
import { routeOf } from '../../gateway/src/routing/route-table.ts';
import { readConfig } from '../src/config.ts';
import { startBackOffice } from '../src/service.ts';

type Options = { now?: () => Date; env?: Record<string, string>; log?: Log };

/** Whether the gateway sends requests for this path to auth. */
function isOfAuth(target: string): boolean {
  const { pathname: path, search: query } = new URL(target, 'http://localhost');
  return routeOf({ method: 'GET', path, query, isApi: false })?.upstream === 'auth';
}

// Nobody listens there, unless a test says otherwise.
const nowhere = 'http://127.0.0.1:1';

/** Starts auth and the back office. `operator` and `internal` call auth; `urlOf` is where a browser finds a page. */
export async function startTestBackOffice({ now, env = {}, log = silentLog }: Options = {}) {
  const auth = await startTestAuth({ log, env, ...(now && { now }) });
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'https://hub.example/',
    ...keySettings('back-office'),
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
    urlOf: (path: string) => (isOfAuth(path) ? auth.urlOf(path) : `http://127.0.0.1:${backOffice.port}${path}`),
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
