/** The customers service receives each order of a customer, and its later totals (docs/api/customers.md#orders-of-a-customer). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCustomer, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let as: TestCaller;
let path: string;
let customer_id: string;
beforeAll(async () => {
  orders = await startTestOrders();
});
beforeEach(() => {
  as = aCaller();
  path = `/locations/${as.location_id}/orders`;
  customer_id = newId();
  orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: {} });
});
afterEach(() => void Object.assign(orders.customers, { isUnavailable: false, leaves: false }));
afterAll(() => orders.close());

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
  orders.customers.known.set(customer_id, { customer: aCustomer(customer_id, { loyalty_cards }), private_refs: {} });
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
    expect(messages.map(({ total }) => total)).toEqual(['10.00 EUR', '12.50 EUR', '2.50 EUR', '-2.50 EUR', '2.50 EUR']);
    const versions = messages.map(({ total_version }) => total_version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    expect(messages.map(({ client_id }) => client_id)).toEqual([as.client_id, ...changes.map(() => till.client_id)]);
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
