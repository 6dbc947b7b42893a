/** Locations in the management API: a user reaches their own, an operator all. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPrincipal } from '@order-hub/testing/call';
import { aLocation, aTenant, type Tenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let tenant: Tenant;
let stranger: Tenant;
beforeAll(async () => {
  auth = await startTestAuth();
  [tenant, stranger] = [await aTenant(auth), await aTenant(auth)];
});
afterAll(() => auth.close());

const asUser = ({ user }: Tenant) => aPrincipal({ user: { id: user.id, email: user.email } });
const anOperator = () => aPrincipal({ kind: 'operator' });

const details = {
  name: 'Quai',
  address: null,
  postal_code: null,
  city: 'Lyon',
  country: 'FR',
  timezone: 'Europe/Paris',
};
const pathOf = ({ location }: Tenant) => `/management/locations/${location.id}`;
const nameOf = async ({ location }: Tenant) =>
  (await auth.db.query('select name from locations where id = $1', [location.id])).rows[0].name;

describe('a user', () => {
  test('retrieves and lists their own locations', async () => {
    const user = asUser(tenant);
    const { status, body } = await auth.call(`GET ${pathOf(tenant)}`, { user });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: tenant.location.id, account_name: 'Chez Ada', suspended: false });
    expect(body.settings).toMatchObject({ preparation_time: 15, order_acceptance: { mode: 'normal' } });
    for (const query of ['', `?account_id=${tenant.account.id}`]) {
      const { items } = (await auth.call(`GET /management/locations${query}`, { user })).body;
      expect(items.map(({ id }: { id: string }) => id)).toEqual([tenant.location.id]);
    }
  });

  test("gets 404 for another user's location and account, and changes nothing", async () => {
    const user = asUser(stranger);
    expect((await auth.call(`GET ${pathOf(tenant)}`, { user })).status).toBe(404);
    expect((await auth.call(`POST ${pathOf(tenant)}`, { user, body: details })).status).toBe(404);
    const body = aLocation(tenant.account.id);
    expect((await auth.call('POST /management/locations', { user, body })).status).toBe(404);
    const listed = await auth.call(`GET /management/locations?account_id=${tenant.account.id}`, { user });
    expect(listed.body).toEqual({ items: [], next: null });
    expect(await nameOf(tenant)).toBe('Rue du Bac');
  });

  test.each(['suspend', 'resume'])('gets 403 for %s', async (verb) => {
    const { status } = await auth.call(`POST ${pathOf(tenant)}/${verb}`, { user: asUser(tenant), body: {} });
    expect(status).toBe(403);
  });

  test('gets 422 for an unknown country', async () => {
    const body = { ...details, account_id: tenant.account.id, country: 'Atlantis' };
    const answer = await auth.call('POST /management/locations', { user: asUser(tenant), body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'country']);
  });
});

describe('the timezone', () => {
  test('of a new location is UTC unless it is given', async () => {
    const user = asUser(tenant);
    const { body } = await auth.call('POST /management/locations', {
      user,
      body: { account_id: tenant.account.id, name: 'Bac' },
    });
    expect((await auth.call(`GET /management/locations/${body.id}`, { user })).body.timezone).toBe('UTC');
  });

  test('must be part of an update', async () => {
    const { timezone: _timezone, ...rest } = details;
    const { status, body } = await auth.call(`POST ${pathOf(tenant)}`, { user: asUser(tenant), body: rest });
    expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
  });
});

describe('an operator on a page', () => {
  test('retrieves, lists, updates and suspends the locations of any user', async () => {
    const user = anOperator();
    const any = await aTenant(auth);
    expect((await auth.call(`GET ${pathOf(any)}`, { user })).status).toBe(200);
    const listed = await auth.call(`GET /management/locations?account_id=${any.account.id}`, { user });
    expect(listed.body.items).toHaveLength(1);
    expect((await auth.call(`POST ${pathOf(any)}`, { user, body: details })).body).toEqual({});
    expect(await nameOf(any)).toBe('Quai');
    const suspended = await auth.call(`POST ${pathOf(any)}/suspend`, { user, body: { reason: 'Unpaid' } });
    expect(suspended.body).toEqual({ id: any.location.id, name: 'Quai', account_id: any.account.id, suspended: true });
  });
});

test('a list is read in pages', async () => {
  const mine = await aTenant(auth);
  for (let made = 0; made < 2; made += 1) await auth.operator('POST /management/locations', aLocation(mine.account.id));
  const user = asUser(mine);
  const first = (await auth.call('GET /management/locations?count=2', { user })).body;
  const second = (await auth.call(`GET /management/locations?count=2&after=${first.next}`, { user })).body;
  expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
});
