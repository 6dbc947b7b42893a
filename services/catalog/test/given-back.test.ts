/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
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
import { createCatalog, createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

const [readsMax, writesMax, largeUploadsMax, uploadsMax, uploadsPerAccount] = [10, 10, 10, 40, 4];
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
}, 360_000);
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
    clients: 100,
    ...{ db: () => catalog.db, lockAll: lockReads, slots: readsMax, perAccount: 1, waitingMax: 32 },
    begin(account, count) {
      const { as, large } = at(account);
      const route = `GET ${large[(account + count) % large.length]}`;
      return catalog.begin(route, { as, headers: { 'accept-encoding': 'gzip' } });
    },
  },
  'a small upload': {
    ...uploading,
    clients: 1_000,
    ...{ slots: uploadsMax, perAccount: uploadsPerAccount, begin: creation(100) },
  },
  'a large upload': { ...uploading, clients: 100, slots: largeUploadsMax, perAccount: 1, begin: creation(262_200) },
  'an image': {
    ...writing,
    clients: 1_000,
    begin: (account) =>
      catalog.begin(`POST ${at(account).catalog}/images`, {
        as: at(account).as,
        headers: { 'content-type': 'image/png' },
        body: image,
      }),
  },
  'an inventory': {
    ...writing,
    clients: 100,
    begin: (account) =>
      catalog.begin(`PUT ${at(account).catalog}/locations/${at(account).as.location_id}/inventory`, {
        as: at(account).as,
        body: [],
      }),
  },
};

describe.each(Object.entries(uses).map(([what, use]) => ({ what, use, clients: use.clients })))(
  '$clients clients that need a slot for $what leave all free when they give up',
  ({ use }) => {
    test('while they wait for it', async () => {
      await giveUpWaiting(use);
      expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
    }, 360_000);

    test('while they have it', async () => {
      await giveUpInSlot(use);
      expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
    }, 360_000);
  },
);

test('a hundred clients that give up while another upload of their catalog runs leave it free', async () => {
  const { as, catalog: path } = at(0);
  const begin = () => catalog.begin(`PUT ${path}`, { as, body: { name: newId() } });
  await giveUpWaiting({ ...uploading, clients: 100, slots: 1, perAccount: 1, begin });
  expect((await catalog.call(`PUT ${path}`, { as, body: { name: newId() } })).status).toBe(200);
}, 360_000);

test('a thousand clients that give up while their upload arrives leave the budget whole', async () => {
  const { as } = at(0);
  const id = await createCatalogId(catalog, as);
  const route = `PUT /catalogs/${id}`;
  const bytes = 200_000;
  const fitting = Math.floor(uploadBytesMax / bytes);
  // One more than fits is refused by its Content-Length, when the others have arrived but for a byte.
  await giveUpOften(1_000, async () => ({
    calls: await fillLine(fitting, 503, () =>
      catalog.begin(route, { as, body: ' '.repeat(bytes), sentBytes: bytes - 1 }),
    ),
  }));
  const whole = JSON.stringify({ name: newId() }).padEnd(uploadBytesMax);
  expect((await catalog.call(route, { as, body: whole })).status).toBe(200);
}, 360_000);
