/** What an operator binds a connection to (docs/api/authentication.md#permissions). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { anAccount, aLocation, aTenant, type Tenant } from './builders.ts';
import { startNeighbours, type Neighbours } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let neighbours: Neighbours;
let auth: TestAuth;
let tenant: Tenant;

beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ env: neighbours.settings });
  tenant = await aTenant(auth);
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

const create = (body: object) =>
  auth.operator('POST /management/connections', { client_id: tenant.client_id, ...body });
const anotherLocation = async () =>
  (await auth.operator('POST /management/locations', aLocation(tenant.account.id))).body;

describe('POST /management/connections with a catalog or customer list', () => {
  const kinds = ['catalog_id', 'customer_list_id'] as const;
  const add = (kind: (typeof kinds)[number], account_id: string, location_id: string | null) =>
    (kind === 'catalog_id' ? neighbours.addCatalog : neighbours.addList)(account_id, newId(), location_id);
  const atLocation = () => ({ scope: 'location[catalog.read]', location_id: tenant.location.id });
  const atAccount = () => ({ scope: 'account[catalog.read]', account_id: tenant.account.id });

  test.each(kinds)(
    '200: %s of the location or its account, or for an account of any of its locations',
    async (kind) => {
      const { account, location } = tenant;
      const shared = add(kind, account.id, null);
      const own = add(kind, account.id, location.id);
      for (const bound of [shared, own]) {
        expect((await create({ ...atLocation(), [kind]: bound })).body[kind]).toBe(bound);
        expect((await create({ ...atAccount(), [kind]: bound })).body[kind]).toBe(bound);
      }
    },
  );

  test.each(kinds)(
    '422 on %s: unknown, of another account, or of another location; nothing is granted',
    async (kind) => {
      const name = newId();
      const elsewhere = (await auth.operator('POST /management/accounts', anAccount(tenant.user.id))).body.id;
      const sibling = (await anotherLocation()).id;
      for (const bound of ['unknown', add(kind, elsewhere, null), add(kind, tenant.account.id, sibling)]) {
        const answer = await create({ ...atLocation(), name, [kind]: bound });
        expect([answer.status, answer.body.errors[0].field]).toEqual([422, kind]);
      }
      expect((await create({ ...atAccount(), name, [kind]: add(kind, elsewhere, null) })).status).toBe(422);
      const { rows } = await auth.db.query('select id from connections where name = $1', [name]);
      expect(rows).toEqual([]);
    },
  );

  test.each(kinds)('503 while %s cannot be looked up', async (kind) => {
    const alone = await startTestAuth();
    const { location, client_id } = await aTenant(alone);
    const body = { client_id, scope: 'location[catalog.read]', location_id: location.id, [kind]: 'any' };
    const answer = await alone.operator('POST /management/connections', body);
    expect([answer.status, answer.body.error_type]).toEqual([503, 'service_unavailable']);
    await alone.close();
  });
});
