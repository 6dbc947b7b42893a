/** The rules that catalogs share with customer lists, and catalogs that users create in order to select them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { testNameLock } from '@order-hub/testing/placed-resources/name-lock';
import { testSelectables } from '@order-hub/testing/placed-resources/selectables';
import { aTenant, callsOf, type PlacedResourceTest } from '@order-hub/testing/placed-resources/subject';
import { catalogTable } from '../src/catalogs/catalog.store.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

const subject: PlacedResourceTest = {
  service: () => catalog,
  name: 'catalog',
  table: catalogTable,
  routes: {
    list: 'POST /internal/selectable-catalogs',
    create: 'POST /internal/catalogs',
    lookUp: (account_id) => `/internal/accounts/${account_id}/catalogs`,
    rename: (id) => `PUT /catalogs/${id}`,
  },
};
const { create } = callsOf(subject);

testSelectables(subject);
testNameLock(subject);

describe('a creation for a user', () => {
  test('makes an empty catalog, which its place sees and the hub announces for no client', async () => {
    const { account_id, location_id, given } = aTenant();
    const { status, body } = await create(given);
    expect([status, body]).toEqual([200, { id: expect.any(String), name: 'Summer', location_id }]);
    const location = { id: location_id, timezone: 'Europe/Paris' };
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id, location });
    const seen = (await catalog.call(`GET /catalogs/${body.id}`, { as })).body;
    expect(seen).toMatchObject({ id: body.id, name: 'Summer', location_id, data: { products: [], charges: [] } });
    expect(seen.created_at).toMatch(/\+0[12]:00$/);
    const [announced] = await eventually(() => {
      const all = catalog.bodiesOf('change', location_id);
      return all.length > 0 && all;
    });
    expect(announced).toMatchObject({
      ...{ resource_type: 'catalog', event_type: 'create', client_id: null },
      ...{ account_id, location_id, timezone: 'Europe/Paris', ids: { catalog_id: body.id, location_id } },
    });
  });

  test('takes prices in the currency of the account from then on', async () => {
    const { account_id, location_id, given } = aTenant();
    const { id } = (await create(given)).body;
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
    const upload = (currency: string) => {
      const products = [{ category_ref: 'c', name: 'P', skus: [{ price: `1.00 ${currency}` }] }];
      const data = { categories: [{ ref: 'c', name: 'C' }], products };
      return catalog.call(`PUT /catalogs/${id}`, { as, body: { name: 'Summer', data } });
    };
    expect((await upload('EUR')).status).toBe(422);
    expect((await upload('USD')).status).toBe(200);
  });

  test('for the account is of no location', async () => {
    const { account_id, shared } = aTenant();
    const { body } = await create(shared);
    expect(body).toEqual({ id: expect.any(String), name: 'Everywhere', location_id: null });
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id: null });
    expect((await catalog.call(`GET /catalogs/${body.id}`, { as })).body).toMatchObject({ account_id });
    expect((await catalog.call(`GET /catalogs/${body.id}`, { as: aCaller() })).status).toBe(404);
  });
});
