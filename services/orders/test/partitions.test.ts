/** Orders are partitioned by year (docs/decisions/0062-partitions-by-id.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Queryable } from '@order-hub/shared/database';
import { idFloor, newId } from '@order-hub/shared/ids';
import { dropPartitions } from '@order-hub/shared/keep-partitions';
import { aCaller, eventually } from '@order-hub/testing/call';
import { findDelivery, findOrder, findOrderLocation, lockOrder, updateOrderRow } from '../src/orders/order.store.ts';
import { anOrder } from './builders.ts';
import { addYears, partitionsOf } from './partitions.ts';
import { startTestOrders, type TestOrders } from './service.ts';

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;

let orders: TestOrders;
let now: Date;
const start = async (settings: Record<string, string> = {}) => {
  now = new Date('2026-11-24T10:00:00Z');
  orders = await startTestOrders({ now: () => now, settings });
};
const partitions = () => partitionsOf(orders.db);
/** The partition in which an order is. */
const partitionOf = async (id: string) =>
  (await orders.db.query('select tableoid::regclass::text as name from orders where id = $1', [id])).rows[0]?.name;
const create = async (at = now) => {
  now = at;
  const { status, body } = await orders.call(`POST ${path}`, { as, body: anOrder() });
  expect(status).toBe(200);
  return body.id as string;
};

describe('partitions are there before their time', () => {
  beforeAll(() => start());
  afterAll(() => orders.close());

  test('at the first start, the table ends with the next year, and another partition follows', async () => {
    await eventually(async () => (await partitions()).length === 2);
    expect(await partitions()).toEqual(['orders_first', 'orders_from_2028_01']);
    expect(await partitionOf(await create())).toBe('orders_first');
  });

  test('an order of the next years has a partition, although no process has added any', async () => {
    expect(await partitionOf(await create(new Date('2027-12-31T23:59:59.999Z')))).toBe('orders_first');
    expect(await partitionOf(await create(new Date('2028-01-01T00:00:00Z')))).toBe('orders_from_2028_01');
    expect(await partitionOf(await create(new Date('2033-05-01T00:00:00Z')))).toBe('orders_from_2028_01');
  });

  test('after a service was off for years, its newest partition ends with the year, with what it has', async () => {
    await orders.stop();
    now = new Date('2035-12-20T00:00:00Z');
    await orders.start();
    await eventually(async () => (await partitions()).length === 3);
    expect(await partitions()).toEqual(['orders_first', 'orders_from_2028_01', 'orders_from_2037_01']);
    expect((await orders.call(`GET ${path}?count=100`, { as })).body).toHaveLength(4);
    expect(await partitionOf(await create(new Date('2036-12-31T00:00:00Z')))).toBe('orders_from_2028_01');
  });

  test('orders that are stored meanwhile are not refused', async () => {
    now = new Date('2036-12-10T00:00:00Z');
    let isStored = true;
    const storing = (async () => {
      for (let count = 0; count < 60; count += 1) isStored &&= Boolean(await create());
    })();
    expect(await addYears(orders.db, 2040)).toHaveLength(6);
    await storing;
    expect(isStored).toBe(true);
  });
});

describe('of five partitions, one is read, by a plan for all orders', () => {
  const key = { account_id: as.account!.id, location_id: as.location_id!, order_id: newId(new Date('2029-05-05')) };
  const row = { document: '{}', document_version: 1, delivery: null, private_refs: null, timezone: 'UTC' };
  beforeAll(async () => {
    await start();
    await addYears(orders.db, 2031);
    await orders.db.query(
      `insert into orders (account_id, id, location_id, timezone, status, created_by, document)
      select $1, $2, $3, 'UTC', 'new', 'Website', '{}'`,
      [key.account_id, key.order_id, key.location_id],
    );
  });
  afterAll(() => orders.close());

  test.each<[string, (db: Queryable) => Promise<unknown>]>([
    ['to retrieve an order', (db) => findOrder(db, key, 'client', 1000)],
    ['to retrieve a delivery', (db) => findDelivery(db, key)],
    ['to find the location of an order', (db) => findOrderLocation(db, key.account_id, key.order_id)],
    ['to lock an order', (db) => lockOrder(db, key)],
    ['to update an order', (db) => updateOrderRow(db, key, 'accepted', row)],
  ])('%s', async (_what, run) => {
    const client = await orders.db.connect();
    let asked: any;
    const asking = { query: (query: unknown) => client.query((asked = query) as never) };
    for (let times = 0; times < 10; times += 1) await run(asking as never);
    const { rows } = await client.query('select generic_plans, custom_plans from pg_prepared_statements');
    const values = asked.values.map((value: string | number | null) =>
      value === null ? 'null' : client.escapeLiteral(String(value)),
    );
    await client.query('set plan_cache_mode = force_generic_plan');
    const explained = await client.query(
      `explain (analyze, costs off) execute ${client.escapeIdentifier(asked.name)} (${values.join(', ')})`,
    );
    client.release(true);
    // PostgreSQL plans a named statement five times before it compares.
    expect(rows).toEqual([{ generic_plans: '5', custom_plans: '5' }]);
    const scans = explained.rows
      .map((line) => line['QUERY PLAN'])
      .filter((line) => /Scan using .* on orders/.test(line));
    const read = scans.filter((line) => !/never executed/.test(line));
    expect(read).toEqual([expect.stringMatching(/on orders_from_2029_01/)]);
  });
});

describe('orders of past years', () => {
  afterAll(() => orders.close());
  const dropAt = (at: string) =>
    dropPartitions({
      db: orders.db,
      table: 'orders',
      now: new Date(at),
      signal: new AbortController().signal,
      isNeeded: (_db, { to }) => Promise.resolve(to > idFloor(new Date('2029-01-01T00:00:00Z'))),
    });

  test('stay without a setting', async () => {
    await start();
    await addYears(orders.db, 2031);
    await create();
    await orders.stop();
    now = new Date('2099-01-01T00:00:00Z');
    await orders.start();
    await eventually(async () => (await partitions()).length === 6);
    expect(await partitions()).toContain('orders_first');
    await orders.close();
  });

  test('are dropped with their partition, so many months after its end, and no others', async () => {
    await start({ ORDERS_RETENTION_MONTHS: '24' });
    await addYears(orders.db, 2031);
    const old = await create();
    const kept = await create(new Date('2028-01-01T00:00:00Z'));
    await orders.stop();
    now = new Date('2029-12-31T00:00:00Z');
    await orders.start();
    await orders.call(`GET ${path}/${old}`, { as });
    expect(await partitionOf(old)).toBe('orders_first');
    await orders.stop();
    now = new Date('2030-01-01T00:00:00Z');
    await orders.start();
    await eventually(async () => (await partitions()).length === 4);
    expect((await orders.call(`GET ${path}/${old}`, { as })).status).toBe(404);
    expect((await orders.call(`GET ${path}/${kept}`, { as })).status).toBe(200);
    expect((await orders.call(`GET ${path}`, { as })).body).toHaveLength(1);
    expect((await orders.call(`PATCH ${path}/${kept}`, { as, body: { status: 'accepted' } })).status).toBe(200);
  });

  test('are dropped once the statements that use them end, and hold up no request for long', async () => {
    const reader = await orders.db.connect();
    await reader.query('begin; select count(*) from orders');
    await expect(dropAt('2031-01-01T00:00:00Z')).rejects.toMatchObject({ code: '55P03' });
    await reader.query('commit');
    reader.release();
    expect(await dropAt('2031-01-01T00:00:00Z')).toEqual(['orders_from_2028_01']);
  });
});
