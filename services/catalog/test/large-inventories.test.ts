/** Inventories whose entries are checked in a thread (docs/api/catalogs.md#inventory). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { aLongCatalog, createCatalog, createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

const skus = 1_500;

let catalog: TestCatalog;
const shop = aCaller();
let path: string;
beforeAll(async () => {
  catalog = await startTestCatalog();
  const { body } = await createCatalog(catalog, shop, aLongCatalog('Long', skus));
  path = `/catalogs/${body.id}/locations/${shop.location_id}/inventory`;
});
afterAll(() => catalog.close());

const send = (method: string, body: unknown, as: TestCaller = shop, to = path) =>
  catalog.call(`${method} ${to}`, { as, body });

type SentEntry = Record<string, unknown>;
const entries = (count: number, change: (index: number) => SentEntry = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ sku_ref: `s${index}`, stock: `${index}.5`, expires_at: null },
    ...change(index),
  }));

test('are stored, replaced and patched like small ones', async () => {
  const all = entries(skus);
  expect(JSON.stringify(all).length).toBeGreaterThan(65_536);
  const byRef = (list: { sku_ref: string }[]) => list.toSorted((a, b) => (a.sku_ref < b.sku_ref ? -1 : 1));
  const replaced = await send('PUT', all);
  expect([replaced.status, byRef(replaced.body)]).toEqual([200, byRef(all)]);
  const doubled = entries(skus, (index) => ({ stock: `${index * 2}` }));
  const patched = await send('PATCH', doubled);
  expect([patched.status, patched.body]).toEqual([200, doubled]);
  const { body } = await catalog.call(`GET ${path}`, { as: shop });
  expect(body).toEqual(byRef(doubled));
});

test.each([
  ['a fault', entries(skus, (index) => (index === skus - 1 ? { stock: '-1' } : {})), 422, `${skus - 1}.stock`],
  ['wrong types', entries(skus, () => ({ stock: true })), 422, '0.stock'],
  ['no list', { list: entries(skus) }, 422, ''],
  ['too many entries', entries(25_001, () => ({ sku_ref: 'a' })), 422, ''],
])('with %s are refused like small ones', async (_, body, expected, field) => {
  const answer = await send('PUT', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([expected, field]);
});

test('that are no JSON are refused: 400', async () => {
  expect((await send('PUT', `[${' '.repeat(70_000)}`)).status).toBe(400);
});

test('of one account are stored one at a time, so others find a connection to the database', async () => {
  const other = aCaller();
  const otherPath = `/catalogs/${await createCatalogId(catalog, other)}/locations/${other.location_id}/inventory`;
  const holder = await catalog.db.connect();
  try {
    await holder.query('begin');
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    await holder.query('select from location_inventories where account_id = $1 for update', [shop.account?.id]);
    const waiting = Array.from({ length: 20 }, (_, index) =>
      send(
        'PATCH',
        entries(1, () => ({ stock: `${index}` })),
      ),
    );
    await eventually(async () => {
      const { rowCount } = await catalog.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (rowCount ?? 0) > 0;
    });
    const { rowCount } = await catalog.db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
    expect((await send('PATCH', entries(1), other, otherPath)).status).toBe(200);
    await holder.query('rollback');
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await holder.query('rollback').catch(() => undefined);
    holder.release();
  }
});
