import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, callOn, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  fillLine,
  giveUpInSlot,
  giveUpOften,
  giveUpWaiting,
  lock,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { keySettings } from '@order-hub/testing/keys';
import { aCatalog, aLongCatalog, createCatalog, createCatalogId, createImageId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

/** Concurrent uploads, and interrupted ones (docs/api/catalogs.md#update). */
describe('concurrent and interrupted uploads', () => {
  let replica: TestCatalog;
  beforeAll(async () => {
    replica = await startTestCatalog({ database: catalog.database });
  });

  afterAll(() => replica.close());

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
    const size = sized(8, 40);
    const shop = aCaller();
    const { id } = (await createCatalog(catalog, shop, aLongCatalog('v0', size))).body;
    let isWriting = true;
    const seen = new Set<string>();
    const read = async () => {
      while (isWriting) {
        const [whole, page] = await Promise.all([get(shop, id), get(shop, `${id}/products`)]);
        expect([whole.status, page.status]).toEqual([200, 200]);
        expect(sourcesOf(whole.body.data.products)).toEqual([whole.body.name]);
        expect([whole.body.data.products.length, page.body.length]).toEqual([size, size]);
        expect(sourcesOf(page.body)).toHaveLength(1);
        seen.add(whole.body.name);
      }
    };
    const reading = Promise.all(Array.from({ length: sized(1, 2) }, read));
    for (let version = 1; version <= 100; version += 1) {
      expect((await put(shop, id, aLongCatalog(`v${version}`, size))).status).toBe(200);
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
      await holder.query(`select pg_advisory_xact_lock(hashtextextended('catalog names:' || $1, 0))`, [
        shop.account?.id,
      ]);
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
});

/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
describe('slots and budgets', () => {
  const [readsMax, writesMax, largeUploadsMax] = sized([4, 4, 4], [10, 10, 10]);

  const [uploadsMax, uploadsPerAccount] = [readsMax * 4, 4];

  const uploadBytesMax = 12 * 1_048_576;

  /** A location with a catalog, and what is large in it. The catalog itself is retrieved as it is stored, compressed. */
  type Shop = { as: TestCaller; catalog: string; large: string[] };

  let catalog: TestCatalog;

  const shops: Shop[] = [];

  const categories = [{ ref: 'all', name: 'All' }];

  /** A product of about 1 kB for each sku. The names are random: others would be compressed too well to be large. */
  const productOf = (skus: number) => ({
    ...{ category_ref: 'all', name: `${skus} skus` },
    skus: Array.from({ length: skus }, () => ({ name: randomBytes(690).toString('base64'), price: '1.00 EUR' })),
  });

  /** The first is on a small page, which needs no slot, the second is not, and the third is large enough to need one. */
  const products = [productOf(1), productOf(1_000), productOf(300)];

  async function openShop(): Promise<Shop> {
    const as = aCaller();
    const { body } = await createCatalog(catalog, as, { name: 'A', data: { categories, products } });
    const path = `/catalogs/${body.id}`;
    const product = `${path}/products/${body.data.products[2].id}`;
    const large = [product, `${product}/skus?count=1`, path, `${path}/products?count=2`];
    return { as, catalog: path, large };
  }

  beforeAll(async () => {
    const settings = {
      NODE_ENV: 'production',
      LARGE_READS_MAX: `${readsMax}`,
      WRITES_MAX: `${writesMax}`,
      UPLOADS_MAX: `${uploadsMax}`,
      UPLOADS_PER_ACCOUNT_MAX: `${uploadsPerAccount}`,
      LARGE_UPLOADS_MAX: `${largeUploadsMax}`,
      UPLOAD_BYTES_PER_ACCOUNT_MAX: `${uploadBytesMax}`,
      DATABASE_POOL_SIZE: `${uploadsMax + 10}`,
    };
    catalog = await startTestCatalog({ settings });
    for (let count = 0; count < readsMax; count += 1) shops.push(await openShop());
  });

  afterAll(() => catalog.close());

  const at = (account: number) => shops[account]!;

  /** Locks the large values of both tables that large responses come from. */
  async function lockReads(): Promise<() => Promise<void>> {
    const unlocks = [
      await lockLargeValues(catalog.db, 'catalog_parts'),
      await lockLargeValues(catalog.db, 'catalog_documents'),
    ];
    return async () => {
      for (const unlock of unlocks) await unlock();
    };
  }

  const accountIds = () => shops.map(({ as }) => as.account?.id);

  /** An upload waits in the database for the names of its account, after everything else. */
  const lockNames = () =>
    lock(
      catalog.db,
      `select pg_advisory_xact_lock(hashtextextended('catalog names:' || id, 0)) from unnest($1::text[]) as id`,
      [accountIds()],
    );

  const creation = (bytes: number) => (account: number) => {
    const { as } = at(account);
    const body = JSON.stringify({ name: newId() }).padEnd(bytes);
    return catalog.begin(`POST /locations/${as.location_id}/catalogs`, { as, body });
  };

  const uploading = { db: () => catalog.db, lockAll: lockNames, waitingMax: 32 };

  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  const writing = {
    db: () => catalog.db,
    /** Images wait for the totals of their account, inventories for the catalog. */
    lockAll: () => lock(catalog.db, 'select from catalogs where account_id = any ($1) for update', [accountIds()]),
    ...{ slots: writesMax, perAccount: 1, waitingMax: 64 },
  };

  const uses: Record<string, SlotUse> = {
    'a large product, its skus, a large catalog or page': {
      // The slots of large reads; see also the test of orders.
      clients: sized(1, 100),
      ...{ db: () => catalog.db, lockAll: lockReads, slots: readsMax, perAccount: 1, waitingMax: 32 },
      begin(account, count) {
        const { as, large } = at(account);
        const route = `GET ${large[(account + count) % large.length]}`;
        return catalog.begin(route, { as, headers: { 'accept-encoding': 'gzip' } });
      },
    },
    'a small upload': {
      ...uploading,
      clients: sized(1, 1_000),
      ...{ slots: uploadsMax, perAccount: uploadsPerAccount, begin: creation(100) },
    },
    'a large upload': {
      ...uploading,
      clients: sized(1, 100),
      slots: largeUploadsMax,
      perAccount: 1,
      begin: creation(262_200),
    },
    'an image': {
      ...writing,
      clients: sized(1, 1_000),
      begin: (account) =>
        catalog.begin(`POST ${at(account).catalog}/images`, {
          as: at(account).as,
          headers: { 'content-type': 'image/png' },
          body: image,
        }),
    },
    'an inventory': {
      ...writing,
      clients: sized(1, 100),
      begin: (account) =>
        catalog.begin(`PUT ${at(account).catalog}/locations/${at(account).as.location_id}/inventory`, {
          as: at(account).as,
          body: [],
        }),
    },
  };

  describe.each(Object.entries(uses).map(([what, use]) => ({ what, use })))(
    'clients that need a slot for $what leave all free when they give up',
    ({ use }) => {
      test('while they wait for it', async () => {
        await giveUpWaiting(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      });

      test('while they have it', async () => {
        await giveUpInSlot(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      });
    },
  );

  test('clients that give up while another upload of their catalog runs leave it free', async () => {
    const { as, catalog: path } = at(0);
    const begin = () => catalog.begin(`PUT ${path}`, { as, body: { name: newId() } });
    await giveUpWaiting({ ...uploading, clients: sized(1, 100), slots: 1, perAccount: 1, begin });
    expect((await catalog.call(`PUT ${path}`, { as, body: { name: newId() } })).status).toBe(200);
  });

  test('clients that give up while their upload arrives leave the budget whole', async () => {
    const { as } = at(0);
    const id = await createCatalogId(catalog, as);
    const route = `PUT /catalogs/${id}`;
    const bytes = 200_000;
    const fitting = Math.floor(uploadBytesMax / bytes);
    // One more than fits is refused by its Content-Length, when the others have arrived but for a byte.
    await giveUpOften(sized(1, 1_000), async () => ({
      calls: await fillLine(fitting, 503, () =>
        catalog.begin(route, { as, body: ' '.repeat(bytes), sentBytes: bytes - 1 }),
      ),
    }));
    const whole = JSON.stringify({ name: newId() }).padEnd(uploadBytesMax);
    expect((await catalog.call(route, { as, body: whole })).status).toBe(200);
  });
});
