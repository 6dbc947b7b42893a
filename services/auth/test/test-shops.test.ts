/** Test shops: opened by users, visited on their behalf, and ended (docs/api/sandbox.md#your-test-shop). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { aTenant, authorize, type Tenant } from './builders.ts';
import { auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
const clock = { aheadMs: 0 };
const hourMs = 3_600_000;
const now = () => new Date(Date.now() + clock.aheadMs);

beforeAll(async () => (auth = await startTestAuth({ now, env: { TEST_SHOPS_MAX: '3' } })));
afterAll(() => auth.close());

const path = '/management/user/test_shop';
const as = ({ user }: Tenant) => ({ user: aPrincipal({ user: { id: user.id, email: user.email } }) });
const open = (tenant: Tenant) => auth.call(`POST ${path}`, { ...as(tenant), body: {} });
const retrieve = async (tenant: Tenant) => (await auth.call(`GET ${path}`, as(tenant))).body;
const post = (tenant: Tenant, action: string, body = {}) =>
  auth.call(`POST ${path}/${action}`, { ...as(tenant), body });
const end = (tenant: Tenant) => post(tenant, 'end');

type Claimed = { user_id: string; lease_id: string; till_token: string; website_token: string };

const internal = (route: string, body: object) =>
  auth.call(`POST /internal/test_shops/${route}`, { internal: 'auth', from: 'back-office', body });
const claim = async ({ user }: Tenant): Promise<Claimed | undefined> =>
  (await internal('claim', { count: 20 })).body.items.find(({ user_id }: Claimed) => user_id === user.id);
const keep = ({ user_id, lease_id }: Claimed, kept: object = {}) =>
  internal('keep', {
    ...{ user_id, lease_id, remembered: { till: 1 }, is_filled: true, done_percent: null, failure: null },
    next_visit_at: now().toISOString(),
    ...kept,
  });
const callerOf = async (token: string) => (await auth.internal(`GET /internal/connections/${digest(token)}`)).body;

test('a user opens one shop, however often, and the simulators are connected to its location', async () => {
  const tenant = await aTenant(auth);
  expect(await retrieve(tenant)).toEqual({ shop: null, offer: 'open' });
  const opened = await Promise.all([open(tenant), open(tenant), open(tenant)]);
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  const shop = opened[0].body;
  expect(opened.map(({ body }) => body.account_id)).toEqual([shop.account_id, shop.account_id, shop.account_id]);
  expect(shop).toMatchObject({ location_name: 'Test shop', status: 'running', is_filled: false });
  expect((await auth.call('GET /management/accounts', as(tenant))).body.items).toMatchObject([
    {},
    { name: 'Test shop' },
  ]);
  expect(await auditOfSubject(auth, shop.location_id, 'test_shop.open')).toHaveLength(1);

  const claimed = await claim(tenant);
  expect(await callerOf(claimed?.till_token ?? '')).toMatchObject({
    status: 'active',
    caller: { client_name: 'Simulated till', location_id: shop.location_id, user_id: tenant.user.id },
  });
  expect(await callerOf(claimed?.website_token ?? '')).toMatchObject({ caller: { client_name: 'Simulated website' } });
  await end(tenant);
});

test('a shop is claimed once per visit, also when its visitor does not return', async () => {
  const tenant = await aTenant(auth);
  await open(tenant);
  const claims = await Promise.all([claim(tenant), claim(tenant), claim(tenant)]);
  expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
  clock.aheadMs += 61_000;
  const second = await claim(tenant);
  expect(second).toMatchObject({ remembered: {}, is_filled: false });
  // The first visitor returns too late.
  await keep(claims.find((claimed) => claimed !== undefined) as Claimed, { remembered: { till: 'old' } });
  await keep(second as Claimed, { next_visit_at: new Date(now().getTime() + 5_000).toISOString() });
  expect(await claim(tenant)).toBeUndefined();
  clock.aheadMs += 6_000;
  expect(await claim(tenant)).toMatchObject({ remembered: { till: 1 }, is_filled: true });
  await end(tenant);
});

test('what the user asks for is due at once, and stays until it is done', async () => {
  const tenant = await aTenant(auth);
  const { location_id } = (await open(tenant)).body;
  const first = await claim(tenant);
  const settings = { answer: 'reject', delay_seconds: 10, minutes_between_orders: 0 };
  expect((await post(tenant, 'settings', settings)).body).toMatchObject({ settings });
  await post(tenant, 'prices', { percent: 10 });
  await keep(first as Claimed, { next_visit_at: new Date(now().getTime() + hourMs).toISOString() });
  const second = await claim(tenant);
  expect(second).toMatchObject({ settings, asked_percent: 10 });
  await keep(second as Claimed, { done_percent: 10 });
  expect(await claim(tenant)).toMatchObject({ asked_percent: null });
  expect(await auditOfSubject(auth, location_id, 'test_shop.update')).toMatchObject([{ actor: 'user' }]);
  expect(await auditOfSubject(auth, location_id, 'test_shop.change_prices')).toHaveLength(1);
  for (const [action, body] of [
    ['prices', { percent: 101 }],
    ['settings', { ...settings, minutes_between_orders: 0.5 }],
  ] as const) {
    expect((await post(tenant, action, body)).status).toBe(422);
  }
  await end(tenant);
});

test('a shop falls asleep when nobody calls for an hour, and any other application wakes it', async () => {
  const tenant = await aTenant(auth);
  const { account_id, location_id } = (await open(tenant)).body;
  const { id: connection_id } = await authorize(auth, tenant, { location_id });
  const simulator = await claim(tenant);
  await keep(simulator as Claimed);
  clock.aheadMs += hourMs + 1_000;
  const used = (id: string) =>
    auth.call('POST /internal/connection-uses', {
      internal: 'auth',
      body: { uses: [{ connection_id: id, used_at: now().toISOString() }] },
    });
  const { rows } = await auth.db.query('select till_id from test_shops where account_id = $1', [account_id]);
  await used(rows[0].till_id);
  expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['asleep', undefined]);
  await used(connection_id);
  expect((await retrieve(tenant)).shop.status).toBe('running');
  expect(await claim(tenant)).toBeDefined();
  await end(tenant);
});

test('a shop whose till is disconnected, or whose account is suspended, is not visited', async () => {
  const tenant = await aTenant(auth);
  const { account_id } = (await open(tenant)).body;
  await auth.operator(`POST /management/accounts/${account_id}/suspend`);
  expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['cut_off', undefined]);
  await auth.operator(`POST /management/accounts/${account_id}/resume`);
  const { rows } = await auth.db.query('select till_id from test_shops where account_id = $1', [account_id]);
  await auth.call(`POST /management/connections/${rows[0].till_id}/disconnect`, { ...as(tenant), body: {} });
  expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['cut_off', undefined]);
  await end(tenant);
});

test('it ends when its user says so, and the next one has the same account and new tokens', async () => {
  const tenant = await aTenant(auth);
  const { account_id, location_id } = (await open(tenant)).body;
  const first = (await claim(tenant)) as Claimed;
  expect((await end(tenant)).status).toBe(200);
  expect((await end(tenant)).status).toBe(404);
  expect(await callerOf(first.till_token)).toMatchObject({ status: 'disconnected' });
  expect(await retrieve(tenant)).toEqual({ shop: null, offer: 'open' });
  expect((await open(tenant)).body).toMatchObject({ account_id, location_id });
  const second = await claim(tenant);
  expect(second).toMatchObject({ remembered: {}, is_filled: false });
  expect(second?.till_token).not.toBe(first.till_token);
  await end(tenant);
});

test('it ends by itself after a week', async () => {
  const tenant = await aTenant(auth);
  const { location_id } = (await open(tenant)).body;
  const { till_token } = (await claim(tenant)) as Claimed;
  clock.aheadMs += 7 * 24 * hourMs;
  const restarted = await startTestAuth({ now, database: auth.database });
  await eventually(async () => (await retrieve(tenant)).shop === null);
  await restarted.close();
  expect(await callerOf(till_token)).toMatchObject({ status: 'disconnected' });
  expect(await auditOfSubject(auth, location_id, 'test_shop.expire')).toMatchObject([{ actor_id: tenant.user.id }]);
});

test('the hub has no more shops than its operator allows, also when users open them at once', async () => {
  const tenants = await Promise.all(Array.from({ length: 5 }, () => aTenant(auth)));
  const statuses = (await Promise.all(tenants.map(open))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 200, 422, 422]);
  expect((await retrieve(await aTenant(auth))).offer).toBe('full');
});

test("another user's shop cannot be reached, and only the back office may claim", async () => {
  const stranger = await aTenant(auth);
  for (const [action, body] of [
    ['settings', { answer: 'reject', delay_seconds: 0, minutes_between_orders: 0 }],
    ['prices', { percent: 10 }],
    ['end', {}],
  ] as const) {
    expect([action, (await post(stranger, action, body)).status]).toEqual([action, 404]);
  }
  for (const from of ['gateway', 'orders', 'events', 'auth'] as const) {
    const call = { internal: 'auth', from, body: { count: 1 } };
    expect((await auth.call('POST /internal/test_shops/claim', call)).status).toBe(401);
  }
});
