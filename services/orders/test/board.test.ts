/** The board of a location, for the back office (docs/api/back-office.md#order-board). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { retrieveBoard } from '@order-hub/shared/orders-calls';
import { idFloor, newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aPlace, aPrincipal } from '@order-hub/testing/call';
import { boardFloors } from '../src/orders/board/board-statuses.ts';
import { listBoardRows } from '../src/orders/board/board.store.ts';
import { aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

type As = ReturnType<typeof aCaller>;

const create = async (as: As, overrides: object = {}) =>
  (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;
const placeOf = (account_id: string | null, location_id: string | null, role: Role = 'owner') =>
  aPlace({ account_id, location_id, role });
const ask = (...of: Parameters<typeof placeOf>) =>
  orders.call('GET /internal/board', { user: aPrincipal({ place: placeOf(...of) }) });
const board = async ({ account, location_id }: As, role?: Role) =>
  retrieveBoard.reply.parse((await ask(account?.id ?? '', location_id, role)).body);
const idsOf = async (as: As) => (await board(as)).orders.map(({ id }) => id);

test('an order has all that people in a kitchen need', async () => {
  const as = aCaller();
  const order = await create(as, {
    ref: 'WEB-1',
    collection_code: '42',
    service_type: 'delivery',
    channel: 'Web shop',
    expected_time: '2026-03-01T18:30:00+01:00',
    customer_notes: 'No cutlery',
    customer: {
      ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+33612345678' },
      ...{ address_1: '1 rue des Nombres', postal_code: '75001', city: 'Paris', delivery_notes: 'Ring twice' },
    },
    deals: { lunch: { name: 'Lunch deal' } },
    items: [
      anItem({
        quantity: '2',
        customer_notes: 'Well done',
        options: [
          { option_list_name: 'Size', name: 'Large', price: '2.00 EUR' },
          { option_list_name: 'Without', name: 'Onions', removed: true },
        ],
        deal_line: { deal_key: 'lunch' },
      }),
      anItem({ deleted: true }),
    ],
    charges: [{ name: 'Delivery', price: '3.00 EUR' }],
    discounts: [{ name: 'Welcome', price_off: '1.00 EUR' }],
    payments: [
      { name: 'Card', amount: '20.00 EUR' },
      { name: 'Refunded', amount: '5.00 EUR', deleted: true },
    ],
  });
  const { orders: found, has_more } = await board(as);
  expect(has_more).toBe(false);
  expect(found).toEqual([
    {
      id: order.id,
      status: 'new',
      ref: 'WEB-1',
      collection_code: '42',
      channel: 'Web shop',
      service_type: 'delivery',
      created_at: order.created_at,
      expected_time: '2026-03-01T18:30:00+01:00',
      expected_time_pickup: null,
      confirmed_time: null,
      asap: null,
      customer_notes: 'No cutlery',
      seller_notes: null,
      items: [
        {
          name: 'Margherita',
          sku: null,
          quantity: '2',
          subset: null,
          notes: 'Well done',
          deal: 'Lunch deal',
          options: [
            { list: 'Size', name: 'Large', quantity: 1, is_removed: false },
            { list: 'Without', name: 'Onions', quantity: 1, is_removed: true },
          ],
          subtotal: '23.60 EUR',
        },
      ],
      more_items: 0,
      money: {
        total: '25.60 EUR',
        due: '5.60 EUR',
        charges: [{ name: 'Delivery', amount: '3.00 EUR' }],
        discounts: [{ name: 'Welcome', amount: '1.00 EUR' }],
        payments: [{ name: 'Card', amount: '20.00 EUR' }],
      },
      customer: {
        name: 'Ada Lovelace',
        phone: '+33612345678',
        phone_access_code: null,
        address: ['1 rue des Nombres', '75001 Paris'],
        delivery_notes: 'Ring twice',
      },
      delivery: null,
    },
  ]);
});

test('the kitchen sees neither money nor contact data; a manager sees both', async () => {
  const as = aCaller();
  const secrets = ['Lovelace', '+33612345678', 'rue des Nombres', 'Ring twice', '+33700000000', 'EUR', '9.80'];
  const { id } = await create(as, {
    service_type: 'delivery',
    customer_notes: 'No cutlery',
    customer: {
      last_name: 'Lovelace',
      phone: '+33612345678',
      address_1: '1 rue des Nombres',
      delivery_notes: 'Ring twice',
    },
    charges: [{ name: 'Delivery', price: '3.00 EUR' }],
    payments: [{ name: 'Card', amount: '20.00 EUR' }],
  });
  const delivery = aDelivery({ driver_name: 'Dana', driver_phone: '+33700000000' });
  await orders.call(`POST /locations/${as.location_id}/orders/${id}/delivery`, { as, body: delivery });
  const seen = JSON.stringify(await board(as, 'kitchen'));
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
  expect(seen).toContain('No cutlery');
  const managed = JSON.stringify(await board(as, 'manager'));
  expect(secrets.filter((secret) => !managed.includes(secret))).toEqual([]);
});

test('one order is told alone as the board tells it, also when it is not on the board any more', async () => {
  const as = aCaller();
  const { id } = await create(as, { customer: { last_name: 'Lovelace' } });
  const askFor = async (order_id: string, ...of: Parameters<typeof placeOf>) =>
    orders.call(`GET /internal/board-orders/${order_id}`, { user: aPrincipal({ place: placeOf(...of) }) });
  const [account_id, location_id] = [as.account?.id ?? '', as.location_id];
  const [shown] = (await board(as)).orders;
  expect((await askFor(id, account_id, location_id)).body).toEqual(shown);
  const inKitchen = await askFor(id, account_id, location_id, 'kitchen');
  expect(inKitchen.body).toEqual((await board(as, 'kitchen')).orders[0]);
  expect(JSON.stringify(inKitchen.body)).not.toMatch(/Lovelace|EUR/);
  const old = idFloor(new Date(Date.now() - 60 * 24 * 3_600_000));
  await copyOrder(orders.db, id, { count: 1, idAt: () => old }, { status: `'completed'` });
  expect(await idsOf(as)).toEqual([id]);
  expect((await askFor(old, account_id, location_id)).status).toBe(200);
  expect((await askFor(id, account_id, newId())).status).toBe(404);
  expect((await askFor(id, newId(), location_id)).status).toBe(404);
  expect((await askFor(newId(), account_id, location_id)).status).toBe(404);
});

test('orders without an answer come first, then open ones, then those that are gone', async () => {
  const as = aCaller();
  const fresh = await create(as);
  const gone = await create(as, { status: 'completed' });
  const open = await create(as, { status: 'in_preparation' });
  const received = await create(as, { status: 'received' });
  expect(await idsOf(as)).toEqual([received.id, fresh.id, open.id, gone.id]);
});

test('of those that are gone, the 20 newest of the last 24 hours; open ones are up to a month old', async () => {
  const as = aCaller();
  const { id } = await create(as);
  const hours = (count: number) => idFloor(new Date(Date.now() - count * 3_600_000));
  const column = (status: string) => ({ status: `'${status}'` });
  await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('completed'));
  await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('rejected'));
  await copyOrder(orders.db, id, { count: 1, idAt: () => hours(25) }, column('cancelled'));
  const old = hours(24 * 30);
  await copyOrder(orders.db, id, { count: 1, idAt: () => old }, column('accepted'));
  await copyOrder(orders.db, id, { count: 1, idAt: () => hours(24 * 32) }, column('accepted'));
  const ids = await idsOf(as);
  expect(ids).toHaveLength(22);
  expect(ids.slice(0, 2)).toEqual([id, old]);
});

test('another location and another account see none of them', async () => {
  const as = aCaller();
  await create(as);
  const other = aCaller();
  expect(await idsOf({ ...as, location_id: newId() })).toEqual([]);
  expect(await idsOf({ ...as, account: other.account })).toEqual([]);
  expect(await idsOf(as)).toHaveLength(1);
});

test('only the back office may ask, for a user on a page about a location', async () => {
  const route = 'GET /internal/board';
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

describe('is bounded', () => {
  test('by 100 orders', async () => {
    const as = aCaller();
    const { id } = await create(as);
    await copyOrder(orders.db, id, 300, { status: `(array['new', 'accepted', 'completed'])[1 + n % 3]` });
    const { orders: found, has_more } = await board(as);
    expect([found.length, has_more]).toEqual([100, true]);
  });

  test('by 8 MiB, and what is shown of an order by 100 items and 1,000 characters of notes', async () => {
    const as = aCaller();
    const items = Array.from({ length: 150 }, () => anItem({ customer_notes: 'x'.repeat(5_000) }));
    const { id } = await create(as, { items });
    await copyOrder(orders.db, id, 20);
    const { orders: found, has_more } = await board(as);
    expect(has_more).toBe(true);
    expect(found.length).toBeGreaterThan(5);
    expect(found.length).toBeLessThan(12);
    expect([found[0]?.items.length, found[0]?.more_items]).toEqual([100, 50]);
    expect(found[0]?.items[0]?.notes).toHaveLength(1_000);
  });

  test('by the index of statuses, however many orders there are', async () => {
    const as = aCaller();
    const { id } = await create(as);
    await copyOrder(orders.db, id, 20_000, { location_id: `'location' || n % 10`, status: `'completed'` });
    await orders.db.query('analyze orders');
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await orders.db.query(`explain analyze ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    const key = { account_id: as.account?.id ?? '', location_id: 'location3' };
    await listBoardRows(explaining as never, key, boardFloors(new Date()), 8_388_608);
    expect(plan).toMatch(/Index Scan Backward using \S*status\S* on orders/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
