/** The latest orders of a customer in a location, for the back office. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listCustomerOrders } from '@order-hub/shared/customer-page-calls';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPrincipal } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

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
