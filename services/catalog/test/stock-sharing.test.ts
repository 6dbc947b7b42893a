/** Stock belongs to the location, whichever catalog it is reached through (docs/api/catalogs.md#inventory). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

const price = '1.00 EUR';
const contentOf = (...refs: string[]) => ({
  categories: [{ ref: 'all', name: 'All' }],
  products: refs.map((ref) => ({ category_ref: 'all', name: ref, skus: [{ ref, price }] })),
});
const aCatalog = (as: TestCaller, ...refs: string[]) => createCatalogId(catalog, as, contentOf(...refs));
const replaceContent = (as: TestCaller, id: string, ...refs: string[]) =>
  catalog.call(`PUT /catalogs/${id}`, { as, body: { name: newId(), data: contentOf(...refs) } });

const call = (as: TestCaller, method: string, catalog_id: string, body?: unknown) =>
  catalog.call(`${method} /catalogs/${catalog_id}/locations/${as.location?.id ?? ''}/inventory`, {
    as,
    ...(body !== undefined && { body }),
  });
const sku = (sku_ref: string, stock: string | null, more = {}) => ({ sku_ref, stock, ...more });
/** The stock by ref, as a catalog shows it. */
const stockOf = async (as: TestCaller, id: string) =>
  Object.fromEntries((await call(as, 'GET', id)).body.map(({ sku_ref, stock }: any) => [sku_ref, stock]));

/** The events of inventories in a location, once there are `count` of them: type, catalog and changed stock. */
const eventsOf = (as: TestCaller, count: number) =>
  eventually(() => {
    const changes = catalog
      .bodiesOf('change', as.location?.id)
      .filter(({ resource_type }) => resource_type === 'inventory');
    if (changes.length < count) return false;
    return changes.map(({ event_type, ids, state_change }) => {
      const entries: any[] = JSON.parse(state_change ?? '[]');
      return [event_type, ids['catalog_id'], Object.fromEntries(entries.map(({ sku_ref, stock }) => [sku_ref, stock]))];
    });
  });

const aShop = (chain: TestCaller) => aCaller({ account: chain.account });
const aChain = () => aCaller({ location_id: null });

describe('two catalogs of a location with the same sku', () => {
  test('share its stock, and PUT leaves the refs that only the other one has', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const lunch = await aCatalog(shop, 'COKE', 'SOUP');
    const dinner = await aCatalog(chain, 'COKE', 'STEAK');
    await call(shop, 'PUT', dinner, [sku('COKE', '12'), sku('STEAK', '3')]);
    expect(await stockOf(shop, lunch)).toEqual({ COKE: '12' });
    const put = await call(shop, 'PUT', lunch, [sku('SOUP', '5')]);
    expect(put.body).toEqual([{ ...sku('SOUP', '5'), expires_at: null }]);
    expect(await stockOf(shop, lunch)).toEqual({ SOUP: '5' });
    expect(await stockOf(shop, dinner)).toEqual({ STEAK: '3' });
    await call(shop, 'PATCH', lunch, [sku('COKE', '0')]);
    expect(await stockOf(shop, dinner)).toEqual({ COKE: '0', STEAK: '3' });
    await call(shop, 'PATCH', dinner, [sku('COKE', null)]);
    expect(await stockOf(shop, lunch)).toEqual({ SOUP: '5' });
  });

  test('do not share it with another location', async () => {
    const chain = aChain();
    const [north, south] = [aShop(chain), aShop(chain)];
    const shared = await aCatalog(chain, 'COKE');
    const own = await aCatalog(north, 'COKE');
    await call(north, 'PUT', own, [sku('COKE', '1')]);
    expect([await stockOf(north, shared), await stockOf(south, shared)]).toEqual([{ COKE: '1' }, {}]);
  });

  test('do not share it with an option of the same ref', async () => {
    const shop = aCaller();
    const option_lists = [{ ref: 'L', name: 'L', options: [{ ref: 'COKE', name: 'Coke' }] }];
    const options = await createCatalogId(catalog, shop, { option_lists });
    await call(shop, 'PUT', await aCatalog(shop, 'COKE'), [sku('COKE', '1')]);
    expect((await call(shop, 'GET', options)).body).toEqual([]);
  });
});

test('a ref that leaves a catalog and returns has the stock of the location', async () => {
  const shop = aCaller();
  const id = await aCatalog(shop, 'COKE', 'SOUP');
  await call(shop, 'PUT', id, [sku('COKE', '12'), sku('SOUP', '5')]);
  await replaceContent(shop, id, 'SOUP');
  expect(await stockOf(shop, id)).toEqual({ SOUP: '5' });
  await call(shop, 'PUT', id, [sku('SOUP', '4')]);
  await replaceContent(shop, id, 'COKE', 'SOUP');
  expect(await stockOf(shop, id)).toEqual({ COKE: '12', SOUP: '4' });
});

test('deleting a catalog deletes no stock', async () => {
  const shop = aCaller();
  const [id, other] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
  await call(shop, 'PUT', id, [sku('COKE', '12')]);
  expect((await catalog.call(`DELETE /catalogs/${id}`, { as: shop })).status).toBe(200);
  await eventually(async () => {
    const { rowCount } = await catalog.db.query('select from catalog_refs where catalog_id = $1', [id]);
    return rowCount === 0;
  });
  expect(await stockOf(shop, other)).toEqual({ COKE: '12' });
  expect(await stockOf(shop, await aCatalog(shop, 'COKE'))).toEqual({ COKE: '12' });
});

// docs/api/events.md#shared-stock
describe('events', () => {
  test('name each catalog that has a changed ref, with its part of the change', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const lunch = await aCatalog(shop, 'COKE', 'SOUP');
    const dinner = await aCatalog(chain, 'COKE', 'STEAK');
    await aCatalog(shop, 'WINE');
    await aCatalog(aShop(chain), 'COKE');
    await call(shop, 'PATCH', lunch, [sku('COKE', '1'), sku('SOUP', '2')]);
    await call(shop, 'PUT', dinner, [sku('STEAK', '3')]);
    await call(shop, 'PATCH', lunch, [sku('SOUP', '4')]);
    expect(await eventsOf(shop, 5)).toEqual([
      ['patch', lunch, { COKE: '1', SOUP: '2' }],
      ['patch', dinner, { COKE: '1' }],
      ['update', dinner, {}],
      ['patch', lunch, { COKE: null }],
      ['patch', lunch, { SOUP: '4' }],
    ]);
  });

  test('of an expiry name every catalog that has the ref', async () => {
    const shop = aCaller();
    const [lunch, dinner] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE', 'SOUP')];
    const expires_at = new Date(now.getTime() + 60_000).toISOString();
    await call(shop, 'PUT', dinner, [sku('COKE', '0', { expires_at }), sku('SOUP', '0', { expires_at })]);
    await eventsOf(shop, 2);
    now = new Date(now.getTime() + 60_000);
    expect((await eventsOf(shop, 4)).slice(2)).toEqual([
      ['patch', lunch, { COKE: null }],
      ['patch', dinner, { COKE: null, SOUP: null }],
    ]);
    expect(await stockOf(shop, dinner)).toEqual({});
  });

  test('of a very large change are an update for at most 100 other catalogs', async () => {
    const shop = aCaller();
    const refs = Array.from({ length: 301 }, (_, index) => `S${index}`);
    const id = await aCatalog(shop, ...refs);
    await catalog.db.query(
      `insert into catalogs (account_id, id, location_id, timezone, currency, name)
       select $1, 'zz' || lpad(n::text, 3, '0') || $2, $2, 'UTC', 'EUR', n::text from generate_series(1, 101) as n`,
      [shop.account?.id, shop.location_id],
    );
    await call(
      shop,
      'PUT',
      id,
      refs.map((ref) => sku(ref, '1')),
    );
    const [own, ...others] = await eventsOf(shop, 101);
    expect([own, others.length]).toEqual([['update', id, {}], 100]);
    expect(others.every(([type]) => type === 'update')).toBe(true);
    expect(others.some(([, of]) => of === `zz001${shop.location_id}`)).toBe(false);
  });
});

test('stock of which no catalog of the location has the ref goes after 30 days; other stock stays', async () => {
  const day = 24 * 3_600_000;
  const shop = aCaller();
  const id = await aCatalog(shop, 'COKE', 'SOUP', 'TEA');
  await call(shop, 'PUT', id, [sku('COKE', '1'), sku('SOUP', '2'), sku('TEA', '3')]);
  /** A round runs when the service starts. */
  const roundAfter = async (days: number, isDone: (rows: any[]) => boolean) => {
    now = new Date(now.getTime() + days * day);
    await catalog.stop();
    await catalog.start();
    await eventually(async () => {
      const text = 'select ref, unused_since from location_stock where location_id = $1 order by ref';
      return isDone((await catalog.db.query(text, [shop.location_id])).rows);
    });
  };
  const unused = (rows: any[]) => rows.filter(({ unused_since }) => unused_since).map(({ ref }) => ref);
  await replaceContent(shop, id, 'TEA');
  await roundAfter(0, (rows) => unused(rows).join() === 'COKE,SOUP');
  await roundAfter(20, (rows) => unused(rows).join() === 'COKE,SOUP');
  await replaceContent(shop, id, 'SOUP', 'TEA');
  await roundAfter(0, (rows) => unused(rows).join() === 'COKE');
  await roundAfter(11, (rows) => rows.map(({ ref }) => ref).join() === 'SOUP,TEA');
  await replaceContent(shop, id, 'COKE', 'SOUP', 'TEA');
  expect(await stockOf(shop, id)).toEqual({ SOUP: '2', TEA: '3' });
});
