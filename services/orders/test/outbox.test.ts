import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, type Queryable } from '@order-hub/shared/database';
import { idFloor, newId } from '@order-hub/shared/ids';
import { dropPartitions } from '@order-hub/shared/keep-partitions';
import { silentLog } from '@order-hub/shared/log';
import { aCaller, eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { createOrder } from '../src/orders/create-order.ts';
import { openOrderThreads } from '../src/orders/large/open-order-threads.ts';
import { orderCreate } from '../src/orders/order.schema.ts';
import { findDelivery, findOrder, findOrderLocation, lockOrder, updateOrderRow } from '../src/orders/order.store.ts';
import { orderInserter } from '../src/orders/rows/insert-order.ts';
import { updateOrder } from '../src/orders/update-order.ts';
import { aDelivery, anOrder } from './builders.ts';
import { addYears, partitionsOf } from './partitions.ts';
import { startTestOrders, type TestOrders } from './service.ts';

/** Stores a change and its message together, or neither. */
describe('the outbox', () => {
  // No service runs here, so no relay deletes the rows.
  let database: FreshDatabase;

  let db: Database;

  beforeAll(async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, schema: 'orders' });
  });

  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const caller = { ...aCaller({ location_id: 'l1' }), account: { id: 'a1', currency: 'EUR' }, scope: {} as never };

  const ctx = {
    caller,
    requestId: 'r',
    traceparent: null,
    address: null,
    now: new Date(),
    log: silentLog,
    signal: new AbortController().signal,
    cost: { ms: 0 },
    untilAnswered: () => undefined,
    keyed: null,
    handling: { isStrict: false, unknown: [] },
  };

  const threads = openOrderThreads();

  const create = async () => {
    const customers = { lookUp: async () => null, addOrder: async () => undefined };
    const deps = { customers, insertOrder: orderInserter(db), threads };
    const { jsonText } = await createOrder(deps, ctx, { location_id: 'l1' }, orderCreate.parse(anOrder()));
    return JSON.parse(jsonText).id as string;
  };

  const count = async (table: string) => (await db.query(`select count(*)::int as n from ${table}`)).rows[0].n;

  test('an order and its message', async () => {
    const id = await create();
    const { rows } = await db.query('select topic, key, body from outbox');
    expect(rows).toEqual([{ topic: 'change', key: 'l1', body: expect.stringContaining(id) }]);
  });

  test.each([
    ['orders', 'create'],
    ['outbox', 'create'],
    ['orders', 'update'],
    ['outbox', 'update'],
  ])('when %s cannot be written, a %s writes nothing', async (table, operation) => {
    const order_id = await create();
    const before = [await count('orders'), await count('outbox')];
    await db.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by the test'; end $$;
    create trigger refuse before insert or update on ${table} for each statement execute function refuse()`);
    const key = { account_id: 'a1', location_id: 'l1', order_id };
    const work = operation === 'create' ? create() : updateOrder({ db, threads }, ctx, key, { seller_notes: newId() });
    await expect(work).rejects.toThrow('refused by the test');
    await db.query(`drop trigger refuse on ${table}; drop function refuse`);
    expect([await count('orders'), await count('outbox')]).toEqual(before);
    const { rows } = await db.query('select document from orders where id = $1', [order_id]);
    expect(JSON.parse(rows[0].document).seller_notes).toBeNull();
  });
});

/** Orders are partitioned by year (docs/decisions/0062-partitions-by-id.md). */
describe('partitions', () => {
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
});

/** Concurrent orders are stored together (docs/decisions/0019-group-commit.md). */
describe('orders that are stored together', () => {
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders();
  });

  afterEach(() => orders.db.query('drop function if exists refuse cascade'));

  afterAll(() => orders.close());

  /** A location with thirty orders to place, the 20th of which has the ref `marked`. */
  function thirtyOrders() {
    const as = aCaller();
    const path = `/locations/${as.location_id}/orders`;
    const sent = Array.from({ length: 30 }, (_, n) => (n === 19 ? 'marked' : `R-${n}`));
    const placeAll = () => Promise.all(sent.map((ref) => orders.call(`POST ${path}`, { as, body: anOrder({ ref }) })));
    const list = () => orders.call(`GET ${path}`, { as });
    const refs = async () => {
      const { rows } = await orders.db.query('select document from orders where location_id = $1', [as.location_id]);
      return rows.map(({ document }) => JSON.parse(document).ref as string).sort();
    };
    const announced = () =>
      orders
        .changes()
        .filter(({ location_id }) => location_id === as.location_id)
        .map(({ new_state }) => JSON.parse(new_state ?? '').ref as string)
        .sort();
    return { sent, placeAll, list, refs, announced };
  }

  /** Makes the database refuse rows that hold the ref `marked`. */
  const refuseIn = (table: string, column: string, errcode: string) =>
    orders.db.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.${column} like '%marked%' then raise 'refused by the test' using errcode = '${errcode}'; end if;
      return new;
    end $$;
    create trigger refuse before insert on ${table} for each row execute function refuse()`);

  const sorted = (refs: readonly string[]) => [...refs].sort();

  test('thirty at once are all stored, each announced once', async () => {
    const { sent, placeAll, refs, announced } = thirtyOrders();
    const answers = await placeAll();
    expect(answers.map(({ status, body }) => [status, body.ref])).toEqual(sent.map((ref) => [200, ref]));
    expect(await refs()).toEqual(sorted(sent));
    await eventually(() => announced().length >= 30);
    expect(announced()).toEqual(sorted(sent));
  });

  describe.each([
    ['orders', 'document'],
    ['outbox', 'body'],
  ])('when one of thirty is refused by the table %s', (table, column) => {
    test('it is answered 500, and the others are stored and announced', async () => {
      const { sent, placeAll, refs, announced } = thirtyOrders();
      await refuseIn(table, column, 'check_violation');
      const answers = await placeAll();
      expect(answers.map(({ status }) => status)).toEqual(sent.map((ref) => (ref === 'marked' ? 500 : 200)));
      const others = sorted(sent.filter((ref) => ref !== 'marked'));
      expect(await refs()).toEqual(others);
      await eventually(() => announced().length >= 29);
      expect(announced()).toEqual(others);
    });

    test('in an outage it is answered 503, and what was answered 200 is stored and announced', async () => {
      const { sent, placeAll, refs, announced } = thirtyOrders();
      await refuseIn(table, column, 'query_canceled');
      const answers = await placeAll();
      const placed = sorted(sent.filter((_, n) => answers[n]?.status === 200));
      // The first order to arrive has a statement of its own: either it is stored, or it is `marked` and all others are.
      expect(placed.length).toBeGreaterThan(0);
      expect(placed).not.toContain('marked');
      expect(answers.filter(({ status }) => status === 503)).toHaveLength(30 - placed.length);
      expect(await refs()).toEqual(placed);
      await eventually(() => announced().length >= placed.length);
      expect(announced()).toEqual(placed);
    });
  });

  test('a service that stops first stores the orders that it has begun to answer', async () => {
    const { sent, placeAll, list, refs } = thirtyOrders();
    const holder = await orders.db.connect();
    await holder.query('begin');
    await holder.query('lock table orders in exclusive mode');
    const answers = placeAll();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => (await orders.db.query(waiting)).rowCount === 2);
    // A list is not locked out. When it is answered, the requests before it have arrived.
    expect((await list()).body).toEqual([]);
    const stopped = orders.stop();
    await holder.query('commit');
    holder.release();
    expect((await answers).map(({ status }) => status)).toEqual(sent.map(() => 200));
    await stopped;
    expect(await refs()).toEqual(sorted(sent));
  });
});

/** The id of a request goes with the messages that it causes (docs/decisions/0058-request-ids-travel-with-messages.md). */
describe('request ids', () => {
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders();
  });

  afterAll(() => orders.close());

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const call = (route: string, id: string, body: object) =>
    orders.call(route, { as, body, headers: { 'x-request-id': id } });

  const idsOf = (count: number) =>
    eventually(() => orders.published.length >= count && orders.published.map(({ request_id }) => request_id));

  test('of a new order, an update, and a delivery', async () => {
    const { body } = await call(`POST ${path}`, 'request-1', anOrder({ service_type: 'delivery' }));
    await call(`PATCH ${path}/${body.id}`, 'request-2', { seller_notes: 'soon' });
    await call(`POST ${path}/${body.id}/delivery`, 'request-3', aDelivery());
    expect([...new Set(await idsOf(4))]).toEqual(['request-1', 'request-2', 'request-3']);
  });

  test('of a large order, which a thread prepares', async () => {
    const before = orders.published.length;
    const payments = Array.from({ length: 500 }, () => ({ amount: '1.00 EUR', name: 'x'.repeat(150) }));
    const { body } = await call(`POST ${path}`, 'request-4', anOrder({ payments }));
    await call(`PATCH ${path}/${body.id}`, 'request-5', { payments });
    expect((await idsOf(before + 2)).slice(before)).toEqual(['request-4', 'request-5']);
  });

  test('nothing is traced without a collector', () => {
    expect(orders.published.map(({ traceparent }) => traceparent)).toEqual(orders.published.map(() => null));
  });
});
