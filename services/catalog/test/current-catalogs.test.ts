/** Stored catalogs are kept current (docs/api/conventions.md#times, docs/decisions/0045-stored-catalogs-are-refreshed.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCatalog, createCatalog, createImageId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

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
      await catalog.db.query('update catalog_parts set document = $4 where catalog_id = $1 and kind = $2 and id = $3', [
        ...[id, kind, part.id],
        JSON.stringify(part),
      ]);
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
