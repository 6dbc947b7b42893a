/** A visitor of each kind, to send to every page, and the status each of them must get. */
import { newId } from '@order-hub/shared/ids';
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aTenant, aUser } from './builders.ts';
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

async function aNewUser(auth: TestAuth): Promise<{ id: string; browser: Browser }> {
  const person = { email: `${newId()}@example.com`, password };
  const { id } = (await auth.operator('POST /management/users', aUser(person))).body;
  return { id, browser: await logInAs(auth, person) };
}

/** A tenant with a connection, and what it takes to visit its pages. */
export async function aVisitedTenant(auth: TestAuth) {
  const tenant = await aTenant(auth);
  const grant = { client_id: tenant.client_id, location_id: tenant.location.id, scope: 'location[orders.read]' };
  const connection_id: string = (await auth.operator('POST /management/connections', grant)).body.id;
  const ids: Record<string, string> = {
    account_id: tenant.account.id,
    location_id: tenant.location.id,
    client_id: tenant.client_id,
    connection_id,
  };
  const logInAsOwner = () => logInAs(auth, { email: tenant.user.email, password });

  const visit: Record<VisitorKind, () => Promise<Browser>> = {
    nobody: () => Promise.resolve(openBrowser(auth)),
    'a visitor with odd cookies': () => {
      const browser = openBrowser(auth);
      for (const name of ['session', 'browser', 'notice']) browser.cookies.set(`__Host-${name}`, '%00%FF"<b>');
      return Promise.resolve(browser);
    },
    'a stranger': async () => (await aNewUser(auth)).browser,
    'an operator': async () => {
      const { id, browser } = await aNewUser(auth);
      await auth.db.query('update users set operator_since = now() where id = $1', [id]);
      return browser;
    },
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
