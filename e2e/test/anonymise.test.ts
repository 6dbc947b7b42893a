/** Nothing in the hub holds personal data of an anonymised customer (docs/api/customers.md#anonymisation). */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import type { Call } from '../src/call-api.ts';
import { startReceiver, type Receiver } from '../src/receiver.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { countMessages, linesHolding, rowsHolding } from '../src/traces.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 60_000;
const everything = { customer: ['create', 'update'], order: ['create', 'update'], delivery: ['create', 'update'] };
const partitions = Array.from({ length: 8 }, (_, n) => `events.change.${n}`);
const queues = [
  ...partitions,
  'events.customer.anonymised',
  'orders.customer.anonymised',
  'events.dead',
  'orders.dead',
  'customers.dead',
];

/** Personal data that nothing else in the hub has, except the gender. */
function somebody() {
  const mark = randomBytes(6).toString('hex');
  const digits = () => String(randomInt(10 ** 8, 10 ** 9));
  const [phone, latitude, longitude] = [`+33${digits()}`, `48.${digits()}`, `2.${digits()}`];
  const birth_date = new Date(Date.UTC(1900, 0, 1) + randomInt(10_000) * 86_400_000).toISOString().slice(0, 10);
  const fields = {
    email: `ada.${mark}@example.com`,
    first_name: `Ada ${mark}`,
    last_name: `Lovelace ${mark}`,
    gender: 'female',
    birth_date,
    company_name: `Engines ${mark}`,
    phone,
    phone_access_code: `code ${mark}`,
    address_1: `rue ${mark}`,
    address_2: `stairs ${mark}`,
    postal_code: `zip ${mark}`,
    latitude,
    longitude,
    delivery_notes: `ring ${mark}`,
  };
  return { fields, secrets: [mark, phone, latitude, longitude, birth_date] };
}

const anItem = { product_name: 'Margherita', price: '9.50 EUR', quantity: '2' };
const anOrder = (customer: object) => ({ status: 'new', service_type: 'delivery', items: [anItem], ...customer });

async function ok(call: Call, route: string, body?: object) {
  const answer = await call(route, body ? { body } : {});
  expect([route, answer.status, answer.body]).toEqual([route, 200, expect.anything()]);
  return answer.body;
}

overEveryBus('an anonymised customer', (hub) => {
  let tenant: Awaited<ReturnType<typeof aTenant>>;
  let kitchen: Receiver;
  let db: pg.Client;
  beforeAll(async () => {
    tenant = await aTenant(hub);
    db = new pg.Client({ connectionString: hub.database_url });
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await kitchen.close();
  });

  const place = () => ({ location_id: tenant.location_ids[0] });
  const tables = (rows: string[]) => [...new Set(rows.map((row) => row.slice(0, row.indexOf(':'))))].sort();

  /** Creates a customer in a new list. */
  async function aCustomer(website: Connected) {
    const { fields, secrets } = somebody();
    const { id: list } = await ok(website.call, 'POST /location/customer_lists', { name: newId() });
    const body = { private_ref: 'ada', custom_fields: { vip: true }, ...fields };
    const { id } = await ok(website.call, `POST /customer_lists/${list}/customers`, body);
    return { id: id as string, list: list as string, path: `/customer_lists/${list}/customers/${id}`, secrets };
  }

  /** Waits until no table has the values, then looks everywhere else. */
  async function expectAnonymised(customers: { id: string; secrets: string[] }[]): Promise<void> {
    const secrets = customers.flatMap((customer) => customer.secrets);
    await eventually(async () => (await rowsHolding(hub.database_url, secrets)).length === 0, patienceMs);
    const mentions = await rowsHolding(
      hub.database_url,
      customers.map(({ id }) => id),
    );
    expect(mentions.filter((row) => /gender\W+female/.test(row))).toEqual([]);
    expect(linesHolding(hub.logs, secrets)).toEqual([]);
    if (hub.amqp_url !== null) expect(await countMessages(hub.amqp_url, queues)).toBe(0);
  }

  /** Sends a message with the customer's data that no consumer can read, and waits until it is parked. */
  async function rejectedMessage(order: { id: string; customer: { id: string } }): Promise<void> {
    const ids = { order_id: order.id, ...place(), account_id: tenant.account_id };
    const change = { resource_type: 'order', event_type: 'exploded', ids, customer_id: order.customer.id };
    const message = [newId(), ids.location_id, JSON.stringify({ ...change, new_state: JSON.stringify(order) })];
    await db.query(`insert into orders.outbox (id, topic, key, body) values ($1, 'change', $2, $3)`, message);
    await eventually(async () => {
      const { rows } = await db.query(
        `select from (select * from orders.outbox union all select * from events.outbox) as o
         where id = $1 and parked_at is not null`,
        [message[0]],
      );
      return rows.length > 0;
    }, patienceMs);
  }

  /** Makes the hub drop half of the receiver's events, as if their last attempts had failed. */
  async function dropSome(connection_id: string): Promise<void> {
    await eventually(async () => {
      await db.query(
        `update events.events e set attempts = 6 from events.callbacks c
         where c.id = e.callback_id and c.connection_id = $1 and e.attempts between 1 and 5 and e.lease_id is null
           and e.id < (select max(id) from events.events where callback_id = c.id)`,
        [connection_id],
      );
      const { rows } = await db.query('select from events.dropped_events where connection_id = $1', [connection_id]);
      return rows.length > 1;
    }, patienceMs);
  }

  test('is in every place before, and in none afterwards', async () => {
    const [website, till] = [await tenant.connect('website', place()), await tenant.connect('till', place())];
    const printer = await tenant.connect('printer', place());
    kitchen = await startReceiver(printer.client_secret, () => true);
    await ok(till.call, 'POST /callback', { url: null, events: everything });
    await ok(printer.call, 'POST /callback', { url: kitchen.url, events: everything });
    const customer = await aCustomer(website);
    await ok(website.call, `PATCH ${customer.path}`, { city: 'Lyon' });
    const byId = await ok(website.call, 'POST /location/orders', anOrder({ customer_id: customer.id }));
    const named = { customer_list_id: customer.list, customer_private_ref: 'ada' };
    const byRef = await ok(website.call, 'POST /location/orders', anOrder(named));
    await ok(website.call, `POST /location/orders/${byRef.id}/delivery`, { carrier: 'bike', status: 'pending' });
    await ok(website.call, `PATCH /location/orders/${byId.id}`, { status: 'accepted' });
    await eventually(async () => (await till.call('GET /callback/events')).body.length >= 6, patienceMs);
    await rejectedMessage(byId);
    await dropSome(printer.id);
    const parkedIn = hub.bus === 'direct' ? 'orders.outbox' : 'events.outbox';
    expect(tables(await rowsHolding(hub.database_url, customer.secrets))).toEqual(
      ['customers.customers', 'events.changes', 'orders.orders', parkedIn].sort(),
    );

    expect(await ok(website.call, `POST ${customer.path}/anonymise`)).toEqual({});
    await expectAnonymised([customer]);
    const events = await ok(till.call, 'GET /callback/events?count=100');
    expect(events.length).toBeGreaterThanOrEqual(9);
    const orders = await ok(website.call, `GET /location/orders?customer_id=${customer.id}`);
    expect(orders).toMatchObject(Array(2).fill({ customer: { id: customer.id, anonymised: true, city: 'Lyon' } }));
  }, 360_000);

  const typesListed = async ({ call }: Connected): Promise<string[]> => {
    const events: { resource_type: string; event_type: string }[] = await ok(call, 'GET /callback/events?count=100');
    return events.map(({ resource_type, event_type }) => `${resource_type}.${event_type}`).sort();
  };
  const untilListed = (connection: Connected, types: string[]) =>
    eventually(async () => (await typesListed(connection)).join() === types.join(), patienceMs);

  test('makes events, but none for the client that anonymised (docs/api/events.md#receivers)', async () => {
    const [website, till] = [await tenant.connect('website', place()), await tenant.connect('till', place())];
    const headOffice = await tenant.connectClient(website, { account_id: tenant.account_id });
    for (const { call } of [website, headOffice, till]) {
      await ok(call, 'POST /callback', { url: null, events: everything });
    }
    const customer = await aCustomer(till);
    await ok(till.call, 'POST /location/orders', anOrder({ customer_id: customer.id }));
    const earlier = ['customer.create', 'customer.update', 'order.create'];
    for (const connection of [website, headOffice]) await untilListed(connection, earlier);
    await ok(website.call, `POST ${customer.path}/anonymise`);
    await untilListed(till, ['customer.update', 'order.update']);
    for (const connection of [website, headOffice]) expect(await typesListed(connection)).toEqual(earlier);
  }, 360_000);

  test('of a deleted list is in no place either; the orders make events for others', async () => {
    const [website, till] = [await tenant.connect('website', place()), await tenant.connect('till', place())];
    for (const { call } of [website, till]) await ok(call, 'POST /callback', { url: null, events: everything });
    const customer = await aCustomer(website);
    const order = await ok(website.call, 'POST /location/orders', anOrder({ customer_id: customer.id }));
    await ok(website.call, `PATCH /location/orders/${order.id}`, { status: 'accepted' });
    const earlier = ['customer.create', 'customer.update', 'order.create', 'order.update'];
    await untilListed(till, earlier);
    expect(await ok(website.call, `DELETE /customer_lists/${customer.list}`)).toEqual({});
    await expectAnonymised([customer]);
    await untilListed(till, [...earlier, 'order.update']);
    expect(await typesListed(website)).toEqual([]);
    expect(await ok(website.call, `GET /location/orders/${order.id}`)).toMatchObject({
      customer: { id: customer.id, anonymised: true, email: null, city: null },
    });
  }, 360_000);

  test('also leaves concurrent orders and their events', async () => {
    const till = await tenant.connect('till of the race', place());
    await ok(till.call, 'POST /callback', { url: null, events: everything });
    const customers = [];
    for (let round = 0; round < 3; round += 1) {
      const website = await tenant.connect('website', place());
      const customer = await aCustomer(website);
      customers.push(customer);
      const named = { customer_list_id: customer.list, customer_private_ref: 'ada' };
      const orders = Array.from({ length: 200 }, (_, n) => anOrder(n % 2 ? { customer_id: customer.id } : named));
      let placed = 0;
      let anonymising: Promise<unknown> | undefined;
      const placeOrders = async () => {
        for (let order = orders.pop(); order; order = orders.pop()) {
          await ok(website.call, 'POST /location/orders', order);
          if (++placed === 30 * (round + 1)) anonymising = ok(website.call, `POST ${customer.path}/anonymise`);
        }
      };
      await Promise.all(Array.from({ length: 12 }, placeOrders));
      await anonymising;
    }
    await expectAnonymised(customers);
    for (const { id } of customers) {
      const { rows } = await db.query(
        'select count(*)::int as n, bool_and(customer_anonymised) as all_done from orders.orders where customer_id = $1',
        [id],
      );
      expect(rows).toEqual([{ n: 200, all_done: true }]);
    }
  }, 360_000);
});
