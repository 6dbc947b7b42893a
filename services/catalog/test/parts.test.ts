/** Single parts of a catalog, and lists of them (docs/api/catalogs.md#catalog-parts). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCatalog, aLongCatalog, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
const shop = aCaller();
let menu: any;
beforeAll(async () => {
  catalog = await startTestCatalog();
  menu = (await createCatalog(catalog, shop)).body;
});
afterAll(() => catalog.close());

const get = (path: string, as: TestCaller = shop) => catalog.call(`GET /catalogs/${path}`, { as });

/** All pages of a list. */
async function pages(path: string, count: number): Promise<any[][]> {
  const found: any[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await get(`${path}?count=${count}&cursor=${encodeURIComponent(cursor)}`);
    expect(page.status).toBe(200);
    found.push(page.body);
    cursor = page.headers.get('x-cursor-next');
  }
  return found;
}

describe.each(['categories', 'products', 'option_lists', 'deals', 'discounts', 'charges'])('%s', (kind) => {
  test('are listed as the whole catalog shows them, and each is retrieved', async () => {
    const parts = menu.data[kind];
    expect((await get(`${menu.id}/${kind}`)).body).toEqual(parts);
    expect((await pages(`${menu.id}/${kind}`, 1)).flat()).toEqual(parts);
    for (const part of parts) expect((await get(`${menu.id}/${kind}/${part.id}`)).body).toEqual(part);
  });

  test('of an unknown id, of another kind, or of another catalog: 404', async () => {
    const other = (await createCatalog(catalog, aCaller())).body;
    const ofAnotherKind = kind === 'charges' ? menu.data.deals[0].id : menu.data.charges[0].id;
    for (const id of [newId(), ofAnotherKind, other.data[kind][0].id, menu.id]) {
      expect((await get(`${menu.id}/${kind}/${id}`)).status).toBe(404);
    }
    expect((await get(`${newId()}/${kind}`)).status).toBe(404);
    expect((await get(`${other.id}/${kind}/${other.data[kind][0].id}`)).status).toBe(404);
  });

  test('of an empty catalog: an empty list', async () => {
    const empty = (await createCatalog(catalog, shop, { name: newId() })).body;
    const { status, body, headers } = await get(`${empty.id}/${kind}`);
    expect([status, body, headers.get('x-cursor-next')]).toEqual([200, [], null]);
  });
});

describe.each([
  ['products', 'skus'],
  ['option_lists', 'options'],
])('of %s the %s', (parents, kind) => {
  test('are listed and retrieved', async () => {
    const [parent] = menu.data[parents];
    const path = `${menu.id}/${parents}/${parent.id}/${kind}`;
    expect((await get(path)).body).toEqual(parent[kind]);
    expect((await pages(path, 1)).flat()).toEqual(parent[kind]);
    for (const child of parent[kind]) expect((await get(`${path}/${child.id}`)).body).toEqual(child);
  });

  test('of an unknown parent or id: 404', async () => {
    const [parent] = menu.data[parents];
    const [child] = parent[kind];
    const path = `${menu.id}/${parents}`;
    for (const wrong of [`${newId()}/${kind}`, `${newId()}/${kind}/${child.id}`, `${parent.id}/${kind}/${newId()}`]) {
      expect((await get(`${path}/${wrong}`)).status).toBe(404);
    }
  });
});

test('a sku of another product is not found', async () => {
  const [first, second] = menu.data.products;
  expect((await get(`${menu.id}/products/${second.id}/skus/${first.skus[0].id}`)).status).toBe(404);
});

test('categories are listed depth first, also when a child was sent before its parent', async () => {
  const sent = ['a1 a', 'b', 'a', 'b1 b', 'a2 a', 'a11 a1', 'b2 b', 'a21 a2'].map((text) => text.split(' '));
  const categories = sent.map(([ref = '', parent_ref]) => ({ ref, name: ref, ...(parent_ref && { parent_ref }) }));
  const { body } = await createCatalog(catalog, shop, { name: 'Tree', data: { categories } });
  const refs = (list: { ref: string }[]) => list.map(({ ref }) => ref);
  expect(refs(body.data.categories)).toEqual(sent.map(([ref]) => ref));
  expect(refs((await pages(`${body.id}/categories`, 3)).flat())).toEqual('b b1 b2 a a1 a11 a2 a21'.split(' '));
});

test('a cursor of an earlier version of the catalog is refused: 400', async () => {
  const { body } = await createCatalog(catalog, shop, aLongCatalog('Paged', 250));
  expect((await pages(`${body.id}/products`, 100)).map((page) => page.length)).toEqual([100, 100, 50]);
  const cursor = encodeURIComponent((await get(`${body.id}/products`)).headers.get('x-cursor-next') ?? '');
  await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: aLongCatalog('Paged', 251) });
  const { status, body: answer } = await get(`${body.id}/products?cursor=${cursor}`);
  expect([status, answer.message]).toEqual([400, 'The catalog has changed: start again without a cursor']);
  expect((await get(`${body.id}/products?cursor=x`)).status).toBe(400);
});

test('after an update, removed parts are not found and the others are', async () => {
  const { body } = await createCatalog(catalog, shop, aCatalog({ name: 'Going' }));
  const next = aCatalog({ name: 'Going' });
  delete next.data?.charges;
  next.data?.products?.pop();
  delete next.data?.deals;
  await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: next });
  const [stays, goes] = body.data.products;
  expect((await get(`${body.id}/products`)).body).toEqual([stays]);
  expect((await get(`${body.id}/products/${goes.id}`)).status).toBe(404);
  expect((await get(`${body.id}/charges`)).body).toEqual([]);
  expect((await get(`${body.id}/charges/${body.data.charges[0].id}`)).status).toBe(404);
});
