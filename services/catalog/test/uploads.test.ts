import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import { pictureTypes, type PictureType } from '@order-hub/shared/pictures';
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
import { keySettings, testSigningKeys } from '@order-hub/testing/keys';
import { aPicture } from '@order-hub/testing/pictures';
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

  test('a reader sees only whole versions while a writer replaces the catalog many times', async () => {
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
    const versions = sized(30, 100);
    for (let version = 1; version <= versions; version += 1) {
      expect((await put(shop, id, aLongCatalog(`v${version}`, size))).status).toBe(200);
    }
    isWriting = false;
    await reading;
    expect(seen.size).toBeGreaterThan(3);
    expect([await assertWhole(shop, id), await versionOf(id)]).toEqual([`v${versions}`, versions + 1]);
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

describe('images', () => {
  let now = new Date();
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await startTestCatalog({ now: () => now });
  });
  afterAll(() => catalog.close());

  const page = '<script>alert(1)</script>';

  /** A file with a page beside its pixels. */
  const anImage = (type: PictureType = 'image/png', rest = page) => aPicture(type, rest);

  const aCatalog = (as: TestCaller) => createCatalogId(catalog, as);

  type SentFile = { body?: Buffer; headers?: Record<string, string> };
  async function ask(as: TestCaller, route: string, { body, headers = {} }: SentFile = {}) {
    const [method = '', path = ''] = route.split(' ');
    const token = await signCallerToken(testSigningKeys.gateway, { caller: as, to: 'catalog' }, new Date());
    const sent = { method, headers: { ...headers, [callerTokenHeader]: token }, ...(body && { body }) };
    return fetch(`${catalog.url()}${path}`, sent);
  }
  type Uploaded = [body?: Buffer, query?: string, type?: string];
  const upload = async (
    as: TestCaller,
    catalog_id: string,
    ...[body = anImage(), query = '', type = 'image/png']: Uploaded
  ) => {
    const headers = { 'content-type': type };
    const response = await ask(as, `POST /catalogs/${catalog_id}/images${query}`, { body, headers });
    return { status: response.status, body: (await response.json()) as any };
  };
  const get = async (as: TestCaller, path: string) => {
    const response = await ask(as, `GET ${path}`);
    return { status: response.status, body: (await response.json()) as any };
  };

  describe('an upload', () => {
    test.each(pictureTypes)('of %s gets the type of its bytes, and is returned unchanged', async (type) => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      const bytes = anImage(type);
      const { status, body } = await upload(as, catalog_id, bytes, '?private_ref=logo', 'image/gif; charset=x');
      const md5 = createHash('md5').update(bytes).digest('hex');
      const shown = { id: expect.any(String), type, size: bytes.length, md5, private_ref: 'logo' };
      expect([status, body]).toEqual([200, { ...shown, seconds_before_removal: 30 * 24 * 3_600 }]);
      expect((await get(as, `/catalogs/${catalog_id}/images/${body.id}`)).body).toEqual(body);
      expect((await get(as, `/catalogs/${catalog_id}/images`)).body).toEqual([body]);
      const data = await ask(as, `GET /catalogs/${catalog_id}/images/${body.id}/data`);
      expect(Buffer.from(await data.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(data.headers)).toMatchObject({
        'content-type': type,
        etag: `"${md5}"`,
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    });

    test.each([
      ['a page', Buffer.from(page)],
      ['a text that begins like a bitmap', Buffer.from('BMW is a brand of cars and motorcycles')],
      ['nothing', Buffer.of()],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['a WAV', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ', 'latin1')],
      ['half a signature', anImage('image/png', '').subarray(0, 5)],
      ...pictureTypes.map((type) => [`half of ${type}`, anImage(type).subarray(0, -20)] as const),
    ])('of %s is refused: 422', async (_, body) => {
      const as = aCaller();
      const answer = await upload(as, await aCatalog(as), body);
      expect([answer.status, answer.body.errors]).toEqual([422, [expect.objectContaining({ field: '' })]]);
    });

    test.each(['text/html', 'image/svg+xml', 'application/json', ''])('with the content type %s: 415', async (type) => {
      const as = aCaller();
      expect((await upload(as, await aCatalog(as), anImage(), '', type)).status).toBe(415);
    });

    test.each(['image/jpg', 'image/pjpeg', 'image/x-png', 'image/x-ms-bmp', 'Image/PJPEG; name="a.jpg"'])(
      'called %s is taken for what its bytes are',
      async (name) => {
        const as = aCaller();
        const { status, body } = await upload(as, await aCatalog(as), anImage('image/webp'), '', name);
        expect([status, body.type]).toEqual([200, 'image/webp']);
      },
    );

    test('of 1 MiB is accepted, and of one byte more is refused: 422', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      const full = 1_048_576 - anImage('image/png', '').length;
      expect((await upload(as, catalog_id, anImage('image/png', 'x'.repeat(full)))).status).toBe(200);
      const refused = await upload(as, catalog_id, anImage('image/png', 'x'.repeat(full + 1)));
      expect([refused.status, refused.body.error_type]).toEqual([422, 'unprocessable_entity']);
    });

    test.each([
      ['over 255 characters', `?private_ref=${'x'.repeat(256)}`, 400],
      ['empty', '?private_ref=', 400],
      ['given twice', '?private_ref=a&private_ref=b', 400],
    ])('a private ref %s is refused', async (_, query, status) => {
      const as = aCaller();
      expect((await upload(as, await aCatalog(as), anImage(), query)).status).toBe(status);
    });
  });

  describe('a private ref', () => {
    test('is unique in the catalog for each client, also among concurrent uploads', async () => {
      const as = aCaller();
      const [catalog_id, other] = [await aCatalog(as), await aCatalog(as)];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => upload(as, catalog_id, anImage(), '?private_ref=a')),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
      expect(answers.find(({ status }) => status === 422)?.body.errors[0].field).toBe('private_ref');
      expect((await upload(as, other, anImage(), '?private_ref=a')).status).toBe(200);
      const website = { ...as, client_id: newId() };
      expect((await upload(website, catalog_id, anImage(), '?private_ref=a')).status).toBe(200);
    });

    test('is shown only to the client that set it', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      const { body } = await upload(as, catalog_id, anImage(), '?private_ref=a');
      const website = { ...as, client_id: newId() };
      expect((await get(website, `/catalogs/${catalog_id}/images/${body.id}`)).body.private_ref).toBeNull();
      expect((await get(website, `/catalogs/${catalog_id}/images`)).body[0].private_ref).toBeNull();
    });
  });

  describe('the bytes', () => {
    test('are not sent to a client that has them, nor for HEAD; another tenant gets 404 for both', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      const { body } = await upload(as, catalog_id);
      const path = `/catalogs/${catalog_id}/images/${body.id}/data`;
      const headers = { 'if-none-match': `"${body.md5}"` };
      const fresh = await ask(as, `GET ${path}`, { headers });
      expect([fresh.status, await fresh.text()]).toEqual([304, '']);
      expect((await ask(as, `HEAD ${path}`)).status).toBe(200);
      for (const stranger of [
        aCaller(),
        aCaller({ account: as.account }),
        { ...as, scope: 'location[catalog.read]' },
      ]) {
        const missing = `/catalogs/${catalog_id}/images/${newId()}/data`;
        for (const method of ['GET', 'HEAD']) {
          const answers = [
            await ask(stranger, `${method} ${path}`, { headers }),
            await ask(stranger, `${method} ${missing}`),
          ];
          expect(answers.map(({ status }) => status)).toEqual([404, 404]);
          expect(answers[0]?.headers.get('etag')).toEqual(answers[1]?.headers.get('etag'));
        }
      }
    });
  });

  describe('permissions', () => {
    test.each([
      ['location[all_catalogs.write]', false, 200, 200],
      ['location[all_catalogs.read]', false, 403, 200],
      ['location[catalog.write]', true, 200, 200],
      ['location[catalog.read]', true, 403, 200],
      ['location[catalog.write]', false, 404, 404],
      ['location[orders.write]', true, 403, 403],
    ])('%s, bound to the catalog %s: create %d, list %d', async (scope, isBound, creating, listing) => {
      const owner = aCaller();
      const catalog_id = await aCatalog(owner);
      const as = { ...owner, scope, catalog_id: isBound ? catalog_id : null };
      expect((await upload(as, catalog_id)).status).toBe(creating);
      expect((await get(as, `/catalogs/${catalog_id}/images`)).status).toBe(listing);
    });

    test("a location connection reads the images of the account's catalogs, but adds none: 401", async () => {
      const chain = aCaller({ location_id: null });
      const catalog_id = await aCatalog(chain);
      const shop = aCaller({ account: chain.account });
      expect((await upload(chain, catalog_id)).status).toBe(200);
      expect((await get(shop, `/catalogs/${catalog_id}/images`)).body).toHaveLength(1);
      const refused = await upload(shop, catalog_id);
      expect([refused.status, refused.body.error_type]).toEqual([401, 'unauthorized']);
      const reader = { ...shop, scope: 'location[catalog.read]', catalog_id };
      expect((await upload(reader, catalog_id)).status).toBe(403);
    });

    test('a location connection adds images to the catalog of the account that it is bound to', async () => {
      const chain = aCaller({ location_id: null });
      const catalog_id = await aCatalog(chain);
      const shop = aCaller({ account: chain.account, scope: 'location[catalog.write]', catalog_id });
      expect((await upload(shop, catalog_id)).status).toBe(200);
    });

    test('an unknown catalog and image: 404', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      expect((await upload(as, newId())).status).toBe(404);
      expect((await get(as, `/catalogs/${catalog_id}/images/${newId()}`)).status).toBe(404);
      expect((await get(as, `/catalogs/${newId()}/images`)).status).toBe(404);
    });
  });

  test('the list has pages', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await upload(as, catalog_id)).body.id);
    const first = await ask(as, `GET /catalogs/${catalog_id}/images?count=2`);
    const second = await get(
      as,
      `/catalogs/${catalog_id}/images?count=2&cursor=${first.headers.get('x-cursor-next') ?? ''}`,
    );
    const listed = [...((await first.json()) as { id: string }[]), ...second.body].map(({ id }) => id);
    expect(listed).toEqual(ids);
  });

  describe('unattached images', () => {
    test('have a quota for each account: 422 beyond it', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      await catalog.db.query(
        `insert into images (account_id, catalog_id, id, client_id, type, size, md5, unattached_since, bytes)
       select $1, $2, 'filler' || n, 'c', 'image/png', 1048576, '', now(), '' from generate_series(1, 255) as n`,
        [as.account?.id, catalog_id],
      );
      expect((await upload(as, catalog_id)).status).toBe(200);
      const large = anImage('image/png', 'x'.repeat(1_048_500));
      const refused = await upload(as, catalog_id, large);
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'The quota is used up: bytes of images of an account that no catalog uses, at most 268,435,456',
      ]);
      const other = aCaller();
      expect((await upload(other, await aCatalog(other), large)).status).toBe(200);
      await catalog.db.query(`update images set unattached_since = null where catalog_id = $1 and id like 'filler%'`, [
        catalog_id,
      ]);
      expect((await upload(as, catalog_id, large)).status).toBe(200);
    });

    test('are removed after 30 days, and attached ones stay', async () => {
      const as = aCaller();
      const catalog_id = await aCatalog(as);
      const [old, attached] = [(await upload(as, catalog_id)).body.id, (await upload(as, catalog_id)).body.id];
      await catalog.db.query('update images set unattached_since = null where id = $1', [attached]);
      const day = 24 * 3_600_000;
      now = new Date(now.getTime() + 30 * day - 60_000);
      expect((await get(as, `/catalogs/${catalog_id}/images/${old}`)).body.seconds_before_removal).toBeLessThanOrEqual(
        60,
      );
      const young = (await upload(as, catalog_id)).body.id;
      now = new Date(now.getTime() + 120_000);
      // The background loop runs once when the service starts.
      await catalog.stop();
      await catalog.start();
      await eventually(async () => (await get(as, `/catalogs/${catalog_id}/images/${old}`)).status === 404);
      const { body } = await get(as, `/catalogs/${catalog_id}/images`);
      expect(body.map(({ id }: { id: string }) => id)).toEqual([attached, young]);
      expect(body[0].seconds_before_removal).toBeNull();
    });
  });
});
