/** People who work at a location, and what they may do, with the tokens of their own sessions. */
import { digest } from '@order-hub/shared/encryption';
import type { MemberRole } from '@order-hub/shared/management/members';
import { userTokenHeader } from '@order-hub/shared/user-token';
import { logInAs, type Browser } from './browser.ts';
import { aKnownUser, anOwnerOfLocation } from './owner.ts';
import type { TestAuth } from './service.ts';

/** Makes a user a member of a location, and logs them in. */
export async function aMember(auth: TestAuth, location_id: string, role: MemberRole) {
  const user = await aKnownUser(auth);
  const { status, body } = await auth.operator('POST /management/members', { user_id: user.id, location_id, role });
  if (status !== 200) throw new Error(`No member: ${status} ${JSON.stringify(body)}`);
  return { ...user, member_id: body.id as string, browser: await logInAs(auth, user) };
}

/** An owner with two locations, and people at the first. */
export async function aStaffedLocation(auth: TestAuth) {
  const owner = await anOwnerOfLocation(auth);
  const body = { account_id: owner.account.id, name: 'Halles', timezone: 'Europe/Paris' };
  const elsewhere = (await auth.operator('POST /management/locations', body)).body;
  return {
    owner,
    account: owner.account as { id: string },
    location: owner.location as { id: string },
    elsewhere: elsewhere as { id: string },
    manager: await aMember(auth, owner.location.id, 'manager'),
    kitchen: await aMember(auth, owner.location.id, 'kitchen'),
    otherManager: await aMember(auth, elsewhere.id, 'manager'),
    stranger: await anOwnerOfLocation(auth),
  };
}

type PlaceIds = { account_id?: string; location_id?: string; connection_id?: string };

/** The session of a browser as the back office learns it, on a page about these ids. */
export async function sessionOf(auth: TestAuth, { cookies }: Browser, ids: PlaceIds = {}) {
  const secret = cookies.get('__Host-session') ?? cookies.get('hub-session') ?? '';
  const body = { id_digest: digest(secret), kind: 'user', ids };
  return (await auth.call('POST /internal/sessions', { internal: 'auth', from: 'back-office', body })).body;
}

/** A call of the management API as the back office makes it for this browser, on a page about these ids. */
export async function callAs(auth: TestAuth, browser: Browser, route: string, { ids = {}, body }: CallAs = {}) {
  const { user_token } = await sessionOf(auth, browser, ids);
  const headers = { [userTokenHeader]: user_token as string };
  const sent = route.startsWith('POST') ? { body: body ?? {} } : {};
  return auth.call(route, { internal: 'auth', from: 'back-office', headers, ...sent });
}

type CallAs = { ids?: PlaceIds; body?: object };
