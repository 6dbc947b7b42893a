import { randomBytes, randomInt } from 'node:crypto';
import { describe, afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import pg from 'pg';
import type { Call } from '../src/call-api.ts';
import { type Receiver, startReceiver } from '../src/receiver.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { countMessages, linesHolding, rowsHolding } from '../src/traces.ts';
import { processIdOf } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';

/** Orders of customers: order statistics and loyalty cards, at once and after a kill (docs/api/customers.md#orders-of-a-customer). */
describe('customers and their orders', () => {
  const patienceMs = 60_000;

  const anOrder = (price: string, overrides: object = {}) => ({
    status: 'new',
    items: [{ product_name: 'Margherita', price, quantity: '1' }],
    ...overrides,
  });

  overEveryBus('an order of a customer', (hub) => {
    let website: Connected;
    let till: Connected;
    let customer: any;
    let path: string;
    const database = new pg.Client({ connectionString: hub.database_url });

    const read = async () => (await website.call(`GET ${path}`)).body;
    const place = async (body: object) => {
      const answer = await website.call('POST /location/orders', { body });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    /** Waits until the customer has these values. */
    const becomes = (expected: Record<string, unknown>) =>
      eventually(async () => {
        const now = await read();
        return Object.entries(expected).every(([name, value]) => now[name] === value) && now;
      }, patienceMs);

    beforeAll(async () => {
      await database.connect();
      const { connect, location_ids } = await aTenant(hub);
      const [location_id] = location_ids;
      website = await connect('website', { location_id });
      till = await connect('till', { location_id });
    });
    beforeEach(async () => {
      const list = await website.call('POST /location/customer_lists', { body: { name: `Guests ${Date.now()}` } });
      const customers = `/customer_lists/${list.body.id}/customers`;
      const body = { first_name: 'Ada', private_ref: `guest-${Date.now()}`, custom_fields: { vip: true } };
      ({ body: customer } = await website.call(`POST ${customers}`, { body }));
      path = `${customers}/${customer.id}`;
    });
    afterAll(() => database.end());

    test('counts at once: the answer shows the customer before the order, the customer shows the order', async () => {
      const operation = { ref: 'CARD', name: 'Gold', delta: '12.5', reason: null };
      const order = await place(
        anOrder('9.50 EUR', { customer_id: customer.id, loyalty_operations: [operation, { delta: '1' }] }),
      );
      expect(order.customer).toEqual(customer);
      expect(await read()).toMatchObject({
        nb_orders: 1,
        order_total: '9.50 EUR',
        first_order_date: order.created_at,
        last_order_date: order.created_at,
        loyalty_cards: [
          { ref: 'CARD', name: 'Gold', balance: '12.5' },
          { ref: null, balance: '1.0' },
        ],
      });
      const { customer_list_id, private_ref } = customer;
      const named = { customer_list_id, customer_private_ref: private_ref };
      const second = await place(
        anOrder('0.50 EUR', { ...named, loyalty_operations: [{ ...operation, delta: '-2' }] }),
      );
      expect(second.customer).toMatchObject({ id: customer.id, private_ref, nb_orders: 1, order_total: '9.50 EUR' });
      expect(await read()).toMatchObject({ nb_orders: 2, order_total: '10.00 EUR' });
      expect((await read()).loyalty_cards[0].balance).toBe('10.5');
      const asTill = await till.call(`GET /location/orders/${second.id}`);
      expect(asTill.body.customer.private_ref).toBeNull();
    });

    test('sends one customer.update to the other clients', async () => {
      await till.call('POST /callback', { body: { url: null, events: { customer: ['update'] } } });
      await website.call('POST /callback', { body: { url: null, events: { customer: ['update'] } } });
      await place(anOrder('9.50 EUR', { customer_id: customer.id, loyalty_operations: [{ delta: '1' }] }));
      await place(anOrder('1.00 EUR', { customer_id: customer.id }));
      const eventsOf = async ({ call }: Connected) =>
        (await call('GET /callback/events')).body.filter((event: any) => event.customer_id === customer.id);
      const listed = await eventually(async () => {
        const events = await eventsOf(till);
        return events.length >= 2 && events;
      }, patienceMs);
      expect(listed).toHaveLength(2);
      const { body: event } = await till.call(`GET /callback/events/${listed[0].id}`);
      expect(event).toMatchObject({ previous_state: { nb_orders: 0 }, new_state: { nb_orders: 1, private_ref: null } });
      expect(await eventsOf(website)).toEqual([]);
    });

    test('changes the total when its items change', async () => {
      const order = await place(anOrder('9.50 EUR', { customer_id: customer.id }));
      const items = [{ product_name: 'Tiramisu', price: '4.50 EUR', quantity: '2' }];
      await till.call(`PATCH /location/orders/${order.id}`, { body: { items } });
      await becomes({ order_total: '18.50 EUR', nb_orders: 1 });
      await till.call(`PATCH /location/orders/${order.id}`, {
        body: { items: [{ id: order.items[0].id, deleted: true }] },
      });
      await becomes({ order_total: '9.00 EUR', nb_orders: 1 });
    });

    test('is refused with 422 when the client may not see its customer, and nothing is stored', async () => {
      const { connect, location_ids } = await aTenant(hub);
      const stranger = await connect('stranger', { location_id: location_ids[0] });
      for (const customer_id of [customer.id, 'nobody']) {
        const { status, body } = await stranger.call('POST /location/orders', {
          body: anOrder('1.00 EUR', { customer_id }),
        });
        expect([status, body.errors[0].field]).toEqual([422, 'customer_id']);
      }
      expect((await stranger.call('GET /location/orders')).body).toEqual([]);
    });

    const killCustomers = () => process.kill(processIdOf(hub, 'customers'), 'SIGKILL');
    /** The number of statements of the customers service that wait for a lock. */
    const isWaiting = async () => {
      const { rows } = await database.query(
        `select from pg_stat_activity
       where datname = current_database() and application_name = 'customers' and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };

    test('counts once when the customers service is killed while it adds the order', async () => {
      await database.query('begin');
      await database.query('select from customers.customers where id = $1 for update', [customer.id]);
      const placing = place(anOrder('9.50 EUR', { customer_id: customer.id, loyalty_operations: [{ delta: '3' }] }));
      await eventually(isWaiting, patienceMs);
      killCustomers();
      const order = await placing;
      await database.query('rollback');
      expect(order.customer.nb_orders).toBe(0);
      const { loyalty_cards } = await eventually(async () => {
        const answer = await website.call(`GET ${path}`);
        return answer.status === 200 && answer.body.nb_orders > 0 && answer.body;
      }, patienceMs);
      expect(loyalty_cards).toMatchObject([{ ref: null, balance: '3.0' }]);
      await place(anOrder('0.50 EUR', { customer_id: customer.id, loyalty_operations: [{ delta: '-1' }] }));
      expect(await read()).toMatchObject({
        nb_orders: 2,
        order_total: '10.00 EUR',
        loyalty_cards: [{ balance: '2.0' }],
      });
    });

    test('is refused with 503 while the customers service is unavailable; orders of guests are accepted', async () => {
      const before = (await website.call('GET /location/orders')).body.length;
      killCustomers();
      const [named, guest] = await Promise.all([
        website.call('POST /location/orders', { body: anOrder('1.00 EUR', { customer_id: customer.id }) }),
        website.call('POST /location/orders', { body: anOrder('1.00 EUR', { customer: { first_name: 'Bob' } }) }),
      ]);
      expect([named.status, named.body.error_type]).toEqual([503, 'service_unavailable']);
      expect(guest.status).toBe(200);
      expect((await website.call('GET /location/orders')).body).toHaveLength(before + 1);
      await eventually(async () => (await website.call(`GET ${path}`)).status === 200, patienceMs);
      expect(await read()).toMatchObject({ nb_orders: 0 });
    });
  });
});

/** Nothing in the hub holds personal data of an anonymised customer (docs/api/customers.md#anonymisation). */
describe('anonymisation', () => {
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
      kitchen = await startReceiver(printer.client_secret, () => true, { echoes: true });
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
        ['customers.customers', 'events.changes', 'events.logged_attempts', 'orders.orders', parkedIn].sort(),
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

    test('of a deleted list is in no place either, and no resource makes an event', async () => {
      const [website, till] = [await tenant.connect('website', place()), await tenant.connect('till', place())];
      for (const { call } of [website, till]) await ok(call, 'POST /callback', { url: null, events: everything });
      const customer = await aCustomer(website);
      const order = await ok(website.call, 'POST /location/orders', anOrder({ customer_id: customer.id }));
      await ok(website.call, `PATCH /location/orders/${order.id}`, { status: 'accepted' });
      const earlier = ['customer.create', 'customer.update', 'order.create', 'order.update'];
      await untilListed(till, earlier);
      expect(await ok(website.call, `DELETE /customer_lists/${customer.list}`)).toEqual({});
      await expectAnonymised([customer]);
      // Orders of a location stay in order: an event of the deletion would come before this one.
      await ok(website.call, 'POST /location/orders', anOrder({}));
      await untilListed(till, [...earlier.slice(0, 3), 'order.create', 'order.update']);
      expect(await typesListed(website)).toEqual([]);
      for (const { id } of await ok(till.call, 'GET /callback/events?count=100')) {
        const { new_state: state } = await ok(till.call, `GET /callback/events/${id}`);
        if ((state.customer ?? state).id === customer.id)
          expect(state.customer ?? state).toMatchObject({ anonymised: true, email: null });
      }
      expect(await ok(website.call, `GET /location/orders/${order.id}`)).toMatchObject({
        customer: { id: customer.id, anonymised: true, email: null, city: null },
      });
    }, 360_000);

    test('also leaves concurrent orders and their events', async () => {
      const till = await tenant.connect('till of the race', place());
      const [rounds, count] = [sized(1, 3), sized(60, 200)];
      await ok(till.call, 'POST /callback', { url: null, events: everything });
      const customers = [];
      for (let round = 0; round < rounds; round += 1) {
        const website = await tenant.connect('website', place());
        const customer = await aCustomer(website);
        customers.push(customer);
        const named = { customer_list_id: customer.list, customer_private_ref: 'ada' };
        const orders = Array.from({ length: count }, (_, n) => anOrder(n % 2 ? { customer_id: customer.id } : named));
        let placed = 0;
        let anonymising: Promise<unknown> | undefined;
        const placeOrders = async () => {
          for (let order = orders.pop(); order; order = orders.pop()) {
            const body = order;
            // 503: nothing has changed, and on a busy machine the customers service may be slow.
            const { status } = await eventually(async () => {
              const answer = await website.call('POST /location/orders', { body });
              return answer.status !== 503 && answer;
            });
            expect(status).toBe(200);
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
        expect(rows).toEqual([{ n: count, all_done: true }]);
      }
    }, 360_000);
  });
});
