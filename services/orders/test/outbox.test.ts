import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigError } from '@order-hub/shared/config';
import { listCustomerOrders } from '@order-hub/shared/customer-page-calls';
import { type Database, openDatabase, type Queryable } from '@order-hub/shared/database';
import { idFloor, newId } from '@order-hub/shared/ids';
import { dropPartitions } from '@order-hub/shared/keep-partitions';
import { openLog, silentLog } from '@order-hub/shared/log';
import { migrate } from '@order-hub/shared/migrate';
import type { Migration } from '@order-hub/shared/migration';
import { personalFields } from '@order-hub/shared/personal-fields';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { messageOf, testService } from '@order-hub/testing/service';
import { migrations, schema } from '../migrations/index.ts';
import { readConfig } from '../src/config.ts';
import { startAnonymisingCustomers } from '../src/customers/anonymise-customers.ts';
import { insertAnonymised, listUnfinished, updateFinished } from '../src/customers/anonymised-customer.store.ts';
import type { AnonymisedCustomer } from '../src/customers/order-customer.ts';
import { anonymiseOrders } from '../src/orders/cleaning/anonymise-orders.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { openOrderThreads } from '../src/orders/large/open-order-threads.ts';
import { orderCreate } from '../src/orders/order.schema.ts';
import { findDelivery, findOrder, findOrderLocation, lockOrder, updateOrderRow } from '../src/orders/order.store.ts';
import { orderInserter } from '../src/orders/rows/insert-order.ts';
import { updateOrder } from '../src/orders/update-order.ts';
import { startOrders } from '../src/service.ts';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
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
    handling: { isStrict: false, unknown: [], doubts: [] },
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

/** Which schemas this release runs on (docs/upgrade.md#releases-and-schemas). */
describe('schemas of older and newer releases', () => {
  /** Of the next release: adds what this one does not know, and later takes away what this one uses. */
  const expand = { name: '9998-more', up: 'alter table orders add column more text', down: '' };

  const contract = { name: '9999-less', needs: '9998-more', up: 'alter table orders drop column timezone', down: '' };

  let database: FreshDatabase;

  beforeEach(async () => {
    database = await freshDatabase();
  });

  afterEach(() => database.drop());

  const migrateWith = (...newer: Migration[]) =>
    migrate({ url: database.url, schema: 'orders', migrations: [...schema.migrations, ...newer] });

  const lines: string[] = [];

  const log = openLog('orders', 'info', { write: (line) => lines.push(line) });

  const start = (settings: Record<string, string> = {}) =>
    testService({
      name: 'orders',
      start: startOrders,
      readConfig,
      log,
      database,
      settings: { CUSTOMERS_URL: 'http://127.0.0.1:1', ...settings },
    });

  async function onDatabase(statement: string): Promise<void> {
    const db = openDatabase({ url: database.url, schema: 'orders' });
    await db.query({ text: statement });
    await db.end();
  }

  describe('the service', () => {
    test.each(['true', 'false'])(
      'starts on the compatible schema of a newer release: MIGRATE_ON_START %s',
      async (MIGRATE_ON_START) => {
        await migrateWith(expand);
        const service = await start({ MIGRATE_ON_START });
        expect(await service.call('GET /ready')).toMatchObject({ status: 200 });
        await service.close();
      },
    );

    test('refuses the schema of a newer release that needs what it does not know', async () => {
      await migrateWith(expand, contract);
      const error = await start().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toContain('a newer release has run the migration 9999-less needs 9998-more');
    });

    test('waits until its schema is migrated', async () => {
      await onDatabase('drop schema orders cascade');
      const starting = start();
      await eventually(() => lines.some((line) => line.includes('the schema must be migrated')));
      await migrateWith();
      await (await starting).close();
    });

    test('migrates its schema if told', async () => {
      await onDatabase('drop schema orders cascade');
      await (await start({ MIGRATE_ON_START: 'true' })).close();
    });
  });
});

describe('migrations', () => {
  test('down removes everything, and up again creates the same', async () => {
    const { up, down, upAgain } = await schemaShapes('orders', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});

describe('orders of customers', () => {
  let orders: TestOrders;
  beforeAll(async () => {
    orders = await startTestOrders();
  });
  afterAll(() => orders.close());

  /** The customers service receives each order of a customer, and its later totals (docs/api/customers.md#orders-of-a-customer). */
  describe('orders of customers, told to the customers service', () => {
    let as: TestCaller;

    let path: string;

    let customer_id: string;

    beforeEach(() => {
      as = aCaller();
      path = `/locations/${as.location_id}/orders`;
      customer_id = newId();
      orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: {} });
    });

    afterEach(() => void Object.assign(orders.customers, { isUnavailable: false, leaves: false }));

    const place = async (body: object = {}) => {
      const answer = await orders.call(`POST ${path}`, { as, body: anOrder({ customer_id, ...body }) });
      expect(answer.status).toBe(200);
      return answer.body;
    };

    const update = async (id: string, body: object, caller = as) =>
      (await orders.call(`PATCH ${path}/${id}`, { as: caller, body })).body;

    const sent = async (key = customer_id) => {
      await orders.untilSent();
      return orders.bodiesOf('customer.order', key);
    };

    const operation = { ref: 'CARD', name: 'Gold', delta: '3.50', reason: 'welcome' };

    describe('a new order of a customer', () => {
      test('is sent by a call and by a message with the same body', async () => {
        const order = await place({ items: [anItem(), anItem({ deleted: true })], loyalty_operations: [operation] });
        const expected = {
          account_id: as.account?.id,
          customer_list_id: 'list1',
          customer_id,
          order_id: order.id,
          location_id: as.location_id,
          client_id: as.client_id,
          created_at: order.created_at,
          total: '9.80 EUR',
          total_version: 3,
          loyalty_operations: [operation],
        };
        expect(orders.customers.attached.filter((body: any) => body.customer_id === customer_id)).toEqual([expected]);
        expect(await sent()).toEqual([expected]);
        expect(order.loyalty_operations).toEqual([operation]);
      });

      test('shares calls with concurrent orders; each shows its own customer, and is sent once', async () => {
        const ids = Array.from({ length: 30 }, () => newId());
        for (const id of ids)
          orders.customers.known.set(id, { customer: aCustomer(id), private_refs: { [as.client_id]: id } });
        const before = orders.customers.calls;
        const names = [...ids.slice(0, 15), 'nobody', ...ids.slice(15)];
        const answers = await Promise.all(
          names.map((name) => orders.call(`POST ${path}`, { as, body: anOrder({ customer_id: name }) })),
        );
        expect(orders.customers.calls - before).toBeLessThan(2 * ids.length);
        for (const [at, { status, body }] of answers.entries()) {
          if (names[at] === 'nobody') expect([status, body.errors[0].field]).toEqual([422, 'customer_id']);
          else expect([status, body.customer.id, body.customer.private_ref]).toEqual([200, names[at], names[at]]);
        }
        const added = orders.customers.attached.filter((body: any) => ids.includes(body.customer_id));
        expect(added.map((body: any) => body.customer_id).sort()).toEqual(ids);
      });

      test('is sent by its message alone when customers becomes unavailable after the look-up', async () => {
        orders.customers.leaves = true;
        const order = await place({ loyalty_operations: [operation] });
        expect(orders.customers.attached.filter((body: any) => body.customer_id === customer_id)).toEqual([]);
        expect(await sent()).toMatchObject([{ order_id: order.id, loyalty_operations: [operation] }]);
      });

      test('is not sent for a guest', async () => {
        const before = orders.bodiesOf('customer.order').length;
        const attached = orders.customers.attached.length;
        const order = await place({ customer_id: undefined, customer: { first_name: 'Bob' } });
        await update(order.id, { items: [anItem()] });
        await place({ customer_id: undefined });
        await orders.untilSent();
        expect(orders.bodiesOf('customer.order')).toHaveLength(before);
        expect(orders.customers.attached).toHaveLength(attached);
      });

      test.each(['orders', 'outbox'])('is neither stored nor sent when %s cannot be written', async (table) => {
        await orders.db.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by the test'; end $$;
      create trigger refuse before insert on ${table} for each statement execute function refuse()`);
        const { status } = await orders.call(`POST ${path}`, { as, body: anOrder({ customer_id }) });
        await orders.db.query(`drop trigger refuse on ${table}; drop function refuse`);
        expect(status).toBe(500);
        expect((await orders.call(`GET ${path}`, { as })).body).toEqual([]);
        expect(await sent()).toEqual([]);
      });
    });

    test('refuses loyalty operations that need a 101st card, and stores nothing', async () => {
      const card = (index: number) => ({ id: String(index), ref: String(index), name: null, balance: '0.0' });
      const loyalty_cards = Array.from({ length: 99 }, (_, index) => card(index));
      orders.customers.known.set(customer_id, {
        customer: aCustomer(customer_id, { loyalty_cards }),
        private_refs: {},
      });
      const operations = (...refs: string[]) => refs.map((ref) => ({ ref, delta: '1' }));
      const body = anOrder({ customer_id, loyalty_operations: operations('7', 'new', 'newer') });
      const refused = await orders.call(`POST ${path}`, { as, body });
      expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'loyalty_operations']);
      await place({ loyalty_operations: operations('7', 'new', 'new') });
      expect(await sent()).toHaveLength(1);
    });

    describe('the total of an order', () => {
      test('is sent whenever it changes, with a higher version and the client that changed it', async () => {
        const till = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
        const order = await place({ items: [anItem({ price: '10.00 EUR' })] });
        const changes = [
          { items: [anItem({ price: '2.50 EUR' })] },
          { items: [{ id: order.items[0].id, deleted: true }] },
          { discounts: [{ name: 'Regular', price_off: '5.00 EUR' }] },
          { charges: [{ name: 'Delivery', price: '4.00 EUR' }], items: [anItem({ price: '1.00 EUR' })] },
        ];
        for (const change of changes) await update(order.id, change, till);
        const messages = await sent();
        expect(messages.map(({ total }) => total)).toEqual([
          '10.00 EUR',
          '12.50 EUR',
          '2.50 EUR',
          '-2.50 EUR',
          '2.50 EUR',
        ]);
        const versions = messages.map(({ total_version }) => total_version);
        expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
        expect(messages.map(({ client_id }) => client_id)).toEqual([
          as.client_id,
          ...changes.map(() => till.client_id),
        ]);
      });

      test('is not sent again when it stays the same or the update is refused', async () => {
        const order = await place();
        await update(order.id, { status: 'accepted', private_ref: 'mine', payments: [{ amount: '9.80 EUR' }] });
        await update(order.id, { items: [anItem(), { id: order.items[0].id, deleted: true }] });
        await update(order.id, { items: [anItem(), { id: 'nothing', deleted: true }] });
        expect(await sent()).toHaveLength(1);
      });
    });

    test('looks customers up on behalf of the connection, with all that decides its visibility', async () => {
      const scope = 'account[orders.write,customer_list.read]';
      const office = aCaller({
        account: as.account,
        location_id: null,
        location: as.location,
        scope,
        customer_list_id: 'x',
      });
      await orders.call(`POST ${path}`, { as: office, body: anOrder({ customer_id }) });
      expect(orders.customers.asked.at(-1)).toEqual({
        location_id: as.location_id,
        caller: {
          account_id: as.account?.id,
          client_id: office.client_id,
          location_id: null,
          customer_list_id: 'x',
          scope,
        },
        customer_id,
      });
    });
  });

  /** The latest orders of a customer in a location, for the back office. */
  describe("the orders of a customer's page", () => {
    const placeOf = (account_id: string, location_id: string | null, timezone = 'Europe/Paris') => ({
      ...{ account_id, account_name: 'Chez Ada', currency: 'EUR', location_id, location_name: 'Rue du Bac', timezone },
      ...{ catalog_id: null, customer_list_id: null, role: 'manager' as const },
    });

    const ask = (place: ReturnType<typeof placeOf>, customer_id: string) =>
      orders.call(`GET /internal/customers/${customer_id}/orders`, { user: aPrincipal({ place }) });

    const listed = async (...asked: Parameters<typeof ask>) =>
      listCustomerOrders.reply.parse((await ask(...asked)).body).orders;

    /** Orders of a customer: `count` here and as many in another location. */
    async function aGuest(count: number) {
      const as = aCaller();
      const [account_id, here] = [as.account?.id ?? '', as.location_id ?? ''];
      const [customer_id, elsewhere] = [newId(), newId()];
      const body = anOrder({ ref: 'WEB-1', items: [{ product_name: 'Tea', price: '2.00 EUR', quantity: '1' }] });
      const { body: order } = await orders.call(`POST /locations/${here}/orders`, { as, body });
      const columns = {
        customer_id: `'${customer_id}'`,
        location_id: `case n % 2 when 0 then '${here}' else '${elsewhere}' end`,
      };
      await copyOrder(orders.db, order.id, { count: 2 * count, idAt: () => newId() }, columns);
      return { account_id, here, elsewhere, customer_id };
    }

    test('are those of this location alone, newest first, at most 20', async () => {
      const { account_id, here, elsewhere, customer_id } = await aGuest(30);
      const found = await listed(placeOf(account_id, here), customer_id);
      expect(found).toHaveLength(20);
      const ids = found.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
      expect(found[0]).toMatchObject({ ref: 'WEB-1', items: 1, total: '2.00 EUR' });
      const there = await listed(placeOf(account_id, elsewhere), customer_id);
      expect(there.filter(({ id }) => ids.includes(id))).toEqual([]);
    });

    test('show times of the timezone that the location has now', async () => {
      const { account_id, here, customer_id } = await aGuest(1);
      const [paris] = await listed(placeOf(account_id, here), customer_id);
      const [tokyo] = await listed(placeOf(account_id, here, 'Asia/Tokyo'), customer_id);
      expect(tokyo?.created_at).toMatch(/\+09:00$/);
      expect(Date.parse(tokyo?.created_at ?? '')).toBe(Date.parse(paris?.created_at ?? ''));
    });

    test('another account, and a page that is about no location, see none', async () => {
      const { account_id, here, customer_id } = await aGuest(1);
      expect(await listed(placeOf(newId(), here), customer_id)).toEqual([]);
      expect(await listed(placeOf(account_id, newId()), customer_id)).toEqual([]);
      expect(await listed(placeOf(account_id, here), newId())).toEqual([]);
      expect((await ask(placeOf(account_id, null), customer_id)).status).toBe(404);
      const route = `GET /internal/customers/${customer_id}/orders`;
      expect((await orders.call(route, { internal: 'orders', from: 'gateway' })).status).toBe(401);
    });
  });

  /** Anonymising a customer anonymises their orders, each with its event (docs/api/orders.md#anonymisation). */
  describe('orders of an anonymised customer', () => {
    const personalFields = [
      ...['email', 'first_name', 'last_name', 'gender', 'birth_date', 'company_name', 'phone', 'phone_access_code'],
      ...['address_1', 'address_2', 'postal_code', 'latitude', 'longitude', 'delivery_notes'],
    ] as const;

    const secrets = personalFields.map((name) => String((aCustomer('any') as Record<string, unknown>)[name]));

    const expectNoPersonalData = (text: string) => {
      for (const secret of secrets) expect(text.includes(JSON.stringify(secret))).toBe(false);
    };

    let as = aCaller();

    let path = '';

    let customer_id = '';

    beforeEach(() => {
      as = aCaller();
      path = `/locations/${as.location_id}/orders`;
      customer_id = newId();
      orders.customers.known.set(customer_id, {
        customer: aCustomer(customer_id),
        private_refs: { [as.client_id]: 'ref' },
      });
    });

    const place = async (body: object = {}) =>
      (await orders.call(`POST ${path}`, { as, body: anOrder({ customer_id, ...body }) })).body;

    const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

    async function anonymise(account_id = as.account!.id, list_deleted = false) {
      const body = { account_id, customer_list_id: 'list1', customer_id, client_id: 'who asked', list_deleted };
      await orders.send(messageOf('customer.anonymised', customer_id, body));
      await eventually(async () => {
        const { rows } = await orders.db.query('select 1 from forgotten_customers where finished_at is null');
        return rows.length === 0;
      });
    }

    const updates = () =>
      orders.changes().filter(({ account_id, event_type }) => account_id === as.account!.id && event_type === 'update');

    const rows = async () =>
      (
        await orders.db.query('select document, customer_anonymised from orders where account_id = $1', [
          as.account!.id,
        ])
      ).rows;

    async function placeMany(count: number) {
      const { id } = await place();
      // The one that went through the API is announced before the updates are counted.
      await eventually(() => orders.changes().some(({ ids }) => ids['order_id'] === id));
      await copyOrder(orders.db, id, count - 1);
    }

    test('the personal fields become null and anonymised true; all else stays', async () => {
      const before = await place({ private_ref: 'mine', custom_fields: { a: 1 }, customer_notes: 'extra napkins' });
      await anonymise();
      const after = await retrieve(before.id);
      const nulls = Object.fromEntries(personalFields.map((name) => [name, null]));
      expect(after).toEqual({ ...before, customer: { ...before.customer, ...nulls, anonymised: true } });
      expect(after.customer).toMatchObject({ city: 'Paris', custom_fields: { vip: true }, private_ref: 'ref' });
    });

    test('announces one order.update by the client that asked, with private refs and without personal data', async () => {
      const { id } = await place({ private_ref: 'mine' });
      await anonymise();
      const [change] = await eventually(() => updates().length > 0 && updates());
      expect(change).toMatchObject({
        resource_type: 'order',
        client_id: 'who asked',
        timezone: 'Europe/Paris',
        ids: { order_id: id, location_id: as.location_id, account_id: as.account!.id },
        private_refs: { [as.client_id]: { self: 'mine' } },
      });
      expectNoPersonalData(change!.previous_state! + change!.new_state!);
      expect({ ...JSON.parse(change!.new_state!), private_ref: 'mine' }).toMatchObject({
        id,
        customer: { anonymised: true },
      });
    });

    describe('250 orders, in three batches', () => {
      test('each has one order.update, and no row keeps personal data', async () => {
        await placeMany(250);
        await anonymise();
        await eventually(() => updates().length >= 250);
        expect(new Set(updates().map(({ ids }) => ids['order_id'])).size).toBe(250);
        const stored = await rows();
        expect(stored.filter(({ customer_anonymised }) => customer_anonymised)).toHaveLength(250);
        expectNoPersonalData(stored.map(({ document }) => document).join() + JSON.stringify(updates()));
      });

      test('a repeated or concurrent anonymisation announces nothing twice', async () => {
        await placeMany(250);
        await Promise.all([anonymise(), anonymise(), anonymise()]);
        await anonymise();
        await orders.untilSent();
        expect(updates()).toHaveLength(250);
        expect((await rows()).filter(({ customer_anonymised }) => !customer_anonymised)).toHaveLength(0);
      });

      test('an interrupted run continues where it stopped', async () => {
        await placeMany(250);
        const wakes: number[] = [];
        const now = () => {
          if (wakes.length === 1) throw new Error('interrupted');
          return new Date();
        };
        const relay = { wake: () => void wakes.push(1) };
        await orders.db.query('insert into forgotten_customers (account_id, customer_id) values ($1, $2)', [
          as.account!.id,
          customer_id,
        ]);
        const { db } = orders;
        const anonymiseBatch = (customers: readonly AnonymisedCustomer[], after: string) =>
          anonymiseOrders({ db, relay, now }, customers, after);
        const interrupted = startAnonymisingCustomers({ db, now, log: silentLog, anonymiseBatch });
        await eventually(() => wakes.length === 1 || undefined);
        await interrupted.close();
        expect((await rows()).filter(({ customer_anonymised }) => customer_anonymised)).toHaveLength(100);
        await anonymise();
        await eventually(() => updates().length >= 250);
        expect(new Set(updates().map(({ ids }) => ids['order_id'])).size).toBe(250);
        expect(updates()).toHaveLength(250);
      });

      test('concurrent updates of the orders lose nothing and bring no personal data back', async () => {
        const placed = await Promise.all(Array.from({ length: 20 }, () => place()));
        await placeMany(130);
        const patch = (id: string) => orders.call(`PATCH ${path}/${id}`, { as, body: { seller_notes: 'seen' } });
        await Promise.all([anonymise(), ...placed.map(({ id }) => patch(id))]);
        for (const { id } of placed) {
          expect(await retrieve(id)).toMatchObject({
            seller_notes: 'seen',
            customer: { anonymised: true, email: null },
          });
        }
        expectNoPersonalData((await rows()).map(({ document }) => document).join());
      });
    });

    test('the orders of a customer who is anonymised alone go before those of a deleted list', async () => {
      const account_id = as.account!.id;
      const mark = (name: string, list_deleted: boolean) => ({
        account_id,
        customer_id: name,
        client_id: null,
        list_deleted,
      });
      await orders.db.query('truncate forgotten_customers');
      await insertAnonymised(
        orders.db,
        Array.from({ length: 150 }, (_, n) => mark(`of a list ${n}`, true)),
      );
      await insertAnonymised(orders.db, [mark('alone', false)]);
      expect(await listUnfinished(orders.db)).toEqual([mark('alone', false)]);
      await updateFinished(orders.db, [mark('alone', false)], new Date());
      expect(await listUnfinished(orders.db)).toHaveLength(100);
      await orders.db.query('truncate forgotten_customers');
    });

    test('a customer of a deleted list: the same, without a message', async () => {
      const { id } = await place();
      await placeMany(120);
      await anonymise(as.account!.id, true);
      expect((await retrieve(id)).customer).toMatchObject({ anonymised: true, email: null });
      expectNoPersonalData((await rows()).map(({ document }) => document).join());
      await orders.untilSent();
      expect(updates()).toEqual([]);
    });

    test('leaves orders of other customers, of guests and of another account alone', async () => {
      const mine = await place();
      orders.customers.known.set('other', { customer: aCustomer('other'), private_refs: null });
      const others = [
        await place({ customer_id: 'other' }),
        await place({ customer_id: undefined, customer: { email: 'guest@example.com' } }),
        await place({ customer_id: undefined }),
      ];
      await anonymise('another account');
      expect(await retrieve(mine.id)).toEqual(mine);
      await anonymise();
      for (const order of others) expect(await retrieve(order.id)).toEqual(order);
      expect((await retrieve(mine.id)).customer.email).toBeNull();
    });

    test('anonymises an order whose customer was looked up before the anonymisation and that is stored after it', async () => {
      await anonymise();
      const placed = await place();
      expect(placed.customer).toMatchObject({ id: customer_id, anonymised: true, email: null });
      const [row] = await rows();
      expect(row.customer_anonymised).toBe(true);
      expectNoPersonalData(row.document);
      const created = await eventually(() => orders.changes().find(({ ids }) => ids['order_id'] === placed.id));
      expectNoPersonalData(created.new_state!);
    });

    test('concurrent orders of the customer keep no personal data', async () => {
      const placing = Array.from({ length: 40 }, () => place());
      await anonymise();
      await Promise.all(placing);
      for (const { document, customer_anonymised } of await rows()) {
        expect(customer_anonymised).toBe(true);
        expectNoPersonalData(document);
      }
      expect(await rows()).toHaveLength(40);
    });
  });

  /** Orders keep no personal data of an anonymised customer, whenever they are placed and updated (docs/api/orders.md#anonymisation). */
  describe('orders placed and changed while their customer is anonymised', () => {
    const as = aCaller();

    const path = `/locations/${as.location_id}/orders`;

    const call = (route: string, body?: object) => orders.call(route, { as, ...(body && { body }) });

    /** A customer whose texts occur nowhere else. The customers service finds it by id and by the client's private ref. */
    function aKnownCustomer() {
      const id = newId();
      const customer = aCustomer(id) as Record<string, unknown>;
      for (const field of personalFields)
        if (typeof customer[field] === 'string') customer[field] = `${field} of ${id}`;
      const decimals = { latitude: '48.8571234', longitude: '2.3271234', gender: 'female', birth_date: '1815-12-10' };
      const known = { customer: { ...customer, ...decimals }, private_refs: { [as.client_id]: id } };
      orders.customers.known.set(id, known);
      orders.customers.known.set(`list1/${id}`, known);
      return { id, secrets: [` of ${id}`, ...Object.values(decimals)] };
    }

    const place = async (body: object) => {
      const answer = await call(`POST ${path}`, anOrder({ service_type: 'delivery', ...body }));
      expect(answer.status).toBe(200);
      return answer.body.id as string;
    };

    const anonymise = (customer_id: string) =>
      orders.send(
        messageOf('customer.anonymised', customer_id, {
          account_id: as.account?.id ?? '',
          customer_list_id: 'list1',
          customer_id,
          client_id: null,
          list_deleted: false,
        }),
      );

    const finished = () =>
      eventually(async () => {
        const { rowCount } = await orders.db.query('select from forgotten_customers where finished_at is null');
        return rowCount === 0;
      }, 60_000);

    /** The rows of all tables that mention the customer, as text. */
    async function rowsOf(id: string): Promise<string[]> {
      const { rows: tables } = await orders.db.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'orders'`,
      );
      const texts = tables.map(async ({ name }) => {
        const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
        return (await orders.db.query<{ row: string }>(text, [id])).rows.map(({ row }) => row);
      });
      return (await Promise.all(texts)).flat();
    }

    test('orders placed while their customer is anonymised keep no personal data', async () => {
      const customers = Array.from({ length: sized(10, 200) }, aKnownCustomer);
      for (const { id } of customers) {
        const names = { customer_list_id: 'list1', customer_private_ref: id };
        await Promise.all([place({ customer_id: id }), anonymise(id), place(names)]);
      }
      await finished();
      for (const { id, secrets } of customers) {
        const stored = await rowsOf(id);
        const { rows } = await orders.db.query('select customer_anonymised from orders where customer_id = $1', [id]);
        expect(rows).toEqual([{ customer_anonymised: true }, { customer_anonymised: true }]);
        for (const secret of secrets) expect(stored.filter((row) => row.includes(secret))).toEqual([]);
      }
    });

    test('orders updated and delivered meanwhile keep none either, and lose nothing else', async () => {
      for (let round = 0; round < sized(2, 10); round += 1) {
        const { id, secrets } = aKnownCustomer();
        const placed = await Promise.all(Array.from({ length: 8 }, () => place({ customer_id: id })));
        await Promise.all([
          ...placed.map((order) => call(`PATCH ${path}/${order}`, { seller_notes: 'seen' })),
          anonymise(id),
          ...placed.map((order) => call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }))),
          ...placed.map(() => place({ customer_id: id })),
        ]);
        await finished();
        for (const order of placed) {
          const { body } = await call(`GET ${path}/${order}`);
          expect(body).toMatchObject({ seller_notes: 'seen', customer: { anonymised: true, email: null } });
          expect(body.delivery).toMatchObject({ driver_name: 'Driver of it' });
        }
        for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
      }
    });

    test('parked messages of the orders lose the data too; those of deliveries stay as they are', async () => {
      const { id, secrets } = aKnownCustomer();
      const order = await place({ customer_id: id });
      await call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }));
      const messages = await eventually(() => {
        const found = orders.published.filter(({ body }) => body.includes(order));
        return found.length >= 3 && found;
      });
      for (const { topic, key, body } of messages) {
        await orders.db.query(
          `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'no')`,
          [newId(), topic, key, body],
        );
      }
      expect((await rowsOf(id)).join()).toContain(` of ${id}`);
      await anonymise(id);
      await finished();
      for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
      const parked = await orders.db.query<{ body: string }>(
        'select body from outbox where parked_at is not null order by seq',
      );
      expect(parked.rows).toHaveLength(messages.length);
      expect(parked.rows.filter(({ body }) => body.includes('Driver of it')).length).toBeGreaterThan(1);
    });
  });
});
