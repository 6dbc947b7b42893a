/** The search of a location's orders, for the back office (docs/api/back-office.md#orders). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { idFloor, newId } from '@order-hub/shared/ids';
import { exportOrders, searchOrders, type OrderSearch } from '@order-hub/shared/order-search-calls';
import { aCaller, aPlace, aPrincipal, eventually } from '@order-hub/testing/call';
import type { Role } from '@order-hub/shared/roles';
import { messageOf } from '@order-hub/testing/service';
import { findOrders } from '../src/orders/searching/order-search.store.ts';
import { aCustomer, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let as = aCaller();
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());
beforeEach(() => {
  as = aCaller();
});

const create = async (given: object = {}) =>
  (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(given) })).body;
const userOf = (account_id = as.account?.id ?? null, location_id = as.location_id, role: Role = 'owner') =>
  aPrincipal({ place: aPlace({ account_id, location_id, role }) });
const post = (body: unknown, user = userOf()) => orders.call('POST /internal/order-search', { user, body });
const search = async (input: OrderSearch, user = userOf()) => searchOrders.reply.parse((await post(input, user)).body);
const found = async (input: OrderSearch, user = userOf()) => (await search(input, user)).orders.map(({ id }) => id);

test('shows the newest first, as a person at a counter looks for them', async () => {
  const order = await create({
    ...{ ref: 'WEB-1', collection_code: '42', service_type: 'collection', channel: 'Web shop' },
    expected_time: '2026-03-01T18:30:00+01:00',
    customer: { first_name: 'Ada', last_name: 'Lovelace', phone: '+33 6 12 34 56 78' },
  });
  const second = await create();
  const { orders: shown, ...end } = await search({});
  expect(end).toEqual({ next: null, searched_to: null });
  expect(shown.map(({ id }) => id)).toEqual([second.id, order.id]);
  expect(shown[1]).toEqual({
    ...{ id: order.id, ref: 'WEB-1', collection_code: '42', status: 'new', channel: 'Web shop', items: 1 },
    ...{ service_type: 'collection', created_at: order.created_at, expected_time: order.expected_time },
    ...{ total: order.total, customer_name: 'Ada Lovelace', phone: '+33 6 12 34 56 78' },
  });
  expect(shown[0]).toMatchObject({ customer_name: null, phone: null, ref: null });
});

describe('finds an order by', () => {
  let id = '';
  beforeEach(async () => {
    const customer = {
      first_name: 'José',
      last_name: 'Ångström',
      company_name: 'Café Été',
      phone: '+33 6 12 34 56 78',
    };
    id = (await create({ ref: 'Web-0815', collection_code: 'K7', channel: 'Foodora', status: 'accepted', customer }))
      .id;
    await create({ ref: 'other', collection_code: 'no', customer: { first_name: 'Ann', phone: '555 0000' } });
    await create();
  });

  test.each<[string, OrderSearch]>([
    ['its ref', { number: 'Web-0815' }],
    ['a part of its ref, in small letters', { number: ' eb-081' }],
    ['its collection code', { number: 'k7' }],
    ['its name without accents', { name: 'jose angstrom' }],
    ['its name with other accents, in any order', { name: 'ÅNGSTRÖM  José' }],
    ['a part of its name', { name: 'gstr' }],
    ['its company', { name: 'cafe' }],
    ['its phone as it is written', { phone: '+33 6 12 34 56 78' }],
    ['its phone as people in the country write it', { phone: '06.12.34.56.78' }],
    ['the end of its phone', { phone: '5678' }],
    ['its state', { status: 'accepted' }],
    ['its channel', { channel: 'foodora' }],
    ['all of it', { number: '0815', name: 'josé', phone: '612345678', status: 'accepted', channel: 'food' }],
  ])('%s', async (_what, filters) => {
    expect(await found(filters)).toEqual([id]);
  });

  test('its id, however old it is and whatever else is searched for', async () => {
    expect(await found({ number: id })).toEqual([id]);
    expect(await found({ number: id.toUpperCase() })).toEqual([id]);
    expect(await found({ number: id, name: 'Ann' })).toEqual([]);
    expect(await found({ number: newId() })).toEqual([]);
  });

  test.each<[string, OrderSearch]>([
    ['another number', { number: 'Web-0816' }],
    ['one word too many', { name: 'jose angstrom smith' }],
    ['another phone', { phone: '612345679' }],
    ['another state', { status: 'completed' }],
    ['a state that does not exist', { status: "' or true --" }],
    ['wildcards of SQL', { number: '%' }],
    ['wildcards in a name', { name: '_' }],
  ])('but not by %s', async (_what, filters) => {
    expect(await found(filters)).toEqual([]);
  });
});

test('a text of spaces does not filter, and a phone needs three digits', async () => {
  const { id } = await create();
  expect(await found({ number: '  ', name: ' ', channel: '' })).toEqual([id]);
  expect((await post({ phone: '1-2' })).body.errors).toEqual([
    { field: 'phone', message: 'must have at least 3 digits of the phone number' },
  ]);
});

test.each<[string, object, string]>([
  ['a name that is too long', { name: 'a'.repeat(101) }, 'name'],
  ['a number that is no text', { number: 1 }, 'number'],
  ['a day that does not exist', { from: '2026-02-30' }, 'from'],
  ['a time in place of a day', { to: '2026-02-03T10:00:00Z' }, 'to'],
  ['a cursor that is too long', { before: 'a'.repeat(65) }, 'before'],
])('%s: 422', async (_what, input, field) => {
  const { status, body } = await post(input);
  expect(status).toBe(422);
  expect(body.errors[0].field).toBe(field);
});

test('days are those of the location, also when its clocks change', async () => {
  const { id } = await create();
  // In Paris, 29 March 2026 lasts from 23:00 the day before to 22:00 in UTC.
  const at = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'];
  const [before, first, last, after] = at.map((time) => newId(new Date(time)));
  const ids = [before, first, last, after].map(String);
  await copyOrder(orders.db, id, { count: 4, idAt: (index) => ids[index] ?? '' });
  expect(await found({ from: '2026-03-29', to: '2026-03-29' })).toEqual([last, first]);
  expect(await found({ from: '2026-03-29', to: '2026-03-30' })).toEqual([after, last, first]);
  expect(await found({ to: '2026-03-28' })).toEqual([before]);
  expect(await found({ from: '2026-03-30', to: '2026-03-29' })).toEqual([]);
  expect(await found({ from: '0001-01-01', to: '9999-12-31' })).toEqual([id, after, last, first, before]);
});

test("another location's and another account's orders do not exist", async () => {
  const { id } = await create({ ref: 'mine' });
  const account_id = as.account?.id ?? null;
  for (const user of [userOf(account_id, newId()), userOf(newId(), as.location_id)]) {
    for (const filters of [{}, { number: id }, { number: 'mine' }]) expect(await found(filters, user)).toEqual([]);
  }
  expect((await post({}, aPrincipal())).status).toBe(404);
  expect(
    (await post({}, aPrincipal({ kind: 'operator', place: aPlace({ account_id, location_id: as.location_id }) })))
      .status,
  ).toBe(403);
  expect((await orders.call('POST /internal/order-search', { body: {} })).status).toBe(401);
  expect((await orders.call('POST /internal/order-search', { as, body: {} })).status).toBe(401);
});

test('an anonymised customer is not found', async () => {
  const customer_id = newId();
  orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: null });
  const { id } = await create({ customer_id, ref: 'kept' });
  const personal: OrderSearch[] = [{ name: 'Lovelace' }, { name: 'Analytical' }, { phone: '33612345678' }];
  for (const filters of personal) expect(await found(filters)).toEqual([id]);
  const body = {
    account_id: as.account?.id,
    customer_list_id: 'list1',
    customer_id,
    client_id: 'asked',
    list_deleted: false,
  };
  await orders.send(messageOf('customer.anonymised', customer_id, body as never));
  await eventually(async () => (await search({})).orders[0]?.customer_name === null);
  for (const filters of personal) expect(await found(filters)).toEqual([]);
  expect(await found({ number: 'kept' })).toEqual([id]);
});

test('an order that an earlier release stored without customer is found', async () => {
  const { id } = await create({ ref: 'old' });
  await orders.db.query(
    `update orders set document_version = 1, document = (document::jsonb || '{"customer": null}')::text where id = $1`,
    [id],
  );
  expect(await found({ number: 'old' })).toEqual([id]);
  expect(await found({ number: 'old', name: 'Ada' })).toEqual([]);
});

describe('pages', () => {
  test('go on after the last order, until all are shown once', async () => {
    const { id } = await create();
    await copyOrder(orders.db, id, 119, { status: `case n % 3 when 0 then 'rejected' else 'completed' end` });
    const { rows } = await orders.db.query('select id from orders where location_id = $1 order by id desc', [
      as.location_id,
    ]);
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await search({ ...(next && { before: next }) });
      seen.push(...page.orders.map((order) => order.id));
      expect(page.searched_to).toBeNull();
      next = page.next;
    } while (next);
    expect(seen).toEqual(rows.map((row) => row.id));
    expect((await search({ status: 'rejected' })).orders).toHaveLength(39);
  });

  test('end after 2,000 orders without a match, say how far they looked, and go on from there', async () => {
    const { id } = await create({ ref: 'needle' });
    const idAt = (index: number) => newId(new Date(Date.now() + index * 60_000));
    await copyOrder(
      orders.db,
      id,
      { count: 4_100, idAt },
      { document: `replace(replace(document, $1, copy.id), 'needle', 'hay')` },
    );
    const first = await search({ number: 'needle' });
    expect(first.orders).toEqual([]);
    const { rows } = await orders.db.query(
      'select id from orders where location_id = $1 order by id desc offset 1999 limit 1',
      [as.location_id],
    );
    expect(first.next).toBe(rows[0].id);
    expect(first.searched_to).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
    const second = await search({ number: 'needle', before: first.next ?? '' });
    expect(second.orders).toEqual([]);
    const third = await search({ number: 'needle', before: second.next ?? '' });
    expect(third).toMatchObject({ orders: [{ id }], next: null, searched_to: null });
    expect(await found({ number: id })).toEqual([id]);
  });

  test('end before 8 MiB, but have read one order at least', async () => {
    const { id } = await create();
    const padded = `(replace(document, $1, copy.id)::jsonb || jsonb_build_object('customer_notes', repeat('x', 3000000)))::text`;
    await copyOrder(orders.db, id, { count: 5 }, { document: padded });
    const account_id = as.account?.id ?? '';
    const scope = { account_id, location_id: as.location_id ?? '', oldest: '', before: '~' };
    const nothing = { number: 'nothing', words: null, digits: null, status: null, channel: null };
    const read = async (bytesMax: number) =>
      findOrders(orders.db, scope, nothing, { count: 50, ordersMax: 2_000, bytesMax });
    const { rows } = await orders.db.query('select id from orders where location_id = $1 order by id desc', [
      as.location_id,
    ]);
    expect(await read(8_388_608)).toMatchObject([{ id: rows[1].id, is_match: false, has_more: true }]);
    expect(await read(1)).toMatchObject([{ id: rows[0].id, is_match: false, has_more: true }]);
    expect(await search({})).toMatchObject({ next: rows[1].id, searched_to: expect.any(String) });
  });
});

test('a hundred at once: one runs, twenty wait, and the others are told to try again', async () => {
  await create();
  const statuses: number[] = [];
  const holder = await orders.db.connect();
  await holder.query('begin; lock table orders in access exclusive mode');
  const answered = Array.from({ length: 100 }, async () => statuses.push((await post({ name: 'ada' })).status));
  await eventually(() => statuses.length >= 79);
  await holder.query('rollback');
  holder.release();
  await Promise.all(answered);
  expect(new Set(statuses.slice(0, 79))).toEqual(new Set([503]));
  expect(statuses.at(-1)).toBe(200);
});

test('a search reads one index of the location, backwards', async () => {
  const { id } = await create();
  await copyOrder(orders.db, id, 20_000, {
    location_id: `'many' || n % 10`,
    status: `case n / 10 % 20 when 0 then 'rejected' else 'completed' end`,
  });
  await orders.db.query('analyze orders');
  const planOf = async (status: string | null) => {
    let plan = '';
    const explaining = {
      async query(text: string, values: unknown[]) {
        const { rows } = await orders.db.query(`explain analyze ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    const scope = { account_id: as.account?.id ?? '', location_id: 'many3', oldest: idFloor(new Date(0)), before: '~' };
    const terms = { number: null, words: ['nobody'], digits: '123', status, channel: null };
    await findOrders(explaining as never, scope, terms, { count: 50, ordersMax: 100, bytesMax: 8_388_608 });
    expect(plan).not.toMatch(/Seq Scan on orders_first/);
    return plan;
  };
  expect(await planOf(null)).toMatch(/Index Scan Backward using orders_first_location /);
  expect(await planOf('rejected')).toMatch(/Index Scan Backward using orders_first_location_status /);
});

describe('the kitchen', () => {
  const kitchen = () => userOf(undefined, undefined, 'kitchen');

  test('sees neither money nor the customer', async () => {
    const { id } = await create({ ref: 'R1', customer: { first_name: 'Ada', phone: '+33612345678' } });
    const { body } = await post({ number: 'R1' }, kitchen());
    expect(body.orders).toMatchObject([{ id, ref: 'R1', items: 1, total: null, customer_name: null, phone: null }]);
    expect(JSON.stringify(body)).not.toMatch(/Ada|336|EUR/);
    expect((await post({ number: 'R1' }, userOf(undefined, undefined, 'manager'))).body.orders).toMatchObject([
      { id, total: '9.80 EUR', customer_name: 'Ada', phone: '+33612345678' },
    ]);
  });

  test('cannot find out who ordered, and exports nothing', async () => {
    await create({ customer: { first_name: 'Ada', phone: '+33612345678' } });
    for (const [field, value] of Object.entries({ name: 'Ada', phone: '336123' })) {
      const { status, body } = await post({ [field]: value }, kitchen());
      expect([status, body.errors]).toEqual([422, [{ field, message: 'is for owners and managers' }]]);
    }
    expect((await orders.call('POST /internal/order-export', { user: kitchen(), body: {} })).status).toBe(403);
  });
});

describe('an export', () => {
  const ask = (input: object) => orders.call('POST /internal/order-export', { user: userOf(), body: input });

  test('has money as numbers, what was paid, and the customer', async () => {
    const customer = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '+33612345678',
      address_1: '1 rue des Nombres',
      address_2: 'B',
      postal_code: '75001',
      city: 'Paris',
    };
    const order = await create({
      customer,
      payments: [{ amount: '5.00 EUR' }, { amount: '4.80 EUR' }],
      confirmed_time: '2026-03-01T18:30:00Z',
    });
    const { orders: rows } = exportOrders.reply.parse((await ask({})).body);
    expect(rows).toEqual([
      {
        ...{ id: order.id, ref: null, collection_code: null, status: 'new', channel: as.client_name },
        ...{ created_by: as.client_name, service_type: null, created_at: order.created_at, expected_time: null },
        ...{ confirmed_time: '2026-03-01T19:30:00+01:00', items: 1, total: '9.80', paid: '9.80', currency: 'EUR' },
        ...{ customer_name: 'Ada Lovelace', email: 'ada@example.com', phone: '+33612345678' },
        ...{ address: '1 rue des Nombres, B', postal_code: '75001', city: 'Paris' },
      },
    ]);
  });

  test('comes in portions of 500', async () => {
    const { id } = await create();
    await copyOrder(orders.db, id, 700);
    const first = exportOrders.reply.parse((await ask({})).body);
    expect(first.orders).toHaveLength(500);
    const second = exportOrders.reply.parse((await ask({ before: first.next })).body);
    expect(second).toMatchObject({ next: null });
    expect(second.orders).toHaveLength(201);
  });
});
