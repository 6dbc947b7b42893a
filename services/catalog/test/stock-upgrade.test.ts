/** Replicas of the version before, which keep stock by catalog (docs/decisions/0044-stock-belongs-to-the-location.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

const price = '1.00 EUR';
const contentOf = (...refs: string[]) => ({
  categories: [{ ref: 'all', name: 'All' }],
  products: refs.map((ref) => ({ category_ref: 'all', name: ref, skus: [{ ref, price }] })),
});
const aCatalog = (as: TestCaller, ...refs: string[]) => createCatalogId(catalog, as, contentOf(...refs));
const call = (as: TestCaller, method: string, id: string, body?: unknown) =>
  catalog.call(`${method} /catalogs/${id}/locations/${as.location?.id ?? ''}/inventory`, {
    as,
    ...(body !== undefined && { body }),
  });
type Stock = Record<string, string | null>;
const patch = (as: TestCaller, id: string, stock: Stock) =>
  call(
    as,
    'PATCH',
    id,
    Object.entries(stock).map(([sku_ref, value]) => ({ sku_ref, stock: value })),
  );
const stockOf = async (as: TestCaller, id: string): Promise<Stock> =>
  Object.fromEntries((await call(as, 'GET', id)).body.map(({ sku_ref, stock }: any) => [sku_ref, stock]));

/** The statements of the version before. */
const before = {
  lock: `insert into inventories (account_id, catalog_id, location_id, timezone) values ($1, $2, $3, 'Europe/Paris')
         on conflict (account_id, catalog_id, location_id) do update set timezone = excluded.timezone`,
  upsert: `insert into inventory_entries (account_id, catalog_id, location_id, kind, ref, stock, expires_at)
           select $1, $2, $3, 'sku', sent.ref, sent.stock, $6 from unnest($4::text[], $5::text[]) as sent (ref, stock)
           on conflict (account_id, catalog_id, location_id, kind, ref)
             do update set stock = excluded.stock, expires_at = excluded.expires_at`,
  delete: `delete from inventory_entries as entry using unnest($4::text[]) as sent (ref)
           where entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3 and entry.ref = sent.ref`,
  deleteAll: 'delete from inventory_entries where account_id = $1 and catalog_id = $2 and location_id = $3',
  read: `select ref, stock from inventory_entries where account_id = $1 and catalog_id = $2 and location_id = $3`,
};
const keyOf = (as: TestCaller, id: string) => [as.account?.id, id, as.location?.id];

type Written = {
  stock?: Record<string, string>;
  deleted?: string[];
  all?: boolean;
  expires_at?: Date;
  isUntold?: boolean;
};

/** Writes through a catalog as the version before does; `isUntold`: before the migration, so that no trigger runs. */
const write = (as: TestCaller, id: string, { stock = {}, deleted = [], all, expires_at, isUntold }: Written) =>
  transaction(catalog.db, async (trx) => {
    const key = keyOf(as, id);
    if (isUntold) await trx.query('set local session_replication_role = replica');
    await trx.query(before.lock, key);
    if (all) await trx.query(before.deleteAll, key);
    if (deleted.length > 0) await trx.query(before.delete, [...key, deleted]);
    await trx.query(before.upsert, [...key, Object.keys(stock), Object.values(stock), expires_at ?? null]);
  });
const read = async (as: TestCaller, id: string): Promise<Stock> =>
  Object.fromEntries((await catalog.db.query(before.read, keyOf(as, id))).rows.map(({ ref, stock }) => [ref, stock]));

describe('while both versions run', () => {
  test('this one reads at once what the other writes through any catalog', async () => {
    const shop = aCaller();
    const [one, two] = [await aCatalog(shop, 'COKE', 'SOUP'), await aCatalog(shop, 'COKE', 'TEA')];
    await write(shop, one, { stock: { COKE: '5', SOUP: '6' } });
    expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ COKE: '5', SOUP: '6' }, { COKE: '5' }]);
    await write(shop, two, { stock: { COKE: '4', TEA: '7' } });
    await write(shop, one, { deleted: ['SOUP'] });
    expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ COKE: '4' }, { COKE: '4', TEA: '7' }]);
    // A PUT: everything is deleted, then the new entries are stored.
    await write(shop, one, { all: true, stock: { SOUP: '1' } });
    expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ SOUP: '1' }, { TEA: '7' }]);
  });

  test('the other one reads at once what this one writes through the same catalog', async () => {
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE', 'SOUP', 'TEA');
    await patch(shop, id, { COKE: '1', SOUP: '2', TEA: '3' });
    await patch(shop, id, { COKE: '4', SOUP: null });
    expect(await read(shop, id)).toEqual({ COKE: '4', TEA: '3' });
    await call(shop, 'PUT', id, [{ sku_ref: 'SOUP', stock: '9' }]);
    expect([await read(shop, id), await stockOf(shop, id)]).toEqual([{ SOUP: '9' }, { SOUP: '9' }]);
  });

  test('writers of both change an inventory one after the other', async () => {
    const shop = aCaller();
    const [one, two] = [await aCatalog(shop, 'A', 'B'), await aCatalog(shop, 'A', 'B')];
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const stock = { A: String(n + 1), B: String(n + 1) };
        const id = n % 2 === 0 ? one : two;
        if (n % 4 < 2) await write(shop, id, { stock });
        else expect((await patch(shop, id, stock)).status).toBe(200);
      }),
    );
    const { A, B } = await stockOf(shop, one);
    expect(A).toBe(B);
  });

  test('a catalog that the other one clears after its deletion leaves its stock', async () => {
    const shop = aCaller();
    const [id, other] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
    await write(shop, id, { stock: { COKE: '5' } });
    await catalog.call(`DELETE /catalogs/${id}`, { as: shop });
    await catalog.db.query(before.deleteAll, keyOf(shop, id));
    expect(await stockOf(shop, other)).toEqual({ COKE: '5' });
  });

  test('an expiry that the other one clears is still announced for every catalog', async () => {
    const shop = aCaller();
    const [one, two] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
    const expires_at = new Date(Date.now() + 500);
    await write(shop, one, { stock: { COKE: '0' }, expires_at });
    await write(shop, one, { deleted: ['COKE'] });
    const announced = await eventually(() => {
      const changes = catalog
        .bodiesOf('change', shop.location_id ?? '')
        .filter(({ event_type }) => event_type === 'patch');
      return changes.length >= 2 && changes.map(({ ids }) => ids['catalog_id']);
    });
    expect(announced).toEqual([one, two]);
  });
});

describe('an inventory that only the version before has written', () => {
  const unadopted = async (as: TestCaller, id: string, stock: Record<string, string>, more: Written = {}) =>
    write(as, id, { stock, ...more, isUntold: true });

  test('is adopted by its first reader', async () => {
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE');
    await unadopted(shop, id, { COKE: '5' });
    expect(await stockOf(shop, id)).toEqual({ COKE: '5' });
  });

  test('is adopted by its first writer, of this version', async () => {
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE', 'SOUP');
    await unadopted(shop, id, { COKE: '5', SOUP: '6' });
    await patch(shop, id, { COKE: '4' });
    expect(await stockOf(shop, id)).toEqual({ COKE: '4', SOUP: '6' });
  });

  test('… and of the other', async () => {
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE', 'SOUP');
    await unadopted(shop, id, { COKE: '5', SOUP: '6' });
    await write(shop, id, { stock: { COKE: '4' } });
    expect(await stockOf(shop, id)).toEqual({ COKE: '4', SOUP: '6' });
  });

  test('is otherwise adopted in the background', async () => {
    const shops = [aCaller(), aCaller()];
    for (const shop of shops) await unadopted(shop, await aCatalog(shop, 'COKE'), { COKE: '5' });
    await catalog.stop();
    await catalog.start();
    await eventually(async () => {
      const text = 'select from location_stock where location_id = any ($1::text[])';
      return (await catalog.db.query(text, [shops.map(({ location_id }) => location_id)])).rowCount === 2;
    });
  });

  test('takes the smallest stock where its catalogs disagree', async () => {
    const shop = aCaller();
    const [one, two] = [await aCatalog(shop, 'COKE', 'TEA'), await aCatalog(shop, 'COKE', 'TEA')];
    await unadopted(shop, one, { COKE: '9', TEA: '2.50' });
    await unadopted(shop, two, { COKE: '10', TEA: '2.5001' });
    expect(await stockOf(shop, one)).toEqual({ COKE: '9', TEA: '2.50' });
  });

  test('takes an entry of a catalog that has the ref, and one that has not expired, before all others', async () => {
    const shop = aCaller();
    const [one, two] = [await aCatalog(shop, 'TEA'), await aCatalog(shop, 'COKE', 'TEA')];
    await unadopted(shop, one, { COKE: '0' });
    await unadopted(shop, one, { TEA: '0' }, { expires_at: new Date(Date.now() - 1_000) });
    await unadopted(shop, two, { COKE: '7', TEA: '8' });
    expect(await stockOf(shop, two)).toEqual({ COKE: '7', TEA: '8' });
  });
});
