/** Clients that give up during an upload (docs/api/limits.md#catalog-sizes); each point of waiting: src/uploads/open-uploads.test.ts. */
import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { aLongCatalog, createCatalog, createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

type Sent = { as: TestCaller; path: string; method: string; body: string; whole?: boolean };

/** Sends an upload whose answer nobody waits for; without `whole` only the first half of it. */
async function begin({ as, path, method, body, whole = true }: Sent): Promise<ClientRequest> {
  const token = await signCallerToken(testSigningKeys.gateway, { caller: as, to: 'catalog' }, new Date());
  const headers = { [callerTokenHeader]: token, 'content-type': 'application/json', 'content-length': body.length };
  const sent = request(`${catalog.url()}${path}`, { method, headers });
  sent.on('error', () => undefined).on('response', (response) => response.resume());
  if (whole) sent.end(body);
  else sent.write(body.slice(0, body.length / 2));
  return sent;
}

async function giveUp(sent: Sent, { turns, waitMs }: { turns: number; waitMs: number }): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const clients = await Promise.all(Array.from({ length: 20 }, () => begin(sent)));
    await sleep(waitMs);
    for (const client of clients) client.destroy();
  }
}

/** Uploads wait in the database for this account's names, after everything else, while `work` runs. */
async function whileSaving(as: TestCaller, uploads: readonly Sent[], work: () => Promise<void>): Promise<void> {
  const holder = await catalog.db.connect();
  try {
    await holder.query('begin');
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    await holder.query(`select pg_advisory_xact_lock(hashtextextended('catalog names:' || $1, 0))`, [as.account?.id]);
    await Promise.all(uploads.map(begin));
    await eventually(async () => {
      const { rowCount } = await catalog.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return rowCount === uploads.length;
    });
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

const uploadOf = (as: TestCaller, id: string, name: string): Sent => ({
  ...{ as, path: `/catalogs/${id}`, method: 'PUT' },
  body: JSON.stringify(aLongCatalog(name, 20)),
});

const creationOf = (as: TestCaller): Sent => ({
  ...{ as, path: `/locations/${as.location_id}/catalogs`, method: 'POST' },
  body: JSON.stringify(aLongCatalog(newId(), 20)),
});

/** Asserts that an account can run as many uploads as ever. */
async function assertFree(as: TestCaller, id: string): Promise<void> {
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(() => createCatalog(catalog, as, { ...aLongCatalog('a', 5), name: newId() })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const { status } = await catalog.call(`PUT /catalogs/${id}`, { as, body: { name: newId() } });
  expect(status).toBe(200);
}

test('a client that leaves while its body arrives frees its place at once', async () => {
  const shop = aCaller();
  const id = await createCatalogId(catalog, shop);
  await giveUp({ ...uploadOf(shop, id, 'half'), whole: false }, { turns: 5, waitMs: 5 });
  await assertFree(shop, id);
  await giveUp({ ...uploadOf(shop, id, 'half'), whole: false }, { turns: 5, waitMs: 0 });
  await assertFree(shop, id);
});

test('a client that leaves while its upload waits for another of the catalog frees its place at once', async () => {
  const shop = aCaller();
  const id = await createCatalogId(catalog, shop);
  await whileSaving(shop, [uploadOf(shop, id, 'first')], () =>
    giveUp(uploadOf(shop, id, 'waiting'), { turns: 10, waitMs: 10 }),
  );
  await assertFree(shop, id);
});

test('a client that leaves while its upload waits for others of the account frees its place at once', async () => {
  const shop = aCaller();
  const id = await createCatalogId(catalog, shop);
  const saved = [creationOf(shop), creationOf(shop), creationOf(shop), creationOf(shop)];
  await whileSaving(shop, saved, () => giveUp(creationOf(shop), { turns: 10, waitMs: 10 }));
  await assertFree(shop, id);
});
