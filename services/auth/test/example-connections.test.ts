/** The connections with which the documentation's examples run (docs/api/back-office.md#examples-in-the-documentation). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { aTenant, type Tenant } from './builders.ts';
import { startNeighbours } from './issued-codes.ts';
import { auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let neighbours: Awaited<ReturnType<typeof startNeighbours>>;
const clock = { aheadMs: 0 };
const hourMs = 3_600_000;

beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ now: () => new Date(Date.now() + clock.aheadMs), env: neighbours.settings });
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

const as = ({ user }: Tenant, is_confirmed = true) =>
  aPrincipal({ user: { id: user.id, email: user.email }, is_confirmed });
const path = '/management/user/example_connections';
const open = (tenant: Tenant, body: object, is_confirmed = true) =>
  auth.call(`POST ${path}`, { user: as(tenant, is_confirmed), body });
const retrieve = (tenant: Tenant, id: string) => auth.call(`GET ${path}/${id}`, { user: as(tenant) });
const callerOf = async (token: string) => (await auth.internal(`GET /internal/connections/${digest(token)}`)).body;

test('an example connection has the rights that the user chose, and the first catalog and list of the location', async () => {
  const tenant = await aTenant(auth);
  const catalog = neighbours.addCatalog(tenant.account.id, 'Menu', tenant.location.id);
  const { status, body } = await open(tenant, { location_id: tenant.location.id, right: 'read' });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      scope: 'location[orders.read,inventory.read,all_customer_lists.read,all_catalogs.read]',
      location_id: tenant.location.id,
      account_id: tenant.account.id,
      catalog_id: catalog,
      customer_list_id: null,
    }),
  ]);
  expect(await callerOf(body.access_token)).toMatchObject({ caller: { client_name: 'Documentation' } });
  expect((await retrieve(tenant, body.id)).body).toEqual(body);
  expect(await auditOfSubject(auth, body.id)).toMatchObject([{ action: 'connection.grant', actor: 'user' }]);
});

test('another user gets neither the location nor the token', async () => {
  const [owner, other] = [await aTenant(auth), await aTenant(auth)];
  const refused = await open(other, { location_id: owner.location.id, right: 'read' });
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'location_id']);
  const { body } = await open(owner, { location_id: owner.location.id, right: 'read' });
  expect((await retrieve(other, body.id)).status).toBe(404);
});

test('the token of a connection that lasts cannot be retrieved', async () => {
  const tenant = await aTenant(auth);
  const granted = await auth.operator('POST /management/connections', {
    client_id: tenant.client_id,
    location_id: tenant.location.id,
    scope: 'location[orders.read]',
  });
  expect((await retrieve(tenant, granted.body.id)).status).toBe(404);
});

test('403 when the password was not just entered', async () => {
  const tenant = await aTenant(auth);
  expect((await open(tenant, { location_id: tenant.location.id, right: 'read' }, false)).status).toBe(403);
});

test('another one, of the same client, ends the one before', async () => {
  const tenant = await aTenant(auth);
  const chosen = { location_id: tenant.location.id, right: 'write' };
  const [first, second] = [(await open(tenant, chosen)).body, (await open(tenant, chosen)).body];
  expect(second.access_token).not.toBe(first.access_token);
  expect((await retrieve(tenant, first.id)).status).toBe(404);
  expect((await retrieve(tenant, second.id)).status).toBe(200);
  const { rows } = await auth.db.query('select 1 from clients where user_id = $1 and name = $2', [
    tenant.user.id,
    'Documentation',
  ]);
  expect(rows).toHaveLength(1);
});

test('after an hour it ends by itself, and other connections do not', async () => {
  const tenant = await aTenant(auth);
  const lasting = await auth.operator('POST /management/connections', {
    client_id: tenant.client_id,
    location_id: tenant.location.id,
    scope: 'location[orders.read]',
  });
  const { body } = await open(tenant, { location_id: tenant.location.id, right: 'read' });
  clock.aheadMs += hourMs;
  expect((await retrieve(tenant, body.id)).status).toBe(404);
  const disconnected = async (id: string) =>
    (await auth.db.query('select disconnected_at from connections where id = $1', [id])).rows[0].disconnected_at;
  await eventually(async () => (await disconnected(body.id)) !== null);
  expect(await disconnected(lasting.body.id)).toBeNull();
  expect(await auditOfSubject(auth, body.id, 'connection.expire')).toMatchObject([{ actor_id: tenant.user.id }]);
});
