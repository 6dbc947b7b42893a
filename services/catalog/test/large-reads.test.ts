/** Large catalogs and parts (docs/api/limits.md#large-responses). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { listPartRows } from '../src/parts/part.store.ts';
import { createCatalog, type CatalogBody } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

const pageBytesMax = 20_000;

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ settings: { PAGE_BYTES_MAX: `${pageBytesMax}` } });
});
afterAll(() => catalog.close());

const categories = [{ ref: 'all', name: 'All' }];

/** Products of about 4 kB, one of 40 kB, and one with many skus. */
const heavy: CatalogBody = {
  name: 'Heavy',
  data: {
    categories,
    products: [
      ...Array.from({ length: 30 }, (_, index) => ({
        category_ref: 'all',
        name: `Product ${index}`,
        description: 'x'.repeat(index === 10 ? 9_900 : 4_000),
        skus: [{ name: 'é'.repeat(index === 10 ? 1_000 : 1), price: '1.00 EUR' }],
        tags: index === 10 ? Array.from({ length: 40 }, (__, tag) => `${tag}`.padEnd(800, 'é')) : [],
      })),
      {
        category_ref: 'all',
        name: 'Many skus',
        skus: Array.from({ length: 100 }, (_, index) => ({ name: `${index}`.padEnd(900, 'x'), price: '1.00 EUR' })),
      },
    ],
  },
};

/** All pages of a list, each as long as it comes. */
async function pagesOf(as: TestCaller, path: string): Promise<{ items: any[]; bytes: number }[]> {
  const pages: { items: any[]; bytes: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const route = `GET /catalogs/${path}?cursor=${encodeURIComponent(cursor)}`;
    const { status, body, headers } = await catalog.call(route, { as });
    expect(status).toBe(200);
    pages.push({ items: body, bytes: Buffer.byteLength(JSON.stringify(body)) });
    cursor = headers.get('x-cursor-next');
  }
  return pages;
}

describe('a page of large parts ends early, and its cursor leads to the rest', () => {
  const shop = aCaller();
  let body: any;
  beforeAll(async () => {
    body = (await createCatalog(catalog, shop, heavy)).body;
  });

  test('of products', async () => {
    const pages = await pagesOf(shop, `${body.id}/products`);
    expect(pages.flatMap(({ items }) => items)).toEqual(body.data.products);
    // Brackets and commas come on top. A part that is larger than a page has one of its own.
    for (const { items, bytes } of pages) if (items.length > 1) expect(bytes).toBeLessThan(pageBytesMax + 200);
    expect(pages.length).toBeGreaterThan(7);
    expect(pages.some(({ items, bytes }) => items.length === 1 && bytes > pageBytesMax)).toBe(true);
  });

  test('of the skus of a product', async () => {
    const product = body.data.products.at(-1);
    const pages = await pagesOf(shop, `${body.id}/products/${product.id}/skus`);
    expect(pages.flatMap(({ items }) => items)).toEqual(product.skus);
    for (const { bytes } of pages) expect(bytes).toBeLessThan(pageBytesMax + 200);
    expect(pages.length).toBeGreaterThan(4);
  });

  test('and the database reads no more than the page', async () => {
    const key = { account_id: shop.account?.id ?? '', catalog_id: body.id, kind: 'product' } as const;
    const page = await listPartRows(catalog.db, key, { offset: 0, count: 100, version: 1 }, pageBytesMax);
    expect(page.items.join('').length).toBeLessThan(pageBytesMax);
    expect([page.next, page.isCut]).toEqual([`1:${page.items.length}`, true]);
  });
});

test('a sku of a product that is larger than a small document is found', async () => {
  const shop = aCaller();
  const skus = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}`.padEnd(900, 'x'), price: '1.00 EUR' }));
  const { body } = await createCatalog(catalog, shop, {
    name: 'Long',
    data: { categories, products: [{ category_ref: 'all', name: 'A', skus }] },
  });
  const [product] = body.data.products;
  const last = product.skus.at(-1);
  const path = `GET /catalogs/${body.id}/products/${product.id}`;
  expect((await catalog.call(`${path}/skus/${last.id}`, { as: shop })).body).toEqual(last);
  expect((await catalog.call(path, { as: shop })).body).toEqual(product);
  expect((await catalog.call(`${path}/skus?count=3`, { as: shop })).body).toEqual(product.skus.slice(0, 3));
});

test('a large catalog is retrieved whole, compressed or not', async () => {
  const shop = aCaller();
  // Texts that compress badly: the stored document is larger than a small one.
  const products = Array.from({ length: 100 }, (_, index) => ({
    category_ref: 'all',
    name: `Product ${index}`,
    description: randomBytes(6_000).toString('base64'),
    skus: [{ price: '1.00 EUR' }],
  }));
  const { body } = await createCatalog(catalog, shop, { name: 'Dense', data: { categories, products } });
  const { rows } = await catalog.db.query<{ size: number }>(
    'select octet_length(document) as size from catalog_documents where catalog_id = $1',
    [body.id],
  );
  expect(rows[0]?.size).toBeGreaterThan(262_144);
  for (const encoding of ['gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding };
    expect((await catalog.call(`GET /catalogs/${body.id}`, { as: shop, headers })).body).toEqual(body);
  }
});
