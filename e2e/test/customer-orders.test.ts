/** Orders of customers: order statistics and loyalty cards, at once and after a kill (docs/api/customers.md#orders-of-a-customer). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import { aTenant, type Connected } from '../src/tenant.ts';
import { processIdOf } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 30_000;

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
    const second = await place(anOrder('0.50 EUR', { ...named, loyalty_operations: [{ ...operation, delta: '-2' }] }));
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
    expect(await read()).toMatchObject({ nb_orders: 2, order_total: '10.00 EUR', loyalty_cards: [{ balance: '2.0' }] });
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
