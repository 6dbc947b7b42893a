/** The customer of an order (docs/api/orders.md#customers). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { aCustomer, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
  const known = { customer: aCustomer('c1'), private_refs: { [as.client_id]: 'mine', other: 'theirs' } };
  orders.customers.known.set('c1', known).set('list1/P-1', known);
});
afterEach(() => void (orders.customers.isUnavailable = false));
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const create = (body: unknown) => orders.call(`POST ${path}`, { as, body });
const stored = async () => (await orders.db.query('select count(*)::int as n from orders')).rows[0].n;

const ways = {
  id: { customer_id: 'c1' },
  list: { customer_list_id: 'list1' },
  ref: { customer_private_ref: 'P-1' },
  guest: { customer: { first_name: 'Bob' } },
};

describe('the ways to name a customer', () => {
  test.each([
    ['customer_id', ways.id],
    ['customer_list_id and customer_private_ref', { ...ways.list, ...ways.ref }],
  ])("%s: the customer is shown as recorded, with the calling client's private ref", async (_way, names) => {
    const { status, body } = await create(anOrder(names));
    expect(status).toBe(200);
    expect(body.customer).toEqual({ ...aCustomer('c1'), private_ref: 'mine' });
    expect(body.customer_id).toBeUndefined();
    const other = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
    const seen = await orders.call(`GET ${path}/${body.id}`, { as: other });
    expect(seen.body.customer.private_ref).toBeNull();
  });

  test('the order keeps the values recorded at creation', async () => {
    orders.customers.known.set('c2', { customer: aCustomer('c2'), private_refs: null });
    const { body } = await create(anOrder({ customer_id: 'c2' }));
    orders.customers.known.set('c2', { customer: aCustomer('c2', { first_name: 'Eve' }), private_refs: null });
    expect((await orders.call(`GET ${path}/${body.id}`, { as })).body.customer.first_name).toBe('Ada');
  });

  test('adds an attached order to its customer, with total and loyalty operations', async () => {
    const operation = { ref: 'CARD', name: null, delta: '3', reason: null };
    const { body } = await create(anOrder({ ...ways.id, loyalty_operations: [operation] }));
    expect(orders.customers.attached.find(({ order_id }: any) => order_id === body.id)).toMatchObject({
      account_id: as.account?.id,
      location_id: as.location_id,
      customer_id: 'c1',
      total: '9.80 EUR',
      created_at: body.created_at,
      loyalty_operations: [operation],
    });
  });

  const combined = 'customer_id';
  test.each([
    ['id + list', { ...ways.id, ...ways.list }, combined],
    ['id + ref', { ...ways.id, ...ways.ref }, combined],
    ['id + list + ref', { ...ways.id, ...ways.list, ...ways.ref }, combined],
    ['id + guest', { ...ways.id, ...ways.guest }, combined],
    ['everything', { ...ways.id, ...ways.list, ...ways.ref, ...ways.guest }, combined],
    ['list + ref + guest', { ...ways.list, ...ways.ref, ...ways.guest }, 'customer'],
    ['list + guest', { ...ways.list, ...ways.guest }, 'customer'],
    ['ref + guest', { ...ways.ref, ...ways.guest }, 'customer'],
    ['id + empty guest', { ...ways.id, customer: {} }, combined],
    ['list alone', ways.list, 'customer_private_ref'],
    ['ref alone', ways.ref, 'customer_list_id'],
    ['an id that no customer has', { customer_id: 'nobody' }, 'customer_id'],
    ['an empty id', { customer_id: '' }, 'customer_id'],
    ['an unknown ref', { customer_list_id: 'list1', customer_private_ref: 'P-2' }, 'customer_private_ref'],
    ['a ref of another list', { customer_list_id: 'list2', customer_private_ref: 'P-1' }, 'customer_private_ref'],
    ['an empty list and ref', { customer_list_id: '', customer_private_ref: '' }, 'customer_private_ref'],
    ['an id that is a number', { customer_id: 1 }, 'customer_id'],
  ])('%s: 422, and nothing is stored', async (_case, names, field) => {
    const before = await stored();
    const { status, body } = await create(anOrder(names));
    expect([status, body.error_type, body.errors[0].field]).toEqual([422, 'unprocessable_entity', field]);
    expect(await stored()).toBe(before);
  });

  test('while the customers service is unavailable, its customers get 503 and nothing is stored; guests can order', async () => {
    orders.customers.isUnavailable = true;
    const before = await stored();
    const { status, body, headers } = await create(anOrder(ways.id));
    expect([status, body.error_type, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
    expect(await stored()).toBe(before);
    expect((await create(anOrder(ways.guest))).status).toBe(200);
    expect((await create(anOrder())).body.customer).toMatchObject({ id: null });
  });
});

describe('naming a customer needs customer_list.read or all_customer_lists.read', () => {
  const connection = (scope: string) =>
    aCaller({ account: as.account, location_id: as.location_id, location: as.location, scope });
  const named = [ways.id, { ...ways.list, ...ways.ref }];

  test.each(named)('without either: 403 that names them, before any look-up, for %j', async (names) => {
    const [before, asked] = [await stored(), orders.customers.asked.length];
    const caller = connection('location[orders.write]');
    const { status, body } = await orders.call(`POST ${path}`, { as: caller, body: anOrder(names) });
    expect([status, body.error_type]).toEqual([403, 'forbidden']);
    expect(body.message).toContain('only with customer_list.read or all_customer_lists.read');
    expect([await stored(), orders.customers.asked.length]).toEqual([before, asked]);
    expect((await orders.call(`POST ${path}`, { as: caller, body: anOrder(ways.guest) })).status).toBe(200);
  });

  test.each(['customer_list.read', 'customer_list.write', 'all_customer_lists.read', 'all_customer_lists.write'])(
    'with %s the customer is looked up',
    async (right) => {
      const caller = connection(`location[orders.write,${right}]`);
      for (const names of named) {
        expect((await orders.call(`POST ${path}`, { as: caller, body: anOrder(names) })).status).toBe(200);
      }
    },
  );
});

describe('guests', () => {
  const unset = {
    ...Object.fromEntries(Object.keys(aCustomer('any')).map((name) => [name, null])),
    ...{ anonymised: false, sms_marketing: false, email_marketing: false, custom_fields: {}, loyalty_cards: [] },
  };

  test('a guest has every field of a customer, and the id null', async () => {
    const data = { first_name: 'Bob', latitude: '48.10', country: 'FR', sms_marketing: true };
    const { body } = await create(anOrder({ customer: { ...data, loyalty_cards: 'ignored' } }));
    expect(body.customer).toEqual({ ...unset, ...data });
  });

  test.each([{}, { customer: null }, { customer: {} }])(
    'customer is always an object: that of a guest without data has its fields unset, in the event too (%j)',
    async (who) => {
      const { body } = await create(anOrder(who));
      expect(body.customer).toEqual(unset);
      await orders.untilSent();
      const change = orders.changes().find(({ ids }) => ids['order_id'] === body.id);
      expect(change?.customer_id).toBeNull();
      expect(JSON.parse(change!.new_state!).customer).toEqual(unset);
    },
  );

  test('returns every field of a guest', async () => {
    const { id: _id, customer_list_id: _list, anonymised: _anonymised, private_ref: _ref, ...rest } = aCustomer('any');
    const { custom_fields: _fields, created_at: _at, nb_orders: _n, order_total: _total, ...more } = rest;
    const { first_order_date: _first, last_order_date: _last, loyalty_cards: _cards, ...guest } = more;
    expect(Object.keys(guest)).toHaveLength(19);
    expect((await create(anOrder({ customer: guest }))).body.customer).toMatchObject(guest);
  });

  test.each([
    ['gender', 'other'],
    ['birth_date', '2001-02-29'],
    ['birth_date', '2001-02-03T00:00:00Z'],
    ['country', 'fr'],
    ['country', 'FRA'],
    ['latitude', 'north'],
    ['longitude', '2,34'],
    ['sms_marketing', 'yes'],
    ['phone', 33612345678],
    ['email', {}],
  ])('%s cannot be %j', async (field, value) => {
    const { status, body } = await create(anOrder({ customer: { [field]: value } }));
    expect([status, body.errors[0].field]).toEqual([422, `customer.${field}`]);
  });

  test.each([{}, { customer: { first_name: 'Bob' } }])(
    'loyalty operations need a customer: refused with %j',
    async (who) => {
      const { status, body } = await create(anOrder({ ...who, loyalty_operations: [{ delta: '1' }] }));
      expect([status, body.errors[0].field]).toEqual([422, 'loyalty_operations']);
      expect((await create(anOrder({ ...who, loyalty_operations: [] }))).status).toBe(200);
    },
  );
});
