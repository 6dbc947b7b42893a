/** One visitor of each kind. */
import { logInAs, openBrowser, type Browser } from './browser.ts';
import type { Role } from '@order-hub/shared/roles';
import { aPlace, aPrincipal } from '@order-hub/testing/call';
import { aConnectedTenant, aLocation, type Tenant } from './builders.ts';
import { aMember } from './members.ts';
import { aKnownUser, anOperator } from './owner.ts';
import type { TestAuth } from './service.ts';

export const kinds = [
  'nobody',
  'a visitor with odd cookies',
  'a stranger',
  'an operator',
  'the owner',
  'the owner, an hour after log-in',
  'a manager',
  'a manager of another location',
  'somebody in the kitchen',
] as const;

export type VisitorKind = (typeof kinds)[number];

const password = 'correct horse battery';

/** The role of a visitor at the visited location. */
export const roleOf: Partial<Record<VisitorKind, Role>> = {
  'the owner': 'owner',
  'the owner, an hour after log-in': 'owner',
  'a manager': 'manager',
  'somebody in the kitchen': 'kitchen',
};

export const otherLocationName = 'Halles';

/** People at the location of a tenant and at another one, and an invitation. */
async function aStaff(auth: TestAuth, { account, location }: { account: { id: string }; location: { id: string } }) {
  const elsewhere = (
    await auth.operator('POST /management/locations', aLocation(account.id, { name: otherLocationName }))
  ).body;
  const route = `POST /management/locations/${location.id}/invitations`;
  return {
    invitation_id: (await auth.operator(route, { role: 'kitchen' })).body.id as string,
    manager: await aMember(auth, location.id, 'manager'),
    otherManager: await aMember(auth, elsewhere.id, 'manager'),
    kitchen: await aMember(auth, location.id, 'kitchen'),
  };
}

/** A special day of the location of a tenant, half a year from now. */
async function aSpecialDay(auth: TestAuth, { user, account, location }: Tenant): Promise<string> {
  const day = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString().slice(0, 10);
  const place = aPlace({ account_id: account.id, location_id: location.id });
  const owner = aPrincipal({ user: { id: user.id, email: user.email }, place });
  const { status } = await auth.call('POST /management/special-days', { user: owner, body: { day } });
  if (status !== 200) throw new Error(`No special day: ${status}`);
  return day;
}

/** A tenant with a connection, and what it takes to visit its pages. */
export async function aVisitedTenant(auth: TestAuth) {
  const { connection, ...tenant } = await aConnectedTenant(auth);
  const { invitation_id, manager, otherManager, kitchen } = await aStaff(auth, tenant);
  const ids: Record<string, string> = {
    invitation_id,
    member_id: (await aMember(auth, tenant.location.id, 'kitchen')).member_id,
    day: await aSpecialDay(auth, tenant),
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
    'a manager': () => logInAs(auth, manager),
    'a manager of another location': () => logInAs(auth, otherManager),
    'somebody in the kitchen': () => logInAs(auth, kitchen),
  };
  return { tenant, ids, visit };
}

export type VisitedTenant = Awaited<ReturnType<typeof aVisitedTenant>>;
