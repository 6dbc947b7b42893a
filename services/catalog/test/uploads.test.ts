/** Concurrent uploads, and interrupted ones (docs/api/catalogs.md#update). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, callOn, eventually, type TestCaller } from '@order-hub/testing/call';
import { keySettings } from '@order-hub/testing/keys';
import { aCatalog, aLongCatalog, createCatalog, createImageId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
let replica: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
  replica = await startTestCatalog({ database: catalog.database });
});
afterAll(async () => {
  await replica.close();
  await catalog.close();
});

const put = (as: TestCaller, id: string, body: unknown, service = catalog) =>
  service.call(`PUT /catalogs/${id}`, { as, body });
const get = (as: TestCaller, path: string) => catalog.call(`GET /catalogs/${path}`, { as });
const versionOf = async (id: string) =>
  (await catalog.db.query('select version from catalogs where id = $1', [id])).rows[0].version;

/** The uploads that products are from, by their names: `a 0` and `a 1` are from `a`. */
const sourcesOf = (products: { name: string }[]) => [...new Set(products.map(({ name }) => name.split(' ')[0]))];

/** Asserts that everything in a catalog is from one upload. Returns the name of that upload. */
async function assertWhole(as: TestCaller, id: string): Promise<string> {
  const { body } = await get(as, id);
  expect(sourcesOf(body.data.products)).toEqual([body.name]);
  expect((await get(as, `${id}/products`)).body).toEqual(body.data.products.slice(0, 100));
  return body.name;
}

test('a reader sees only whole versions while a writer replaces the catalog 100 times', async () => {
  const shop = aCaller();
  const { id } = (await createCatalog(catalog, shop, aLongCatalog('v0', 40))).body;
  let isWriting = true;
  const seen = new Set<string>();
  const read = async () => {
    while (isWriting) {
      const [whole, page] = await Promise.all([get(shop, id), get(shop, `${id}/products`)]);
      expect([whole.status, page.status]).toEqual([200, 200]);
      expect(sourcesOf(whole.body.data.products)).toEqual([whole.body.name]);
      expect([whole.body.data.products.length, page.body.length]).toEqual([40, 40]);
      expect(sourcesOf(page.body)).toHaveLength(1);
      seen.add(whole.body.name);
    }
  };
  const reading = Promise.all([read(), read()]);
  for (let version = 1; version <= 100; version += 1) {
    expect((await put(shop, id, aLongCatalog(`v${version}`, 40))).status).toBe(200);
  }
  isWriting = false;
  await reading;
  expect(seen.size).toBeGreaterThan(3);
  expect([await assertWhole(shop, id), await versionOf(id)]).toEqual(['v100', 101]);
});

test('an upload that changes the prices of 3 of 1,000 products writes 3 rows', async () => {
  const shop = aCaller();
  const { id } = (await createCatalog(catalog, shop, aLongCatalog('Long', 1_000))).body;
  const rowsOf = async (table: string, key: string) => {
    const text = ['select xmin::text, ', key, ' as key from', table, 'where catalog_id = $1'].join(' ');
    const { rows } = await catalog.db.query<{ xmin: string; key: string }>(text, [id]);
    return new Set(rows.map(({ xmin, key: of }) => `${of} ${xmin}`));
  };
  const all = async () => ({
    parts: await rowsOf('catalog_parts', 'id'),
    lists: await rowsOf('catalog_part_lists', 'kind'),
    refs: await rowsOf('catalog_refs', 'ref'),
  });
  const before = await all();
  expect((await put(shop, id, aLongCatalog('Long', 1_000, [7, 500, 999]))).status).toBe(200);
  const after = await all();
  const written = (kind: keyof typeof after) => [...after[kind]].filter((row) => !before[kind].has(row)).length;
  expect([written('parts'), written('lists'), written('refs')]).toEqual([3, 0, 0]);
});

describe('concurrent uploads of one catalog', () => {
  const names = Array.from({ length: 10 }, (_, index) => `w${index}`);

  test('are stored one after the other, each as a whole', async () => {
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop, aLongCatalog('w', 40))).body;
    const answers = await Promise.all(names.map((name) => put(shop, id, aLongCatalog(name, 40))));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    answers.forEach(({ body }, index) => expect(sourcesOf(body.data.products)).toEqual([names[index]]));
    expect(names).toContain(await assertWhole(shop, id));
    expect(await versionOf(id)).toBe(11);
  });

  test('in several processes are stored likewise, or refused with 503', async () => {
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop, aLongCatalog('w', 40))).body;
    const services = names.map((_, index) => (index % 2 === 0 ? catalog : replica));
    const answers = await Promise.all(
      names.map((name, index) => put(shop, id, aLongCatalog(name, 40), services[index])),
    );
    const stored = answers.filter(({ status }) => status === 200).length;
    expect(stored).toBeGreaterThan(1);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(names.length - stored);
    expect(names).toContain(await assertWhole(shop, id));
    expect(await versionOf(id)).toBe(1 + stored);
  });
});

test('a catalog that is deleted during uploads leaves no rows', async () => {
  const shop = aCaller();
  const { id } = (await createCatalog(catalog, shop, aLongCatalog('a', 500))).body;
  const writing = [1, 2, 3].map((count) => put(shop, id, aLongCatalog('b', 500 + count)));
  const deleted = await catalog.call(`DELETE /catalogs/${id}`, { as: shop });
  expect(deleted.status).toBe(200);
  for (const { status } of await Promise.all(writing)) expect([200, 404, 503]).toContain(status);
  await eventually(async () => {
    const { rows } = await catalog.db.query(
      `select (select count(*) from catalog_parts where catalog_id = $1)
         + (select count(*) from catalog_documents where catalog_id = $1)
         + (select count(*) from catalog_refs where catalog_id = $1) as left_over`,
      [id],
    );
    return rows[0].left_over === '0';
  });
});

test('a process that is killed during an upload leaves the catalog as it was', async () => {
  const shop = aCaller();
  const before = (await createCatalog(catalog, shop, aLongCatalog('before', 300))).body;
  const child = fork(fileURLToPath(new URL('../dist/src/main.js', import.meta.url)), [], {
    execArgv: [],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0', AMQP_URL: '' },
      ...{ DATABASE_URL: catalog.database.url, ...keySettings('catalog') },
      EVENTS_URL: 'http://127.0.0.1:9',
    },
  });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: number }];
  const holder = await catalog.db.connect();
  try {
    // An upload with another name waits for this lock after it has written all its rows.
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('catalog names:' || $1, 0))`, [shop.account?.id]);
    const broken = callOn(ready, 'catalog')(`PUT /catalogs/${before.id}`, {
      as: shop,
      body: aLongCatalog('after', 400),
    });
    const outcome = broken.then(
      () => 'answered',
      () => 'broken off',
    );
    await eventually(async () => {
      const { rowCount } = await catalog.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return rowCount === 1;
    });
    child.kill('SIGKILL');
    expect(await outcome).toBe('broken off');
  } finally {
    child.kill('SIGKILL');
    await holder.query('rollback');
    holder.release();
  }
  expect((await get(shop, before.id)).body).toEqual(before);
  expect((await get(shop, `${before.id}/products`)).body).toEqual(before.data.products.slice(0, 100));
  expect((await put(shop, before.id, aLongCatalog('later', 10))).status).toBe(200);
  expect(await assertWhole(shop, before.id)).toBe('later');
});

describe('images', () => {
  const anImage = (as: TestCaller, catalog_id: string) => createImageId(catalog, as, catalog_id);
  const attached = async (catalog_id: string) => {
    const { rows } = await catalog.db.query<{ id: string }>(
      'select id from images where catalog_id = $1 and unattached_since is null order by id',
      [catalog_id],
    );
    return rows.map(({ id }) => id);
  };
  const withImages = (product: string[], category: string[] = []) => {
    const body = aCatalog();
    body.data!.products![0]!.image_ids = product;
    body.data!.categories![0]!.image_ids = category;
    return body;
  };

  test('that parts name are attached, all others are not', async () => {
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop)).body;
    const [one, two, three] = [await anImage(shop, id), await anImage(shop, id), await anImage(shop, id)];
    const first = await put(shop, id, withImages([two, one], [one]));
    expect(first.body.data.products[0].image_ids).toEqual([two, one]);
    expect(first.body.data.categories[0].image_ids).toEqual([one]);
    expect(await attached(id)).toEqual([one, two].sort());
    await put(shop, id, withImages([three]));
    expect(await attached(id)).toEqual([three]);
    await put(shop, id, { name: 'Renamed' });
    expect(await attached(id)).toEqual([three]);
    await put(shop, id, { name: 'Renamed', data: {} });
    expect(await attached(id)).toEqual([]);
  });

  test('of another catalog, or unknown ones: 422 names each of them', async () => {
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop)).body;
    const other = (await createCatalog(catalog, shop, { name: 'Other' })).body;
    const [own, foreign] = [await anImage(shop, id), await anImage(shop, other.id)];
    const { status, body } = await put(shop, id, withImages([own, foreign], [newId()]));
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['data.categories.0.image_ids.0', 'data.products.0.image_ids.1'],
    ]);
    expect(await attached(id)).toEqual([]);
  });
});
