/** What a session that was left open must not do: it asks for the password again (docs/api/back-office.md#sessions). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPrincipal } from '@order-hub/testing/call';
import { aTenant, back } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

const moved = { name: 'Till', redirect_uris: [back, 'https://elsewhere.example/'] };

test.each([
  ['other redirect URIs: 403', false, moved, 403],
  ['other redirect URIs, the password just entered', true, moved, 200],
  ['another name alone', false, { name: 'Counter', redirect_uris: [back] }, 200],
])('a user updates a client with %s', async (_, is_confirmed, body, status) => {
  const { user, client_id } = await aTenant(auth);
  const as = aPrincipal({ user: { id: user.id, email: user.email }, is_confirmed });
  expect((await auth.call(`POST /management/clients/${client_id}`, { user: as, body })).status).toBe(status);
});

test.each(['suspend', 'resume'])('an operator on a page must have entered the password to %s', async (verb) => {
  const { user, account, location } = await aTenant(auth);
  for (const [is_confirmed, status] of [
    [false, 403],
    [true, 200],
  ] as const) {
    const as = aPrincipal({ kind: 'operator', user: { id: user.id, email: user.email }, is_confirmed });
    for (const place of [`accounts/${account.id}`, `locations/${location.id}`])
      expect((await auth.call(`POST /management/${place}/${verb}`, { user: as, body: {} })).status).toBe(status);
  }
});

test.each(['a\u0007b', 'a\u202eb', '\u2067a', 'a\u200fb'])(
  '422: a name with control or direction characters, %j',
  async (name) => {
    const { user, account, location, client_id } = await aTenant(auth);
    const routes: [route: string, body: object][] = [
      ['accounts', { user_id: user.id, name, currency: 'EUR' }],
      ['locations', { account_id: account.id, name }],
      ['clients', { user_id: user.id, name }],
      ['connections', { client_id, location_id: location.id, scope: 'location[orders.read]', name }],
    ];
    for (const [route, body] of routes) {
      const reply = await auth.operator(`POST /management/${route}`, body);
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([422, 'name']);
    }
  },
);
