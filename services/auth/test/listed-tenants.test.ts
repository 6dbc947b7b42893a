/** Lists for operators: users, accounts and clients of everybody, in pages. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPrincipal } from '@order-hub/testing/call';
import { aTenant, authorize, type Tenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let tenants: [Tenant, Tenant];

beforeAll(async () => {
  auth = await startTestAuth();
  tenants = [await aTenant(auth), await aTenant(auth)];
});
afterAll(() => auth.close());

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

/** The ids of two pages of one element each. */
async function pagesOf(list: string) {
  const first = (await auth.operator(`GET /management/${list}?count=1`)).body;
  const second = (await auth.operator(`GET /management/${list}?count=1&after=${first.next}`)).body;
  expect(second.next).toBeNull();
  return [...idsOf(first), ...idsOf(second)];
}

test('users and accounts are listed oldest first, clients newest first', async () => {
  const [older, newer] = tenants;
  expect(await pagesOf('users')).toEqual([older.user.id, newer.user.id]);
  expect(await pagesOf('accounts')).toEqual([older.account.id, newer.account.id]);
  expect(await pagesOf('clients')).toEqual([newer.client_id, older.client_id]);
});

test('accounts and clients of a user; a user lists only their own, whomever they name', async () => {
  const [older, newer] = tenants;
  const query = `user_id=${newer.user.id}`;
  for (const [list, id] of [
    ['accounts', (tenant: Tenant) => tenant.account.id],
    ['clients', (tenant: Tenant) => tenant.client_id],
  ] as const) {
    expect(idsOf((await auth.operator(`GET /management/${list}?${query}`)).body)).toEqual([id(newer)]);
    const user = aPrincipal({ user: { id: older.user.id, email: older.user.email } });
    expect(idsOf((await auth.call(`GET /management/${list}?${query}`, { user })).body)).toEqual([id(older)]);
  }
});

test('a user by id and by email address', async () => {
  const [{ user }] = tenants;
  const byId = await auth.operator(`GET /management/users/${user.id}`);
  expect(byId.body).toMatchObject({ id: user.id, email: user.email });
  const byEmail = await auth.operator(`GET /management/users?email=${encodeURIComponent(user.email.toUpperCase())}`);
  expect(byEmail.body).toEqual({ items: [byId.body], next: null });
  expect((await auth.operator('GET /management/users/unknown')).status).toBe(404);
});

test("an operator sees a connection of somebody else's account", async () => {
  const [tenant] = tenants;
  const { id } = await authorize(auth, tenant, { account_id: tenant.account.id });
  const { body } = await auth.operator(`GET /management/connections/${id}`);
  expect(body).toMatchObject({ id, account_id: tenant.account.id, grantor_id: tenant.user.id, status: 'active' });
  expect(JSON.stringify(body)).not.toMatch(/token|secret|hub_/);
});
