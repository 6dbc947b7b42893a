/** How orders are taken, set by people at the location (docs/api/back-office.md#the-shops-state). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aPlace, aPrincipal } from '@order-hub/testing/call';
import { anOwnerOfLocation } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

async function aShop(role: Role = 'owner') {
  const { account, location, user } = await anOwnerOfLocation(auth);
  const place = aPlace({ account_id: account.id, location_id: location.id, role });
  const principal = aPrincipal({ user: { id: user.id, email: 'ada@example.com' }, place });
  return {
    set: (body: object, as = principal) => auth.call('POST /management/order-acceptance', { user: as, body }),
    async state() {
      const { body } = await auth.operator(`GET /management/locations/${location.id}`);
      return body.settings.order_acceptance;
    },
    location,
  };
}

test.each(['owner', 'manager', 'kitchen'] as const)('%s pauses, delays and takes orders as usual', async (role) => {
  const { set, state } = await aShop(role);
  const start = Date.now();
  expect((await set({ mode: 'paused', minutes: 20 })).status).toBe(200);
  const paused = await state();
  expect(paused).toMatchObject({ mode: 'paused', reason: null });
  const minutes = (Date.parse(paused.resume_at) - start) / 60_000;
  expect(minutes).toBeGreaterThan(19.9);
  expect(minutes).toBeLessThan(21);
  await set({ mode: 'busy', minutes: 60, extra_preparation_time: 15 });
  expect(await state()).toMatchObject({ mode: 'busy', extra_preparation_time: 15 });
  await set({ mode: 'normal' });
  expect(await state()).toEqual({ mode: 'normal' });
});

test.each([
  ['an unknown mode', { mode: 'closed' }],
  ['no minutes', { mode: 'paused', minutes: 0 }],
  ['too many minutes', { mode: 'paused', minutes: 1_441 }],
  ['no whole minutes', { mode: 'busy', extra_preparation_time: 1.5 }],
  ['nothing', {}],
])('%s is refused, and changes nothing', async (_case, body) => {
  const { set, state } = await aShop();
  const answer = await set(body);
  expect([answer.status, answer.body.errors.length]).toEqual([422, 1]);
  expect(await state()).toEqual({ mode: 'normal' });
});

test("only the page's own location is changed", async () => {
  const { set, state } = await aShop();
  const other = await aShop();
  const at = (place: ReturnType<typeof aPlace> | null) => set({ mode: 'paused' }, aPrincipal({ place }));
  expect((await at(null)).status).toBe(404);
  expect((await at(aPlace({ location_id: other.location.id }))).status).toBe(404);
  expect((await at(aPlace({ account_id: newId(), location_id: newId() }))).status).toBe(404);
  expect([await state(), await other.state()]).toEqual([{ mode: 'normal' }, { mode: 'normal' }]);
});
