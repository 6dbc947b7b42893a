/** Who may see and update catalogs and their parts (docs/api/authentication.md#permissions). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCatalog, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

const aChain = () => aCaller({ location_id: null });
const aShop = ({ account }: TestCaller, overrides: Partial<TestCaller> = {}) => aCaller({ account, ...overrides });
/** An account connection that names a location. */
const at = (chain: TestCaller, { location }: TestCaller): TestCaller => ({ ...chain, location });

const statusOf = async (as: TestCaller | undefined, route: string, body?: unknown) =>
  (await catalog.call(route, { as, ...(body !== undefined && { body }) })).status;

/** The paths of all parts and lists of parts of a catalog. */
function partPaths({ id, data }: any): string[] {
  const [product] = data.products;
  const [list] = data.option_lists;
  const paths = Object.entries({
    categories: data.categories[0].id,
    products: product.id,
    [`products/${product.id}/skus`]: product.skus[0].id,
    option_lists: list.id,
    [`option_lists/${list.id}/options`]: list.options[0].id,
    deals: data.deals[0].id,
    discounts: data.discounts[0].id,
    charges: data.charges[0].id,
  }).flatMap(([path, part]) => [path, `${path}/${part}`]);
  return paths.map((path) => `/catalogs/${id}/${path}`);
}

describe('a catalog of a location', () => {
  test('and its parts are visible to the location and its account only', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const { body } = await createCatalog(catalog, shop);
    const paths = [`/catalogs/${body.id}`, ...partPaths(body)];
    const strangers = [aShop(chain), aCaller(), aChain(), aCaller({ location: shop.location })];
    for (const path of paths) {
      expect([path, await statusOf(shop, `GET ${path}`), await statusOf(chain, `GET ${path}`)]).toEqual([
        path,
        200,
        200,
      ]);
      for (const stranger of strangers) expect([path, await statusOf(stranger, `GET ${path}`)]).toEqual([path, 404]);
      expect(await statusOf(undefined, `GET ${path}`)).toBe(401);
    }
    for (const stranger of strangers) {
      expect(await statusOf(stranger, `PUT /catalogs/${body.id}`, aCatalog())).toBe(404);
      expect(await statusOf(stranger, `DELETE /catalogs/${body.id}`)).toBe(404);
    }
    expect(await statusOf(chain, `PUT /catalogs/${body.id}`, aCatalog({ name: 'Of the chain' }))).toBe(200);
  });

  test('may be created by an account connection', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const route = `POST /locations/${shop.location_id}/catalogs`;
    const { body } = await catalog.call(route, { as: at(chain, shop), body: { name: 'Shop' } });
    expect(body.location_id).toBe(shop.location_id);
    expect(await statusOf(aShop(chain), route, { name: 'Mine' })).toBe(404);
  });
});

describe('a catalog of the account', () => {
  const mine = aCatalog({ name: 'Mine' });

  // docs/api/catalogs.md#update
  test('is updated by the location connection that is bound to it with catalog.write', async () => {
    const chain = aChain();
    const { body } = await createCatalog(catalog, chain);
    const shop = aShop(chain, { scope: 'location[catalog.write]', catalog_id: body.id });
    const updated = await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: mine });
    expect([updated.status, updated.body]).toEqual([200, { ...body, name: 'Mine' }]);
    expect((await catalog.call(`GET /catalogs/${body.id}`, { as: chain })).body).toEqual(updated.body);
    expect(await statusOf(shop, `DELETE /catalogs/${body.id}`)).toBe(401);
    const reader = { ...shop, scope: 'location[catalog.read]' };
    expect(await statusOf(reader, `PUT /catalogs/${body.id}`, aCatalog())).toBe(403);
  });

  test('is otherwise updated and deleted only with an account connection: 401', async () => {
    const chain = aChain();
    const { body } = await createCatalog(catalog, chain);
    const other = await createCatalog(catalog, chain, aCatalog({ name: 'Other' }));
    for (const bound of [
      { scope: 'location[all_catalogs.write]', catalog_id: null },
      { scope: 'location[all_catalogs.write]', catalog_id: body.id },
      { scope: 'location[all_catalogs.read,catalog.write]', catalog_id: other.body.id },
    ]) {
      const shop = aShop(chain, bound);
      expect(await statusOf(shop, `GET /catalogs/${body.id}`)).toBe(200);
      expect(await statusOf(shop, `PUT /catalogs/${body.id}`, mine)).toBe(401);
      expect(await statusOf(shop, `DELETE /catalogs/${body.id}`)).toBe(401);
    }
    expect((await catalog.call(`GET /catalogs/${body.id}`, { as: chain })).body).toEqual(body);
    expect(await statusOf(chain, `PUT /catalogs/${body.id}`, aCatalog({ name: 'Ours' }))).toBe(200);
    expect(await statusOf(chain, `DELETE /catalogs/${body.id}`)).toBe(200);
  });

  test('cannot be created or listed with a location connection: 403', async () => {
    const shop = aCaller();
    const path = `/accounts/${shop.account?.id}/catalogs`;
    expect([await statusOf(shop, `POST ${path}`, aCatalog()), await statusOf(shop, `GET ${path}`)]).toEqual([403, 403]);
  });

  test("is listed for each location together with the location's own, without content", async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const names = async (as: TestCaller, path: string) =>
      (await catalog.call(`GET ${path}`, { as })).body.map((listed: any) => [listed.name, 'data' in listed]);
    await createCatalog(catalog, chain, aCatalog({ name: 'Chain' }));
    await createCatalog(catalog, shop, aCatalog({ name: 'Shop' }));
    await createCatalog(catalog, aShop(chain), aCatalog({ name: 'Another' }));
    const ofShop = `/locations/${shop.location_id}/catalogs`;
    expect(await names(shop, ofShop)).toEqual([
      ['Chain', false],
      ['Shop', false],
    ]);
    expect(await names(at(chain, shop), ofShop)).toEqual([
      ['Chain', false],
      ['Shop', false],
    ]);
    expect(await names(chain, `/accounts/${chain.account?.id}/catalogs`)).toEqual([['Chain', false]]);
    const first = await catalog.call(`GET ${ofShop}?count=1`, { as: shop });
    const next = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
    expect(await names(shop, `${ofShop}?count=1&cursor=${next}`)).toEqual([['Shop', false]]);
  });
});

describe('by scope', () => {
  const statusesOf = async (as: TestCaller, body: any) => {
    const place = `/locations/${as.location?.id}/catalogs`;
    return {
      read: await statusOf(as, `GET /catalogs/${body.id}`),
      part: await statusOf(as, `GET /catalogs/${body.id}/products/${body.data.products[0].id}`),
      update: await statusOf(as, `PUT /catalogs/${body.id}`, aCatalog({ name: newId() })),
      create: await statusOf(as, `POST ${place}`, { name: newId() }),
      list: (await catalog.call(`GET ${place}`, { as })).body.length,
      delete: await statusOf(as, `DELETE /catalogs/${body.id}`),
    };
  };
  test.each([
    ['all_catalogs.write', false, { read: 200, part: 200, update: 200, create: 200, list: 3, delete: 200 }],
    ['all_catalogs.read', false, { read: 200, part: 200, update: 403, create: 403, list: 2, delete: 403 }],
    ['catalog.write', true, { read: 200, part: 200, update: 200, create: 403, list: 1, delete: 403 }],
    ['catalog.read', true, { read: 200, part: 200, update: 403, create: 403, list: 1, delete: 403 }],
    ['catalog.write', false, { read: 404, part: 404, update: 404, create: 403, list: 0, delete: 404 }],
    ['orders.write', true, { read: 403, part: 403, update: 403, create: 403, list: undefined, delete: 403 }],
  ])('%s, bound to the catalog: %s', async (permission, isBound, expected) => {
    for (const level of ['location', 'account']) {
      const chain = aChain();
      const shop = aShop(chain);
      const { body } = await createCatalog(catalog, shop);
      await createCatalog(catalog, shop, { name: 'Another' });
      const narrowed = { scope: `${level}[${permission}]`, catalog_id: isBound ? body.id : null };
      const as = { ...(level === 'location' ? shop : at(chain, shop)), ...narrowed };
      expect([level, await statusesOf(as, body)]).toEqual([level, expected]);
    }
  });
});
