/** Every filter of a list has an index, which each partition of a large table uses: a page costs the same at any size. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { listOrderRows, type ListScope } from '../src/orders/listing/order-page.store.ts';
import type { OrderFilters } from '../src/orders/order.schema.ts';
import { anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { addYears } from './partitions.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
const as = aCaller();
const account_id = as.account!.id;

beforeAll(async () => {
  orders = await startTestOrders();
  const { body } = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() });
  const partitions = await addYears(orders.db, 2030);
  const columns = {
    location_id: `'location' || n % 10`,
    status: `case n % 200 when 0 then 'rejected' when 1 then 'cancelled' else 'completed' end`,
    created_by: `case n % 150 when 0 then 'Kiosk' else 'Website' end`,
    customer_id: `case n % 4 when 0 then 'customer' || n % 999 end`,
    private_refs: `case n % 2 when 0 then jsonb_build_object('client', jsonb_build_object('self', 'ref' || n)) end`,
  };
  // 20,000 orders of 10 locations over four years; statuses, clients and customers are spread so that each filter selects a few.
  const idAt = (index: number) => newId(new Date(Date.UTC(2026 + Math.floor(index / 5_000), 6)));
  await copyOrder(orders.db, body.id, { count: 20_000, idAt }, columns);
  // As autovacuum does: it does not analyse the newest partition, which is empty.
  await orders.db.query(`analyze ${partitions.slice(0, -1).join(', ')}`);
});
afterAll(() => orders.close());

/** The indexes of the table to which the partitions' indexes belong. */
async function wholeIndexes(names: string[]): Promise<string[]> {
  const { rows } = await orders.db.query(
    'select distinct inhparent::regclass::text as name from pg_inherits where inhrelid = any ($1::regclass[])',
    [names],
  );
  return rows.map(({ name }) => name);
}

/** The indexes in the plan of the store's own statement, and how many partitions it reads: its connection explains it instead. */
async function planOf(scope: Omit<ListScope, 'account_id' | 'client_id'>, filters: Partial<OrderFilters>) {
  let plan = '';
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await orders.db.query(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  const all = { count: 100, ...filters };
  await listOrderRows(explaining as never, { account_id, client_id: 'client', ...scope }, all, 8_388_608);
  expect(plan).not.toMatch(/Seq Scan/);
  // Of the newest partition, which is empty, any index will do.
  const used = [...plan.matchAll(/(?:using|Index Scan on) (orders_(?!from_2030)\w+)/g)].map(
    ([, name]) => name as string,
  );
  return { plan, partitions: used.length, indexes: await wholeIndexes(used) };
}

const indexesOf = async (...list: Parameters<typeof planOf>) => (await planOf(...list)).indexes;

const inLocation = { location_id: 'location3' };
const cursor = newId(new Date('2026-01-01T00:00:00Z'));

describe('of a location', () => {
  test.each<[string, Partial<OrderFilters>, string]>([
    ['no filter', {}, 'orders_location'],
    ['a cursor', { cursor }, 'orders_location'],
    ['after', { after: '2020-01-01T00:00:00Z' }, 'orders_location'],
    ['before', { before: '2100-01-01T00:00:00Z' }, 'orders_location'],
    ['status', { status: 'rejected' }, 'orders_location_status'],
    ['status and a cursor', { status: 'cancelled', cursor }, 'orders_location_status'],
    ['created_by', { created_by: 'Kiosk' }, 'orders_location_created_by'],
    ['customer_id', { customer_id: 'customer7' }, 'orders_customer'],
    ['private_ref', { private_ref: 'ref500' }, 'orders_private_refs'],
    ['private_ref and status', { private_ref: 'ref500', status: 'completed' }, 'orders_private_refs'],
  ])('%s', async (_filter, filters, index) => {
    expect(await indexesOf(inLocation, filters)).toEqual([index]);
  });
});

describe('of an account', () => {
  test.each<[string, Partial<OrderFilters>, string]>([
    ['no filter', {}, 'orders_pkey'],
    ['a cursor', { cursor }, 'orders_pkey'],
    ['after and before', { after: '2020-01-01T00:00:00Z', before: '2100-01-01T00:00:00Z' }, 'orders_pkey'],
    ['status', { status: 'rejected' }, 'orders_status'],
    ['created_by', { created_by: 'Kiosk' }, 'orders_created_by'],
    ['customer_id', { customer_id: 'customer7' }, 'orders_customer'],
    ['private_ref', { private_ref: 'ref500' }, 'orders_private_refs'],
  ])('%s', async (_filter, filters, index) => {
    expect(await indexesOf({}, filters)).toEqual([index]);
  });
});

test('an empty result uses an index too', async () => {
  expect(await indexesOf({}, { status: 'in_delivery' })).toEqual(['orders_status']);
  const either = ['orders_created_by', 'orders_location_created_by'];
  expect(either).toEqual(expect.arrayContaining(await indexesOf(inLocation, { created_by: 'nobody' })));
});

describe('of the three partitions with orders, a list reads', () => {
  test.each<[string, number, Partial<OrderFilters>]>([
    ['those from the cursor on', 1, { cursor: newId(new Date('2029-03-01T00:00:00Z')) }],
    ['those of the time in the filter', 1, { after: '2028-03-01T00:00:00Z', before: '2028-04-01T00:00:00Z' }],
    ['all of them without either', 3, {}],
  ])('%s', async (_which, partitions, filters) => {
    expect(await planOf(inLocation, filters)).toMatchObject({ partitions });
  });
});

test('a page ends with its last order: partitions in order, each only when it is needed', async () => {
  const { plan } = await planOf(inLocation, {});
  expect(plan).toMatch(/Limit[^\n]*\n\s*-> {2}Append/);
  expect(plan).not.toMatch(/Sort|Merge Append/);
});
