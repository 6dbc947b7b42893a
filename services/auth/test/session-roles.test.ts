/** What the users of sessions are at locations: live pages end by it (docs/api/back-office.md#order-board). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import type { Browser } from './browser.ts';
import { aStaffedLocation } from './members.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

const digestOf = ({ cookies }: Browser) => digest(cookies.get('__Host-session') ?? cookies.get('hub-session') ?? '');

const rolesOf = async (
  visits: { id_digest: string; location_id: string }[],
  from: 'back-office' | 'orders' = 'back-office',
) => auth.call('POST /internal/sessions/roles', { internal: 'auth', from, body: { visits } });

test('are told in the order of the questions; null for others, for locations elsewhere, and after the session', async () => {
  const { owner, location, elsewhere, manager, kitchen, otherManager, stranger } = await aStaffedLocation(auth);
  const at = (location_id: string) => (browser: Browser) => ({ id_digest: digestOf(browser), location_id });
  const people = [owner, manager, kitchen, otherManager, stranger].map(({ browser }) => browser);
  const asked = [...people.map(at(location.id)), ...people.map(at(elsewhere.id)), at('nowhere')(owner.browser)];
  const before = await rolesOf([...asked, { id_digest: 'unknown', location_id: location.id }]);
  expect(before.body.roles).toEqual([
    ...['owner', 'manager', 'kitchen', null, null],
    ...['owner', null, null, 'manager', null],
    ...[null, null],
  ]);
  await manager.browser.send(await manager.browser.open('/back-office/profile/password'), {}, '/back-office/log-out');
  await auth.operator(`POST /management/members/${kitchen.member_id}/remove`, {});
  expect((await rolesOf(people.map(at(location.id)))).body.roles).toEqual(['owner', null, null, null, null]);
});

test('only the back office may ask', async () => {
  expect((await rolesOf([], 'orders')).status).toBe(401);
});
