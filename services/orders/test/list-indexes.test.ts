/** Every filter of a list has an index, which a large table uses: a page costs the same at any size. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { listOrderRows, type ListScope } from '../src/orders/listing/order-page.store.ts';
import type { OrderFilters } from '../src/orders/order.schema.ts';
import { anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
const as = aCaller();
const account_id = as.account!.id;

beforeAll(async () => {
  orders = await startTestOrders();
  const { body } = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() });
  // 20,000 orders of 10 locations; statuses, clients and customers are spread so that each filter selects a few.
  await copyOrder(orders.db, body.id, 20_000, {
    location_id: `'location' || n % 10`,
    status: `case n % 200 when 0 then 'rejected' when 1 then 'cancelled' else 'completed' end`,
    created_by: `case n % 150 when 0 then 'Kiosk' else 'Website' end`,
    customer_id: `case n % 4 when 0 then 'customer' || n % 999 end`,
    private_refs: `case n % 2 when 0 then jsonb_build_object('client', jsonb_build_object('self', 'ref' || n)) end`,
  });
  await orders.db.query('analyze orders');
});
afterAll(() => orders.close());

/** The indexes in the plan of the store's own statement: its connection explains it instead of running it. */
async function indexesOf(scope: Omit<ListScope, 'account_id' | 'client_id'>, filters: Partial<OrderFilters>) {
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
  return [...plan.matchAll(/(?:using|Index Scan on) (orders_\w+)/g)].map(([, name]) => name);
}

const inLocation = { location_id: 'location3' };
const cursor = newId(new Date('2020-01-01T00:00:00Z'));

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
  expect(await indexesOf(inLocation, { created_by: 'nobody' })).toEqual(['orders_location_created_by']);
});
