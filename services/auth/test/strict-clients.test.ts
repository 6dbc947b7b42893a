/** Clients with strict handling (docs/api/conventions.md#strict-handling). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { aConnectedTenant } from './builders.ts';
import { auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

const isStrict = async (access_token: string) =>
  (await auth.internal(`GET /internal/connections/${digest(access_token)}`)).body.is_strict;

/** How often the connection was announced. */
const announced = (id: string) =>
  auth.published.filter(({ topic, key }) => topic === 'connection' && key === id).length;

const update = (user_id: string, client_id: string, is_strict: unknown) =>
  auth.call(`POST /management/clients/${client_id}/handling`, {
    ...{ internal: 'auth', from: 'back-office', body: { is_strict } },
    user: aPrincipal({ user: { id: user_id, email: 'ada@example.com' } }),
  });

test('its owner switches it on and off: the gateway is told with each connection; the audit has both', async () => {
  const { user, client_id, connection } = await aConnectedTenant(auth);
  expect(await isStrict(connection.access_token)).toBe(false);
  expect((await update(user.id, client_id, true)).status).toBe(200);
  expect((await update(user.id, client_id, true)).status).toBe(200);
  expect(await isStrict(connection.access_token)).toBe(true);
  expect((await auth.operator(`GET /management/clients/${client_id}`)).body).toMatchObject({ is_strict: true });
  await update(user.id, client_id, false);
  expect(await isStrict(connection.access_token)).toBe(false);
  // Once when it was granted, and once with each change.
  await eventually(() => announced(connection.id) === 3);
  const entries = await auditOfSubject(auth, client_id, 'client.update_handling');
  expect(entries.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
    [user.id, { before: { is_strict: false }, after: { is_strict: true } }],
    [user.id, { before: { is_strict: true }, after: { is_strict: false } }],
  ]);
});

test('it stays when the name changes, and the mark of a verified client stays when it is switched', async () => {
  const { user, client_id } = await aConnectedTenant(auth);
  await auth.operator(`POST /management/clients/${client_id}/verify`);
  await update(user.id, client_id, true);
  expect((await auth.operator(`GET /management/clients/${client_id}`)).body.verified_at).not.toBeNull();
  await auth.operator(`POST /management/clients/${client_id}`, { name: 'Counter', redirect_uris: [] });
  const { body } = await auth.operator(`GET /management/clients/${client_id}`);
  expect(body).toMatchObject({ name: 'Counter', is_strict: true });
});

test('the client of another user is a 404, as an unknown one is; a value that is none is a 422', async () => {
  const { client_id, connection, user } = await aConnectedTenant(auth);
  const other = await aConnectedTenant(auth);
  expect((await update(other.user.id, client_id, true)).status).toBe(404);
  expect((await update(user.id, newId(), true)).status).toBe(404);
  expect((await update(user.id, client_id, 'true')).status).toBe(422);
  expect(await isStrict(connection.access_token)).toBe(false);
});
