/** The latest orders of a location, for the back office. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listLatestOrders } from '@order-hub/shared/orders-calls';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPlace, aPrincipal } from '@order-hub/testing/call';
import { listLatestOrderRows } from '../src/orders/listing/latest-orders.store.ts';
import { anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const create = async (as: ReturnType<typeof aCaller>, overrides: object = {}) =>
  (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;
const placeOf = (account_id: string | null, location_id: string | null) => aPlace({ account_id, location_id });
const ask = (account_id: string | null, location_id: string | null) =>
  orders.call('GET /internal/latest-orders', { user: aPrincipal({ place: placeOf(account_id, location_id) }) });
const latest = async (account_id = '', location_id: string | null = null) =>
  listLatestOrders.reply.parse((await ask(account_id, location_id)).body).orders;

test('the orders of a location, newest first, as a person at a counter looks for them', async () => {
  const as = aCaller();
  const first = await create(as, {
    ref: 'WEB-1',
    collection_code: '42',
    service_type: 'collection',
    channel: 'Web shop',
    expected_time: '2026-03-01T18:30:00+01:00',
    customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
    items: [
      { product_name: 'Tea', price: '2.00 EUR', quantity: '1' },
      { product_name: 'Cake', price: '3.00 EUR', quantity: '1' },
    ],
  });
  const second = await create(as, { customer: { first_name: 'Ada' }, items: [] });
  const third = await create(as);
  await orders.call(`PATCH /locations/${as.location_id}/orders/${first.id}`, {
    as,
    body: { status: 'accepted', items: [{ id: first.items[0].id, deleted: true }] },
  });
  const found = await latest(as.account?.id, as.location_id);
  expect(found.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  expect(found[2]).toEqual({
    id: first.id,
    status: 'accepted',
    ref: 'WEB-1',
    collection_code: '42',
    service_type: 'collection',
    created_at: first.created_at,
    expected_time: first.expected_time,
    total: '3.00 EUR',
    items: 1,
    customer_name: 'Ada Lovelace',
    channel: 'Web shop',
    created_by: as.client_name,
  });
  expect(found[1]).toMatchObject({ items: 0, customer_name: 'Ada', channel: as.client_name, ref: null });
  expect(found[0]).toMatchObject({ status: third.status, total: third.total });
});

test('another location and another account see none of them', async () => {
  const as = aCaller();
  await create(as);
  expect(await latest(as.account?.id, newId())).toEqual([]);
  expect(await latest(newId(), as.location_id)).toEqual([]);
  expect(await latest("' or true --", as.location_id)).toEqual([]);
  expect(await latest(as.account?.id, as.location_id)).toHaveLength(1);
});

test('only the back office may ask, for a user on a page about a location', async () => {
  const route = 'GET /internal/latest-orders';
  for (const from of ['gateway', 'auth', 'catalog', 'events', 'customers', 'orders'] as const) {
    expect((await orders.call(route, { internal: 'orders', from })).status).toBe(401);
  }
  expect((await orders.call(route, { internal: 'orders', from: 'back-office' })).status).toBe(401);
  expect((await orders.call(route)).status).toBe(401);
  expect((await orders.call(route, { user: aPrincipal() })).status).toBe(404);
  expect((await ask(newId(), null)).status).toBe(404);
  const operator = aPrincipal({ kind: 'operator', place: placeOf(newId(), newId()) });
  expect((await orders.call(route, { user: operator })).status).toBe(403);
});

describe('among many orders', () => {
  const as = aCaller();
  const account_id = as.account?.id ?? '';
  beforeAll(async () => {
    const { id } = await create(as);
    await copyOrder(orders.db, id, 20_000, { location_id: `'location' || n % 10` });
    await orders.db.query('analyze orders');
  });

  test('there are 50, the newest ones', async () => {
    const found = await latest(account_id, 'location3');
    const { rows } = await orders.db.query(
      `select id from orders where location_id = 'location3' order by id desc limit 50`,
    );
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(found).toHaveLength(50);
  });

  test("they are read in one scan of the location's index of a partition", async () => {
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await orders.db.query(`explain analyze ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    await listLatestOrderRows(explaining as never, { account_id, location_id: 'location3' });
    expect(plan).toMatch(/Index Scan Backward using orders_\w+ on orders_\w+ .*rows=50(\.00)? loops=1/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
