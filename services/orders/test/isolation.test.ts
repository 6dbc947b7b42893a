/** Another tenant's order gets exactly the reply of an unknown one (docs/api/authentication.md#tenants). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aDelivery, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
const owner = aCaller();
const { account, location, location_id } = owner;
let order: { id: string; total: string };

beforeAll(async () => {
  orders = await startTestOrders();
  const placed = await orders.call(`POST /locations/${location_id}/orders`, {
    as: owner,
    body: anOrder({ service_type: 'delivery', private_ref: 'mine' }),
  });
  order = placed.body;
  await orders.call(`POST /locations/${location_id}/orders/${order.id}/delivery`, { as: owner, body: aDelivery() });
});
afterAll(() => orders.close());

const endpoints: [string, (order_id: string) => string, object | undefined][] = [
  ['GET', (id) => `/orders/${id}`, undefined],
  ['PATCH', (id) => `/orders/${id}`, { status: 'cancelled' }],
  ['PUT', (id) => `/orders/${id}`, { status: 'cancelled' }],
  ['POST', (id) => `/orders/${id}/delivery`, aDelivery()],
  ['GET', (id) => `/orders/${id}/delivery`, undefined],
  ['PATCH', (id) => `/orders/${id}/delivery`, { driver_name: 'Mallory' }],
  ['PUT', (id) => `/orders/${id}/delivery`, { driver_name: 'Mallory' }],
];
const state = async () => (await orders.db.query('select * from orders where id = $1', [order.id])).rows[0];

/** A connection, and the location in its path: its own, or the order's. */
const strangers: [string, TestCaller, string][] = (() => {
  const sibling = aCaller({ account });
  const other = aCaller();
  const otherAccount = aCaller({ location_id: null, location: { id: 'l1', timezone: 'UTC' } });
  return [
    ['of a sibling location, at its own', sibling, sibling.location_id!],
    ["of a sibling location, at the order's", sibling, location_id!],
    ['of another account, at its own', other, other.location_id!],
    ["of another account, at the order's", other, location_id!],
    ['bound to another account, at its location', otherAccount, 'l1'],
    ["bound to another account, at the order's location", otherAccount, location_id!],
    // As if the gateway were mistaken about the location: the account alone keeps the connection out.
    ["of another account that vouches for the order's location", aCaller({ location_id, location }), location_id!],
    [
      'bound to the same account, at a sibling location',
      aCaller({ account, location_id: null, location: { id: 'l2', timezone: 'UTC' } }),
      'l2',
    ],
  ];
})();

describe.each(strangers)('a connection %s', (_who, as, place) => {
  test.each(endpoints)('%s gets the reply of an unknown id', async (method, path, body) => {
    const before = await state();
    const answer = await orders.call(`${method} /locations/${place}${path(order.id)}`, { as, body });
    const missing = await orders.call(`${method} /locations/${place}${path(newId())}`, { as, body });
    expect([answer.status, answer.body]).toEqual([404, missing.body]);
    expect(answer.body.error_type).toBe('not_found');
    expect(await state()).toEqual(before);
  });
});

test.each(endpoints)('without a caller token, %s is 401', async (method, path, body) => {
  const answer = await orders.call(`${method} /locations/${location_id}${path(order.id)}`, { body });
  expect([answer.status, answer.body.error_type]).toEqual([401, 'unauthorized']);
});

test('a list contains nothing of another tenant, whatever the filter', async () => {
  for (const [, as, place] of strangers.filter(([, as, place]) => as.location?.id === place)) {
    for (const filter of ['', '?private_ref=mine', '?status=new', '?created_by=Test%20client']) {
      const { status, body } = await orders.call(`GET /locations/${place}/orders${filter}`, { as });
      expect([status, body]).toEqual([200, []]);
    }
  }
});

test('an account connection of the same account reads and writes the order and its delivery', async () => {
  const as = aCaller({ account, location_id: null, location });
  const at = (suffix = '') => `/locations/${location_id}/orders/${order.id}${suffix}`;
  expect((await orders.call(`GET ${at()}`, { as })).body).toMatchObject({ id: order.id, private_ref: null });
  expect((await orders.call(`PATCH ${at()}`, { as, body: { status: 'accepted' } })).body.status).toBe('accepted');
  expect((await orders.call(`GET ${at('/delivery')}`, { as })).status).toBe(200);
  const named = await orders.call(`PATCH ${at('/delivery')}`, { as, body: { driver_name: 'Kim' } });
  expect([named.status, named.body.driver_name]).toEqual([200, 'Kim']);
  const placed = await orders.call(`POST /locations/${location_id}/orders`, { as, body: anOrder() });
  expect([placed.status, placed.body.location_id]).toEqual([200, location_id]);
});
