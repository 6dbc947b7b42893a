/** Private refs: only the client that set one sees it and can filter by it (docs/api/conventions.md#private-refs). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
  orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: { [web.client_id]: 'web customer' } });
});
afterAll(() => orders.close());

const web = aCaller({ client_name: 'Website' });
const epos = aCaller({
  client_name: 'EPOS',
  account: web.account,
  location_id: web.location_id,
  location: web.location,
});
const path = `/locations/${web.location_id}/orders`;
const collections = ['items', 'discounts', 'charges', 'payments'] as const;

/** The private refs that an order shows: its own, each element's, its customer's. */
const refsOf = (order: any) => [
  order.private_ref,
  ...collections.flatMap((name) => order[name].map((element: any) => element.private_ref)),
  order.customer.private_ref,
];
const nulls = Array<null>(6).fill(null);
const webRefs = ['web order', 'web item', 'web discount', 'web charge', 'web payment', 'web customer'];
const eposRefs = ['epos order', 'epos item', 'epos discount', 'epos charge', 'epos payment', null];

const anOrderOfTheWeb = (more: object = {}) =>
  anOrder({
    private_ref: 'web order',
    customer_id: 'c1',
    items: [anItem({ private_ref: 'web item' })],
    discounts: [{ name: 'D', price_off: '1.00 EUR', private_ref: 'web discount' }],
    charges: [{ name: 'C', price: '1.00 EUR', private_ref: 'web charge' }],
    payments: [{ amount: '1.00 EUR', private_ref: 'web payment' }],
    ...more,
  });
const place = async (more: object = {}) =>
  (await orders.call(`POST ${path}`, { as: web, body: anOrderOfTheWeb(more) })).body;
const retrieve = async (as: TestCaller, id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;
const eposSetsRefs = (order: any) =>
  orders.call(`PATCH ${path}/${order.id}`, {
    as: epos,
    body: {
      private_ref: 'epos order',
      ...Object.fromEntries(
        collections.map((name) => [name, [{ id: order[name][0].id, private_ref: `epos ${name.slice(0, -1)}` }]]),
      ),
    },
  });

describe('each client sees its own refs and no other', () => {
  test('in the replies of create, retrieve and update', async () => {
    const order = await place();
    expect(refsOf(order)).toEqual(webRefs);
    expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
    expect(refsOf(await retrieve(epos, order.id))).toEqual(nulls);
    expect(refsOf((await eposSetsRefs(order)).body)).toEqual(eposRefs);
    expect(refsOf(await retrieve(epos, order.id))).toEqual(eposRefs);
    expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
    const updated = await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { status: 'accepted' } });
    expect(refsOf(updated.body)).toEqual(webRefs);
  });

  test('in lists', async () => {
    const order = await place();
    await eposSetsRefs(order);
    for (const [as, refs] of [
      [web, webRefs],
      [epos, eposRefs],
    ] as const) {
      const { body } = await orders.call(`GET ${path}`, { as });
      expect(refsOf(body.find(({ id }: { id: string }) => id === order.id))).toEqual(refs);
    }
  });

  test('another connection of the same client sees them; an account connection of another client does not', async () => {
    const order = await place();
    expect(refsOf(await retrieve({ ...web, connection_id: 'second' }, order.id))).toEqual(webRefs);
    const account = aCaller({ account: web.account, location_id: null, location: web.location });
    expect(refsOf(await retrieve(account, order.id))).toEqual(nulls);
  });

  test("a client that clears its own leaves the other's", async () => {
    const order = await place();
    await eposSetsRefs(order);
    const body = { private_ref: null, items: [{ id: order.items[0].id, private_ref: null }] };
    expect(refsOf((await orders.call(`PATCH ${path}/${order.id}`, { as: epos, body })).body)).toEqual([
      ...[null, null],
      ...eposRefs.slice(2),
    ]);
    expect(refsOf(await retrieve(web, order.id))).toEqual(webRefs);
  });

  test('shows custom fields that look like an element as sent', async () => {
    const order = await place();
    const custom_fields = { id: order.items[0].id, private_ref: '' };
    const { body } = await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { custom_fields } });
    expect(body.custom_fields).toEqual(custom_fields);
  });
});

describe('the filter', () => {
  const find = async (as: TestCaller, ref: string) =>
    (await orders.call(`GET ${path}?private_ref=${encodeURIComponent(ref)}`, { as })).body.map((one: any) => one.id);

  test("finds an order by the client's own ref; nothing by another client's or an element's", async () => {
    const order = await place({ private_ref: 'filter, web "1" %_' });
    await orders.call(`PATCH ${path}/${order.id}`, { as: epos, body: { private_ref: 'filter, epos' } });
    expect(await find(web, 'filter, web "1" %_')).toEqual([order.id]);
    expect(await find(epos, 'filter, epos')).toEqual([order.id]);
    expect(await find(epos, 'filter, web "1" %_')).toEqual([]);
    expect(await find(web, 'filter, epos')).toEqual([]);
    expect(await find(web, 'web item')).toEqual([]);
    expect(await find(web, '')).toEqual([]);
  });

  test('finds the current ref', async () => {
    const order = await place({ private_ref: 'old' });
    await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { private_ref: 'new' } });
    expect([await find(web, 'old'), await find(web, 'new')]).toEqual([[], [order.id]]);
  });
});

test('events carry null in both states, and the refs beside them by client', async () => {
  const order = await place({ service_type: 'delivery' });
  await eposSetsRefs(order);
  await orders.call(`PATCH ${path}/${order.id}`, { as: web, body: { status: 'accepted', private_ref: 'changed' } });
  await orders.call(`POST ${path}/${order.id}/delivery`, { as: web, body: aDelivery() });
  const changes = await eventually(() => {
    const own = orders.changes().filter(({ ids }) => ids['order_id'] === order.id);
    return own.length === 4 && own;
  });
  for (const { previous_state, new_state } of changes) {
    for (const state of [previous_state, new_state]) expect(state ?? '').not.toMatch(/web |epos |changed/);
  }
  const [created, updated] = changes;
  const webFirst = {
    ...{ self: 'web order', c1: 'web customer', [order.items[0].id]: 'web item' },
    ...{ [order.discounts[0].id]: 'web discount', [order.charges[0].id]: 'web charge' },
    [order.payments[0].id]: 'web payment',
  };
  expect(created!.private_refs).toEqual({ [web.client_id]: webFirst });
  expect(updated!.previous_private_refs).toEqual({
    [web.client_id]: webFirst,
    [epos.client_id]: expect.objectContaining({ self: 'epos order' }),
  });
  expect(updated!.private_refs?.[web.client_id]).toEqual({ ...webFirst, self: 'changed' });
});
