import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { aLocationCaller, anAccount, aTenant, aUser, aUserCaller, authorize, type Tenant } from './builders.ts';
import { callerOf, startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let tenant: Tenant;

beforeAll(async () => {
  auth = await startTestAuth();
  tenant = await aTenant(auth);
});
afterAll(() => auth.close());

describe('200', () => {
  test('a profile connection reads the user without the email', async () => {
    const as = await aUserCaller(auth, tenant, 'profile');
    const { status, body } = await auth.call('GET /user', { as });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: tenant.user.id,
      first_name: 'Ada',
      last_name: 'Lovelace',
      timezone: { name: 'UTC', offset: 0 },
      locales: [],
    });
  });

  test('profile_with_email shows the email too', async () => {
    const as = await aUserCaller(auth, tenant, 'profile_with_email');
    expect((await auth.call('GET /user', { as })).body).toMatchObject({ email: tenant.user.email });
    expect((await auth.call('GET /user', { as })).body.email_verified).toBe(false);
  });

  test('a connection of a location or an account reads the user too, if its scope includes it', async () => {
    const { id } = tenant.location;
    for (const place of [{ location_id: id }, { account_id: tenant.account.id }]) {
      const level = 'location_id' in place ? 'location' : 'account';
      const grant = { ...place, scope: `${level}[orders.read],profile_with_email`, name: `profile of ${level}` };
      const { access_token } = await authorize(auth, tenant, grant);
      const { status, body } = await auth.call('GET /user', { as: await callerOf(auth, digest(access_token), id) });
      expect([status, body.email]).toEqual([200, tenant.user.email]);
    }
  });

  test('a user has a timezone and locales', async () => {
    const { status, body } = await auth.operator(
      'POST /management/users',
      aUser({ timezone: 'America/New_York', locales: ['fr-FR', 'en'] }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ timezone: { name: 'America/New_York', offset: -18_000 }, locales: ['fr-FR', 'en'] });
    expect(Object.keys(body)).not.toContain('password');
  });
});

test('401: no user is created without the operator key, or with a wrong one', async () => {
  for (const operatorKey of [undefined, 'a-wrong-operator-key-0123456789']) {
    const { status, body } = await auth.call('POST /management/users', {
      body: aUser(),
      ...(operatorKey && { operatorKey }),
    });
    expect([status, body.error_type]).toEqual([401, 'unauthorized']);
  }
});

test('401: without a caller token', async () => {
  expect((await auth.call('GET /user')).status).toBe(401);
});

test('403: a scope without profile', async () => {
  expect((await auth.call('GET /user', { as: await aLocationCaller(auth, tenant) })).status).toBe(403);
});

describe('422', () => {
  test.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: null }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(1_025) }, 'password'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ locales: ['not a locale'] }, 'locales.0'],
    [{ first_name: '' }, 'first_name'],
  ])('a user with %j', async (fault, field) => {
    const { status, body } = await auth.operator('POST /management/users', aUser(fault));
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });

  test('concurrent requests with one email address in different cases: one user', async () => {
    const email = 'Émile.Zola@example.com';
    const answers = await Promise.all(
      [email, email.toLowerCase(), email.toUpperCase()].map((spelling) =>
        auth.operator('POST /management/users', aUser({ email: spelling.replace('É', 'E').replace('é', 'e') })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual([{ field: 'email', message: 'is used by another user' }]);
  });

  test.each([
    [{ user_id: 'nobody' }, 'user_id'],
    [{ currency: 'EURO' }, 'currency'],
    [{ currency: 'eur' }, 'currency'],
    [{ name: ' ' }, 'name'],
  ])('an account with %j', async (fault, field) => {
    const { status, body } = await auth.operator('POST /management/accounts', anAccount(tenant.user.id, fault));
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });

  test.each([
    [{ user_id: 'nobody' }, 'user_id'],
    [{ name: '' }, 'name'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris.0'],
    [{ redirect_uris: ['https://app.example/cb#fragment'] }, 'redirect_uris.0'],
    [{ redirect_uris: ['https://user:secret@app.example/cb'] }, 'redirect_uris.0'],
  ])('a client with %j', async (fault, field) => {
    const { status, body } = await auth.operator('POST /management/clients', {
      user_id: tenant.user.id,
      name: 'Till',
      ...fault,
    });
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });
});
