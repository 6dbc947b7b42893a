import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCatalog, createCatalog, createCatalogId, createImageId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

/** Stored catalogs are kept current (docs/api/conventions.md#times, docs/decisions/0045-stored-catalogs-are-refreshed.md). */
describe('current catalogs', () => {
  const get = (as: TestCaller, path: string) => catalog.call(`GET /catalogs/${path}`, { as });

  const put = (as: TestCaller, id: string, body: unknown) => catalog.call(`PUT /catalogs/${id}`, { as, body });

  const move = async (as: TestCaller, timezone: string) =>
    expect(
      await catalog.send(
        messageOf('location', as.location_id ?? '', {
          id: as.location_id ?? '',
          account_id: as.account?.id ?? '',
          timezone,
        }),
      ),
    ).toEqual([]);

  /** The changes in a location, once there are `count` of them. */
  const changesOf = (as: TestCaller, count: number) =>
    eventually(() => {
      const changes = catalog.bodiesOf('change', as.location_id ?? '');
      return changes.length >= count && changes;
    });

  describe('after a change of the timezone of a location', () => {
    test('its catalogs show their time in the new one, in every response', async () => {
      const shop = aCaller();
      const chain = { ...shop, location_id: null, location: null, scope: 'account[all_catalogs.read]' };
      const { body, headers } = await createCatalog(catalog, shop);
      const paris = body.created_at as string;
      expect(paris).toMatch(/\+0[12]:00$/);
      await move(shop, 'Asia/Tokyo');
      await eventually(async () => (await get(shop, body.id)).body.created_at !== paris);
      const tokyo = expect.stringMatching(/\+09:00$/);
      for (const as of [shop, chain]) {
        const moved = await get(as, body.id);
        expect(moved.body).toEqual({ ...body, created_at: tokyo });
        expect(new Date(moved.body.created_at)).toEqual(new Date(paris));
        expect(moved.headers.get('etag')).not.toBe(headers.get('etag'));
        expect((await get(as, `${body.id}?hide_data=true`)).body.created_at).toEqual(tokyo);
      }
      const listed = await catalog.call(`GET /locations/${shop.location_id}/catalogs`, { as: shop });
      expect(listed.body[0].created_at).toEqual(tokyo);
      const updated = await put(shop, body.id, { name: 'Moved' });
      expect(updated.body).toEqual({ ...body, name: 'Moved', created_at: tokyo });
      const announced = await changesOf(shop, 2);
      expect(announced.map(({ event_type, timezone }) => [event_type, timezone])).toEqual([
        ['create', 'Europe/Paris'],
        ['update', 'Asia/Tokyo'],
      ]);
    });

    test("the same bytes again change nothing, and the account's catalogs stay in UTC", async () => {
      const shop = aCaller();
      const sent = JSON.stringify(aCatalog({ name: newId() }));
      const { body } = await createCatalog(catalog, shop, sent);
      const shared = (await createCatalog(catalog, { ...shop, location_id: null }, { name: newId() })).body;
      await move(shop, 'America/New_York');
      await eventually(async () => /-0[45]:00$/.test((await get(shop, body.id)).body.created_at));
      const again = await put(shop, body.id, sent);
      expect(again.body).toEqual((await get(shop, body.id)).body);
      expect(again.body.data).toEqual(body.data);
      expect((await get(shop, shared.id)).body.created_at).toBe(shared.created_at);
    });

    test('entries that expire are announced in the new one', async () => {
      const shop = aCaller();
      const { id } = (await createCatalog(catalog, shop)).body;
      const expires_at = new Date(now.getTime() + 60_000).toISOString();
      const route = `PUT /catalogs/${id}/locations/${shop.location_id}/inventory`;
      await catalog.call(route, { as: shop, body: [{ sku_ref: 'cola-33', stock: '0', expires_at }] });
      await move(shop, 'Asia/Tokyo');
      now = new Date(now.getTime() + 60_000);
      const [, , patch] = await changesOf(shop, 3);
      expect(patch?.timezone).toBe('Asia/Tokyo');
    });

    test('a message without a timezone changes nothing', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      const message = { id: shop.location_id ?? '', account_id: shop.account?.id ?? '' };
      await catalog.send(messageOf('location', message.id, message));
      expect((await get(shop, body.id)).body).toEqual(body);
    });
  });

  describe('a catalog that the release before has stored', () => {
    /** Stores the catalog as the release before did: without the newer fields, and with a type for every option list. */
    async function makeOld(id: string, version = 2) {
      const read = 'select document from catalog_documents where catalog_id = $1';
      const { document } = (await catalog.db.query(read, [id])).rows[0];
      const old = JSON.parse(gunzipSync(document).toString());
      const parts: [string, any][] = [];
      for (const product of old.data.products) {
        delete product.nutrition;
        parts.push(['product', product]);
      }
      for (const list of old.data.option_lists) {
        delete list.multiple_selection;
        list.type = list.min_selections === 1 && list.max_selections === 1 ? 'single' : 'multiple';
        parts.push(['option_list', list]);
      }
      await catalog.db.query('update catalog_documents set document = $2 where catalog_id = $1', [
        id,
        gzipSync(JSON.stringify(old)),
      ]);
      for (const [kind, part] of parts) {
        await catalog.db.query(
          'update catalog_parts set document = $4 where catalog_id = $1 and kind = $2 and id = $3',
          [...[id, kind, part.id], JSON.stringify(part)],
        );
      }
      await catalog.db.query('update catalogs set version = $2 where id = $1', [id, version]);
    }

    const options = [{ ref: 'o', name: 'O', price: '0.00 EUR' }];
    const lists = [
      { ref: 'one', min_selections: 1, max_selections: 1 },
      { ref: 'any' },
      { ref: 'few', max_selections: 2 },
    ].map((list) => ({ ...list, name: list.ref, options }));
    const aMenu = () => aCatalog({ name: newId(), data: { ...aCatalog().data, option_lists: lists, products: [] } });
    const withoutDeals = () => {
      const { data, name } = aMenu();
      return { name, data: { ...data, deals: [], products: aCatalog().data!.products!.slice(1) } };
    };
    const numbersOf = ({ data }: any) =>
      data.option_lists.map(({ type, min_selections, max_selections }: any) => [type, min_selections, max_selections]);

    test('gets the newer fields in the background, and keeps what it means when it is sent back', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      const image = await createImageId(catalog, shop, body.id);
      await makeOld(body.id);
      await catalog.stop();
      await catalog.start();
      const refreshed = await eventually(async () => {
        const answer = await get(shop, body.id);
        return 'nutrition' in answer.body.data.products[0] && answer;
      });
      expect(numbersOf(refreshed.body)).toEqual([
        ['single', 1, 1],
        ['multiple', 0, null],
        [null, 0, 2],
      ]);
      expect(refreshed.body.data.products).toEqual(body.data.products);
      expect((await get(shop, `${body.id}/option_lists`)).body).toEqual(refreshed.body.data.option_lists);
      expect((await get(shop, `${body.id}/products`)).body).toEqual(refreshed.body.data.products);
      expect((await get(shop, `${body.id}/images/${image}`)).status).toBe(200);
      const { option_lists } = refreshed.body.data;
      const again = await put(shop, body.id, { name: body.name, data: { option_lists } });
      expect(numbersOf(again.body)).toEqual(numbersOf(refreshed.body));
      const events = await changesOf(shop, 2);
      expect(events.map(({ event_type }) => event_type)).toEqual(['create', 'update']);
    });

    test('is refreshed before an update', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      await makeOld(body.id);
      const name = newId();
      const renamed = await put(shop, body.id, { name });
      expect(renamed.status).toBe(200);
      expect(renamed.body.data.products).toEqual(body.data.products);
      expect(numbersOf(renamed.body)[2]).toEqual([null, 0, 2]);
      expect((await get(shop, `${body.id}/option_lists`)).body).toEqual(renamed.body.data.option_lists);
    });

    test('is refreshed again when a replica of the release before has updated it', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      await makeOld(body.id);
      await put(shop, body.id, { name: newId() });
      await makeOld(body.id, 5);
      expect((await put(shop, body.id, { name: newId() })).body.data.products).toEqual(body.data.products);
    });
  });
});

/** Replicas of the version before, which keep stock by catalog (docs/decisions/0044-stock-belongs-to-the-location.md). */
describe('stock of the version before', () => {
  // Its entries expire, so its clock goes on.
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
});
