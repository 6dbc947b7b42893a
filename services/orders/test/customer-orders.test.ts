import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { listCustomerOrders } from '@order-hub/shared/customer-page-calls';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { personalFields } from '@order-hub/shared/personal-fields';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { messageOf } from '@order-hub/testing/service';
import { startAnonymisingCustomers } from '../src/customers/anonymise-customers.ts';
import { insertAnonymised, listUnfinished, updateFinished } from '../src/customers/anonymised-customer.store.ts';
import type { AnonymisedCustomer } from '../src/customers/order-customer.ts';
import { anonymiseOrders } from '../src/orders/cleaning/anonymise-orders.ts';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

/** The customers service receives each order of a customer, and its later totals (docs/api/customers.md#orders-of-a-customer). */
describe('orders of customers, told to the customers service', () => {
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
      expect(messages.map(({ total }) => total)).toEqual([
        '10.00 EUR',
        '12.50 EUR',
        '2.50 EUR',
        '-2.50 EUR',
        '2.50 EUR',
      ]);
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
});

/** The latest orders of a customer in a location, for the back office. */
describe("the orders of a customer's page", () => {
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
});

/** Anonymising a customer anonymises their orders, each with its event (docs/api/orders.md#anonymisation). */
describe('orders of an anonymised customer', () => {
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
});

/** Orders keep no personal data of an anonymised customer, whenever they are placed and updated (docs/api/orders.md#anonymisation). */
describe('orders placed and changed while their customer is anonymised', () => {
  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const call = (route: string, body?: object) => orders.call(route, { as, ...(body && { body }) });

  /** A customer whose texts occur nowhere else. The customers service finds it by id and by the client's private ref. */
  function aKnownCustomer() {
    const id = newId();
    const customer = aCustomer(id) as Record<string, unknown>;
    for (const field of personalFields) if (typeof customer[field] === 'string') customer[field] = `${field} of ${id}`;
    const decimals = { latitude: '48.8571234', longitude: '2.3271234', gender: 'female', birth_date: '1815-12-10' };
    const known = { customer: { ...customer, ...decimals }, private_refs: { [as.client_id]: id } };
    orders.customers.known.set(id, known);
    orders.customers.known.set(`list1/${id}`, known);
    return { id, secrets: [` of ${id}`, ...Object.values(decimals)] };
  }

  const place = async (body: object) => {
    const answer = await call(`POST ${path}`, anOrder({ service_type: 'delivery', ...body }));
    expect(answer.status).toBe(200);
    return answer.body.id as string;
  };

  const anonymise = (customer_id: string) =>
    orders.send(
      messageOf('customer.anonymised', customer_id, {
        account_id: as.account?.id ?? '',
        customer_list_id: 'list1',
        customer_id,
        client_id: null,
        list_deleted: false,
      }),
    );

  const finished = () =>
    eventually(async () => {
      const { rowCount } = await orders.db.query('select from forgotten_customers where finished_at is null');
      return rowCount === 0;
    }, 60_000);

  /** The rows of all tables that mention the customer, as text. */
  async function rowsOf(id: string): Promise<string[]> {
    const { rows: tables } = await orders.db.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'orders'`,
    );
    const texts = tables.map(async ({ name }) => {
      const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
      return (await orders.db.query<{ row: string }>(text, [id])).rows.map(({ row }) => row);
    });
    return (await Promise.all(texts)).flat();
  }

  test('orders placed while their customer is anonymised keep no personal data', async () => {
    const customers = Array.from({ length: sized(10, 200) }, aKnownCustomer);
    for (const { id } of customers) {
      const names = { customer_list_id: 'list1', customer_private_ref: id };
      await Promise.all([place({ customer_id: id }), anonymise(id), place(names)]);
    }
    await finished();
    for (const { id, secrets } of customers) {
      const stored = await rowsOf(id);
      const { rows } = await orders.db.query('select customer_anonymised from orders where customer_id = $1', [id]);
      expect(rows).toEqual([{ customer_anonymised: true }, { customer_anonymised: true }]);
      for (const secret of secrets) expect(stored.filter((row) => row.includes(secret))).toEqual([]);
    }
  });

  test('orders updated and delivered meanwhile keep none either, and lose nothing else', async () => {
    for (let round = 0; round < sized(2, 10); round += 1) {
      const { id, secrets } = aKnownCustomer();
      const placed = await Promise.all(Array.from({ length: 8 }, () => place({ customer_id: id })));
      await Promise.all([
        ...placed.map((order) => call(`PATCH ${path}/${order}`, { seller_notes: 'seen' })),
        anonymise(id),
        ...placed.map((order) => call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }))),
        ...placed.map(() => place({ customer_id: id })),
      ]);
      await finished();
      for (const order of placed) {
        const { body } = await call(`GET ${path}/${order}`);
        expect(body).toMatchObject({ seller_notes: 'seen', customer: { anonymised: true, email: null } });
        expect(body.delivery).toMatchObject({ driver_name: 'Driver of it' });
      }
      for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
    }
  });

  test('parked messages of the orders lose the data too; those of deliveries stay as they are', async () => {
    const { id, secrets } = aKnownCustomer();
    const order = await place({ customer_id: id });
    await call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }));
    const messages = await eventually(() => {
      const found = orders.published.filter(({ body }) => body.includes(order));
      return found.length >= 3 && found;
    });
    for (const { topic, key, body } of messages) {
      await orders.db.query(
        `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'no')`,
        [newId(), topic, key, body],
      );
    }
    expect((await rowsOf(id)).join()).toContain(` of ${id}`);
    await anonymise(id);
    await finished();
    for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
    const parked = await orders.db.query<{ body: string }>(
      'select body from outbox where parked_at is not null order by seq',
    );
    expect(parked.rows).toHaveLength(messages.length);
    expect(parked.rows.filter(({ body }) => body.includes('Driver of it')).length).toBeGreaterThan(1);
  });
});
