/** Stores a change and its message together, or neither. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { openDatabase, type Database } from '@order-hub/shared/database';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { silentLog } from '@order-hub/shared/log';
import { orderCreate } from '../src/orders/order.schema.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { openOrderThreads } from '../src/orders/large/open-order-threads.ts';
import { orderInserter } from '../src/orders/rows/insert-order.ts';
import { updateOrder } from '../src/orders/update-order.ts';
import { anOrder } from './builders.ts';

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
