/** One visitor of each kind. */
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aConnectedTenant } from './builders.ts';
import { aKnownUser, anOperator } from './owner.ts';
import type { TestAuth } from './service.ts';

export const kinds = [
  'nobody',
  'a visitor with odd cookies',
  'a stranger',
  'an operator',
  'the owner',
  'the owner, an hour after log-in',
] as const;

export type VisitorKind = (typeof kinds)[number];

const password = 'correct horse battery';

/** A tenant with a connection, and what it takes to visit its pages. */
export async function aVisitedTenant(auth: TestAuth) {
  const { connection, ...tenant } = await aConnectedTenant(auth);
  const ids: Record<string, string> = {
    account_id: tenant.account.id,
    location_id: tenant.location.id,
    client_id: tenant.client_id,
    connection_id: connection.id,
    client_connection_id: connection.id,
  };
  const logInAsOwner = () => logInAs(auth, { email: tenant.user.email, password });

  const visit: Record<VisitorKind, () => Promise<Browser>> = {
    nobody: () => Promise.resolve(openBrowser(auth)),
    'a visitor with odd cookies': () => {
      const browser = openBrowser(auth);
      for (const name of ['session', 'browser', 'notice']) browser.cookies.set(`__Host-${name}`, '%00%FF"<b>');
      return Promise.resolve(browser);
    },
    'a stranger': async () => logInAs(auth, await aKnownUser(auth)),
    'an operator': async () => (await anOperator(auth)).browser,
    'the owner': logInAsOwner,
    'the owner, an hour after log-in': async () => {
      const browser = await logInAsOwner();
      await auth.db.query("update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
        tenant.user.id,
      ]);
      return browser;
    },
  };
  return { tenant, ids, visit };
}

export type VisitedTenant = Awaited<ReturnType<typeof aVisitedTenant>>;
