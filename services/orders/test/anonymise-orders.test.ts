/** Anonymising a customer anonymises their orders, each with its event (docs/api/orders.md#anonymisation). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { aCaller, eventually } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { startAnonymisingCustomers } from '../src/customers/anonymise-customers.ts';
import { insertAnonymised, listUnfinished, updateFinished } from '../src/customers/anonymised-customer.store.ts';
import type { AnonymisedCustomer } from '../src/customers/order-customer.ts';
import { anonymiseOrders } from '../src/orders/cleaning/anonymise-orders.ts';
import { aCustomer, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

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
  (await orders.db.query('select document, customer_anonymised from orders where account_id = $1', [as.account!.id]))
    .rows;

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
      expect(await retrieve(id)).toMatchObject({ seller_notes: 'seen', customer: { anonymised: true, email: null } });
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

test('a customer of a deleted list: the same, by the client that deleted it', async () => {
  const { id } = await place();
  await anonymise(as.account!.id, true);
  expect((await retrieve(id)).customer).toMatchObject({ anonymised: true, email: null });
  const [change] = await eventually(() => updates().length > 0 && updates());
  expect(change).toMatchObject({ client_id: 'who asked', ids: { order_id: id } });
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
