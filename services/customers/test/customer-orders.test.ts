import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { transaction } from '@order-hub/shared/database';
import { newId, timeOfId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { formatTime } from '@order-hub/shared/times';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { messageOf } from '@order-hub/testing/service';
import { addReceivedOrders } from '../src/customer-orders/add-received-orders.consumer.ts';
import { aCustomerOf, createAccountList, createCustomer, type TestCustomer } from './builders.ts';
import { aMember, type Member } from './loyalty-builders.ts';
import { anOperation, anOrderOf } from './order-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Orders count for their customer, each exactly once (docs/api/customers.md#orders-of-a-customer). */
describe('orders of a customer', () => {
  let customer: TestCustomer;
  beforeEach(async () => {
    customer = await aCustomerOf(customers, aCaller());
  });

  const call = (orders: CustomerOrder[], from: ServiceName = 'orders') =>
    customers.call('POST /internal/customer-orders', { internal: 'customers', from, body: { orders } });

  const add = async (...orders: CustomerOrder[]) => expect((await call(orders)).status).toBe(200);

  const messageFor = (order: CustomerOrder) => messageOf('customer.order', order.customer_id, order);

  const send = async (...orders: CustomerOrder[]) =>
    expect(await customers.send(...orders.map(messageFor))).toEqual([]);

  const updatesOf = async ({ customer_id }: TestCustomer) => {
    await eventually(async () => (await customers.db.query('select from outbox')).rowCount === 0);
    return customers.changes().filter((change) => change.customer_id === customer_id && change.event_type === 'update');
  };

  const operationsOf = async ({ customer_id }: TestCustomer) =>
    (
      await customers.db.query(
        `select delta, new_balance, reason, order_id, order_location_id from loyalty_operations
       where customer_id = $1 order by id`,
        [customer_id],
      )
    ).rows;

  const ways = [
    ['sent by a call', add],
    ['sent by a message', send],
  ] as const;

  describe.each(ways)('an order %s', (_way, deliver) => {
    test('counts: number, total and dates, with one customer.update by its client', async () => {
      const before = await customer.read();
      expect(before).toMatchObject({ nb_orders: 0, order_total: '0.00 EUR', first_order_date: null });
      const order = anOrderOf(customer, { total: '12.30 EUR', client_id: 'website' });
      await deliver(order);
      const after = await customer.read();
      const at = { first_order_date: order.created_at, last_order_date: order.created_at };
      expect(after).toEqual({ ...before, nb_orders: 1, order_total: '12.30 EUR', ...at });
      const [update, ...more] = await updatesOf(customer);
      expect(more).toEqual([]);
      expect(update?.client_id).toBe('website');
      expect(JSON.parse(update?.previous_state ?? '')).toEqual(before);
      expect(JSON.parse(update?.new_state ?? '')).toEqual(after);
    });

    test('with loyalty operations makes one customer.update too', async () => {
      const loyalty_operations = [anOperation('1'), anOperation('2', { ref: 'A' }), anOperation('-0.5', { ref: 'A' })];
      await deliver(anOrderOf(customer, { loyalty_operations }));
      expect(await updatesOf(customer)).toHaveLength(1);
      expect((await customer.read()).loyalty_cards).toMatchObject([
        { ref: null, balance: '1.0' },
        { ref: 'A', balance: '1.5' },
      ]);
    });

    test('of an unknown customer, an unknown list or another account changes nothing', async () => {
      const before = await customer.read();
      await deliver(anOrderOf(customer, { customer_id: 'unknown' }));
      await deliver(anOrderOf(customer, { customer_list_id: 'unknown' }));
      await deliver(anOrderOf({ ...customer, as: aCaller() }));
      expect(await customer.read()).toEqual(before);
      await deliver(anOrderOf(customer));
      expect((await customer.read()).nb_orders).toBe(1);
    });

    test('of a deleted list changes nothing', async () => {
      await customers.call(`DELETE /customer_lists/${customer.customer_list_id}`, { as: customer.as });
      await deliver(anOrderOf(customer, { loyalty_operations: [anOperation('1')] }));
      expect(await updatesOf(customer)).toEqual([]);
      expect(await operationsOf(customer)).toEqual([]);
    });

    test('of an anonymised customer counts', async () => {
      await customers.db.query('update customers set anonymised = true where id = $1', [customer.customer_id]);
      await deliver(anOrderOf(customer, { loyalty_operations: [anOperation('7')] }));
      const { nb_orders, anonymised, loyalty_cards } = await customer.read();
      expect([nb_orders, anonymised, loyalty_cards]).toMatchObject([1, true, [{ balance: '7.0' }]]);
    });
  });

  test('the total is exact, in the currency of the list', async () => {
    const account = { id: 'pounds', currency: 'GBP' };
    const british = await aCustomerOf(customers, aCaller({ account }));
    for (const total of ['0.10 GBP', '0.20 GBP', '-0.05 GBP', '999999999999999999999999.99 GBP']) {
      await add(anOrderOf(british, { total }));
    }
    expect(await british.read()).toMatchObject({ nb_orders: 4, order_total: '1000000000000000000000000.24 GBP' });
  });

  test('the dates are those of the oldest and the newest order, whichever arrives first', async () => {
    for (const hour of ['12', '08', '20', '10']) {
      await add(anOrderOf(customer, { created_at: `2026-03-01T${hour}:00:00+01:00` }));
    }
    expect(await customer.read()).toMatchObject({
      first_order_date: '2026-03-01T08:00:00+01:00',
      last_order_date: '2026-03-01T20:00:00+01:00',
    });
  });

  describe('a total that changes', () => {
    test.each([
      ['up', '15.50 EUR'],
      ['down', '0.00 EUR'],
      ['below zero', '-3.20 EUR'],
    ])('%s changes the sum', async (_direction, total) => {
      const order = anOrderOf(customer, { loyalty_operations: [anOperation('5')] });
      await add(anOrderOf(customer, { total: '100.00 EUR' }));
      await add(order);
      await send({ ...order, total, total_version: 2, client_id: 'till' });
      const sums = { '15.50 EUR': '115.50 EUR', '0.00 EUR': '100.00 EUR', '-3.20 EUR': '96.80 EUR' };
      expect(await customer.read()).toMatchObject({
        nb_orders: 2,
        order_total: sums[total as keyof typeof sums],
        loyalty_cards: [{ balance: '5.0' }],
      });
      const updates = await updatesOf(customer);
      expect(updates.map(({ client_id }) => client_id)).toEqual([customer.as.client_id, customer.as.client_id, 'till']);
    });

    test('is not undone by an older one that arrives later', async () => {
      const order = anOrderOf(customer, { loyalty_operations: [anOperation('5')] });
      const newer = { ...order, total: '20.00 EUR', total_version: 2 };
      const newest = { ...order, total: '5.00 EUR', total_version: 4 };
      await send(newest, order);
      await add(order);
      await send(newer, newest);
      expect(await customer.read()).toMatchObject({
        nb_orders: 1,
        order_total: '5.00 EUR',
        loyalty_cards: [{ balance: '5.0' }],
      });
      expect(await updatesOf(customer)).toHaveLength(1);
    });
  });

  describe('counts once', () => {
    const loyalty_operations = [anOperation('3', { ref: 'A' })];
    const expectOnce = async () => {
      expect(await customer.read()).toMatchObject({
        nb_orders: 1,
        order_total: '10.00 EUR',
        loyalty_cards: [{ ref: 'A', balance: '3.0' }],
      });
      expect(await operationsOf(customer)).toHaveLength(1);
      expect(await updatesOf(customer)).toHaveLength(1);
    };

    test('when a message is delivered three times', async () => {
      const message = messageFor(anOrderOf(customer, { loyalty_operations }));
      for (let count = 0; count < 3; count += 1) expect(await customers.send(message)).toEqual([]);
      await expectOnce();
    });

    test('when three messages hold the same order, in one batch and in another', async () => {
      const order = anOrderOf(customer, { loyalty_operations });
      await send(order, order);
      await send(order);
      await expectOnce();
    });

    test('when 50 calls and 5 messages come at once', async () => {
      const order = anOrderOf(customer, { loyalty_operations });
      await Promise.all([
        ...Array.from({ length: 25 }, () => add(order)),
        ...Array.from({ length: 5 }, () => send(order)),
        ...Array.from({ length: 25 }, () => add(order)),
      ]);
      await expectOnce();
    });

    test('when a call is followed by its message', async () => {
      const order = anOrderOf(customer, { loyalty_operations });
      await add(order);
      await send(order);
      await expectOnce();
    });

    test('when a message is followed by its call', async () => {
      const order = anOrderOf(customer, { loyalty_operations });
      await send(order);
      await add(order);
      await expectOnce();
    });

    test('after a failure in the middle, which leaves nothing behind', async () => {
      const order = anOrderOf(customer, { loyalty_operations });
      await customers.db.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused by the test'; end $$;
      create trigger refuse before insert on loyalty_operations for each statement execute function refuse()`);
      expect((await call([order])).status).toBe(500);
      const failed = await customers.send(messageFor(order), messageFor(anOrderOf(customer)));
      expect(failed).toEqual([{ id: expect.any(String), reason: expect.stringContaining('refused by the test') }]);
      await customers.db.query('drop trigger refuse on loyalty_operations; drop function refuse');
      expect(await customer.read()).toMatchObject({ nb_orders: 1, order_total: '10.00 EUR', loyalty_cards: [] });
      await add(order);
      expect(await customer.read()).toMatchObject({ nb_orders: 2, loyalty_cards: [{ balance: '3.0' }] });
    });
  });

  describe('loyalty operations of an order', () => {
    test('find the card by ref, or create it; a name renames it', async () => {
      const steps = [
        [[anOperation('10', { ref: 'A' })], [{ ref: 'A', name: null, balance: '10.0' }]],
        [[anOperation('-2.50', { ref: 'A', name: 'Gold' })], [{ ref: 'A', name: 'Gold', balance: '7.5' }]],
        [[anOperation('1', { ref: 'A', name: null })], [{ ref: 'A', name: 'Gold', balance: '8.5' }]],
        [
          [anOperation('4', { name: 'Points' }), anOperation('-8.5', { ref: 'A' })],
          [
            { ref: 'A', name: 'Gold', balance: '0.0' },
            { ref: null, name: 'Points', balance: '4.0' },
          ],
        ],
      ] as const;
      for (const [loyalty_operations, cards] of steps) {
        await add(anOrderOf(customer, { loyalty_operations: [...loyalty_operations] }));
        expect((await customer.read()).loyalty_cards).toMatchObject(cards);
      }
    });

    test('are stored in sequence, with the order they belong to', async () => {
      const order = anOrderOf(customer, {
        loyalty_operations: [anOperation('10', { reason: 'welcome' }), anOperation('-4'), anOperation('0.25')],
      });
      await add(order);
      const of = { order_id: order.order_id, order_location_id: order.location_id };
      expect(await operationsOf(customer)).toEqual([
        { delta: '10', new_balance: '10', reason: 'welcome', ...of },
        { delta: '-4', new_balance: '6', reason: null, ...of },
        { delta: '0.25', new_balance: '6.25', reason: null, ...of },
      ]);
    });

    test('of 50 concurrent orders all count', async () => {
      const loyalty_operations = [anOperation('1.5', { ref: 'A' })];
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const order = anOrderOf(customer, { loyalty_operations });
          return index % 2 ? add(order) : send(order);
        }),
      );
      expect(await customer.read()).toMatchObject({
        nb_orders: 50,
        order_total: '500.00 EUR',
        loyalty_cards: [{ ref: 'A', balance: '75.0' }],
      });
      expect(await updatesOf(customer)).toHaveLength(50);
    });
  });

  describe('a batch', () => {
    test.each(ways)('of many customers, some of them twice, counts for each, %s', async (_way, deliver) => {
      const many = [customer];
      while (many.length < sized(20, 60)) many.push(await createCustomer(customers, customer));
      const twice = many.slice(0, many.length / 2);
      await deliver(...[...many, ...twice].map((each) => anOrderOf(each, { loyalty_operations: [anOperation('1')] })));
      for (const each of many) {
        const count = twice.includes(each) ? 2 : 1;
        const loyalty_cards = [{ balance: `${count}.0` }];
        expect(await each.read()).toMatchObject({ nb_orders: count, order_total: `${count}0.00 EUR`, loyalty_cards });
        expect(await updatesOf(each)).toHaveLength(count);
      }
    });

    test('does not deadlock with another batch of the same customers in reverse', async () => {
      const many = [customer];
      while (many.length < sized(10, 30)) many.push(await createCustomer(customers, customer));
      const deps = { relay: { wake: () => undefined }, now: () => new Date() };
      const handle = addReceivedOrders.handle as unknown as (
        messages: object[],
        deps: object,
        trx: object,
      ) => Promise<void>;
      const handled = (those: readonly TestCustomer[]) =>
        transaction(customers.db, (trx) =>
          handle(
            those.map((each) => messageFor(anOrderOf(each))),
            deps,
            trx,
          ),
        );
      for (let round = 0; round < 3; round += 1) await Promise.all([handled(many), handled(many.toReversed())]);
      for (const each of many) expect((await each.read()).nb_orders).toBe(6);
    });
  });

  test('only orders may call: 401', async () => {
    const answer = await call([anOrderOf(customer)], 'gateway');
    expect([answer.status, answer.body.error_type]).toEqual([401, 'unauthorized']);
    expect((await customer.read()).nb_orders).toBe(0);
  });
});

/** The customer that an order names, for callers that may see it (docs/api/orders.md#customers). */
describe('the customer of an order', () => {
  let customer: TestCustomer;

  const as = aCaller();

  beforeAll(async () => {
    customer = await aCustomerOf(customers, as, {
      first_name: 'Ada',
      private_ref: 'A-1',
      custom_fields: { vip: true },
    });
  });

  const callerOf = ({ account, client_id, location_id, customer_list_id, scope }: TestCaller) => ({
    ...{ account_id: account?.id ?? '', client_id, location_id, customer_list_id, scope },
  });

  const askFor = (asked: object[], from: ServiceName = 'orders') =>
    customers.call('POST /internal/order-customers', { internal: 'customers', from, body: { asked } });

  const lookUp = async (caller: TestCaller, name: object) => {
    const { status, body } = await askFor([{ caller: callerOf(caller), ...name }]);
    expect([status, body.found.length]).toEqual([200, 1]);
    return body.found[0];
  };

  const byId = () => ({ customer_id: customer.customer_id });

  const byRef = () => ({ customer_list_id: customer.customer_list_id, private_ref: 'A-1' });

  const sibling = (overrides: Partial<TestCaller> = {}) => aCaller({ account: as.account, ...overrides });

  describe('is found', () => {
    test.each([
      ['id', byId],
      ['list and private ref', byRef],
    ])('by %s: as it is now, with its private refs', async (_name, name) => {
      const found = await lookUp(as, name());
      expect(found.customer).toEqual({ ...(await customer.read()), private_ref: null });
      expect(found.private_refs).toEqual({ [as.client_id]: 'A-1' });
    });

    test('with its order statistics and cards', async () => {
      const other = await aCustomerOf(customers, as);
      const order = anOrderOf(other, { loyalty_operations: [anOperation('2.5', { ref: 'A' })] });
      const body = { orders: [order] };
      await customers.call('POST /internal/customer-orders', { internal: 'customers', from: 'orders', body });
      expect(await lookUp(as, { customer_id: other.customer_id })).toMatchObject({
        customer: { nb_orders: 1, order_total: '10.00 EUR', loyalty_cards: [{ ref: 'A', balance: '2.5' }] },
        private_refs: {},
      });
    });

    test('by the private ref of its own client only, with those of all clients', async () => {
      const other = sibling({ location_id: as.location_id, location: as.location });
      await customers.call(`PATCH ${customer.path}`, { as: other, body: { private_ref: 'B-2' } });
      const theirs = { customer_list_id: customer.customer_list_id, private_ref: 'B-2' };
      const refs = { [as.client_id]: 'A-1', [other.client_id]: 'B-2' };
      expect((await lookUp(other, theirs)).private_refs).toEqual(refs);
      expect(await lookUp(as, theirs)).toBeNull();
      expect(await lookUp(other, byRef())).toBeNull();
    });
  });

  describe('depends on the caller', () => {
    const here = () => ({ location_id: as.location_id, location: as.location });
    const bound = () => ({ customer_list_id: customer.customer_list_id });
    test.each<[string, () => Partial<TestCaller>, boolean]>([
      ['all lists, here', () => ({ ...here(), scope: 'location[orders.write,all_customer_lists.read]' }), true],
      ['all lists, elsewhere', () => ({ scope: 'location[orders.write,all_customer_lists.read]' }), false],
      ['all lists of the account', () => ({ location_id: null, scope: 'account[all_customer_lists.read]' }), true],
      ['the list, here', () => ({ ...here(), ...bound(), scope: 'location[customer_list.read]' }), true],
      ['the list, elsewhere', () => ({ ...bound(), scope: 'location[customer_list.read]' }), false],
      [
        'the list, as the account',
        () => ({ location_id: null, ...bound(), scope: 'account[customer_list.write]' }),
        true,
      ],
      ['another list', () => ({ ...here(), customer_list_id: 'other', scope: 'location[customer_list.read]' }), false],
      ['no list', () => ({ ...here(), scope: 'location[customer_list.write]' }), false],
      ['orders only', () => ({ ...here(), ...bound(), scope: 'location[orders.write]' }), false],
    ])('%s', async (_who, overrides, isFound) => {
      const caller = sibling({ client_id: as.client_id, ...overrides() });
      expect((await lookUp(caller, byId())) !== null).toBe(isFound);
      expect((await lookUp(caller, byRef())) !== null).toBe(isFound);
    });

    test('another account finds nothing by the same ids and refs', async () => {
      const stranger = { ...as, account: { id: 'other', currency: 'EUR' } };
      expect(await lookUp(stranger, byId())).toBeNull();
      expect(await lookUp(stranger, byRef())).toBeNull();
    });

    test('only orders may ask: 401', async () => {
      expect((await askFor([], 'gateway')).status).toBe(401);
    });
  });

  describe('depends on the location of the order', () => {
    const office = () => sibling({ location_id: null, location: null, scope: 'account[all_customer_lists.read]' });
    test.each([
      ['id', byId],
      ['list and private ref', byRef],
    ])('a list of another location is not found, by %s: it is visible only to that location', async (_way, name) => {
      const caller = { ...office(), client_id: as.client_id };
      expect(await lookUp(caller, { ...name(), location_id: 'elsewhere' })).toBeNull();
      expect(await lookUp(caller, { ...name(), location_id: as.location_id })).not.toBeNull();
    });

    test('a list of the account is found for an order of any location', async () => {
      const caller = sibling({ location_id: null, location: null });
      const customer_list_id = await createAccountList(customers, as);
      const shared = await createCustomer(customers, { as: caller, customer_list_id });
      const asked = { customer_id: shared.customer_id, location_id: 'anywhere' };
      expect(await lookUp(caller, asked)).toMatchObject({ customer: { id: shared.customer_id } });
    });

    test('the release before does not send it, and is answered as before', async () => {
      expect(await lookUp(office(), byId())).not.toBeNull();
    });
  });

  test('several questions are answered in order, each for its own caller', async () => {
    const second = await aCustomerOf(customers, as);
    const stranger = { ...as, account: { id: 'other', currency: 'EUR' } };
    const names = [{ customer_id: second.customer_id }, byRef(), { customer_id: 'unknown' }, byId(), byId()];
    const asked = names.map((name, at) => ({ caller: callerOf(at === 4 ? stranger : as), ...name }));
    const { found } = (await askFor(asked)).body;
    const ids = found.map((answer: any) => answer && answer.customer.id);
    expect(ids).toEqual([second.customer_id, customer.customer_id, null, customer.customer_id, null]);
  });

  describe('is not found', () => {
    test.each<[string, () => object]>([
      ['an unknown id', () => ({ customer_id: 'unknown' })],
      ['an empty id', () => ({ customer_id: '' })],
      ['an unknown ref', () => ({ ...byRef(), private_ref: 'A-2' })],
      ['a ref of another list', () => ({ ...byRef(), customer_list_id: 'other' })],
      ['a list without a ref', () => ({ customer_list_id: customer.customer_list_id })],
      ['a ref without a list', () => ({ private_ref: 'A-1' })],
      ['no name', () => ({})],
    ])('%s', async (_name, name) => {
      expect(await lookUp(as, name())).toBeNull();
    });

    test('a customer of a deleted list', async () => {
      const gone = await aCustomerOf(customers, as, { private_ref: 'G' });
      await customers.call(`DELETE /customer_lists/${gone.customer_list_id}`, { as });
      expect(await lookUp(as, { customer_id: gone.customer_id })).toBeNull();
      expect(await lookUp(as, { customer_list_id: gone.customer_list_id, private_ref: 'G' })).toBeNull();
    });
  });
});

/** The cards and operations of an order's loyalty operations (docs/api/orders.md#loyalty-operations). */
describe('loyalty operations of orders', () => {
  let member: Member;
  beforeEach(async () => {
    member = await aMember(customers);
  });

  /** Sends an order of the member with loyalty operations. */
  async function order(...loyalty_operations: ReturnType<typeof anOperation>[]) {
    const { as, list_id: customer_list_id, customer_id } = member;
    const sent = anOrderOf({ as, customer_list_id, customer_id }, { location_id: newId(), loyalty_operations });
    const body = { orders: [sent] };
    const route = 'POST /internal/customer-orders';
    expect((await customers.call(route, { internal: 'customers', from: 'orders', body })).status).toBe(200);
    return sent;
  }

  test.each([['C'], [null]])('creates the card with the ref %j when there is none, and finds it later', async (ref) => {
    await order(anOperation('1', { ref, name: 'Coffee' }));
    const [created] = await member.cards();
    expect(created).toEqual({ id: created.id, ref, name: 'Coffee', balance: '1.0' });
    await order(anOperation('2', { ref }));
    expect(await member.cards()).toEqual([{ ...created, balance: '3.0' }]);
    await order(anOperation('5', { ref: ref === null ? 'other' : null }));
    expect(await member.cards()).toMatchObject([{ ...created, balance: '3.0' }, { balance: '5.0' }]);
  });

  test('a name renames the card; null leaves its name', async () => {
    const card = await member.card({ ref: 'C', name: 'Coffee' });
    await order(anOperation('1', { ref: 'C' }));
    expect(await member.cards()).toEqual([{ id: card.id, ref: 'C', name: 'Coffee', balance: '1.0' }]);
    await order(anOperation('1', { ref: 'C', name: 'Tea' }));
    expect(await member.cards()).toEqual([{ id: card.id, ref: 'C', name: 'Tea', balance: '2.0' }]);
  });

  test('leaves the card of another customer with the same ref', async () => {
    const other = await aMember(customers);
    const { id } = await other.card({ ref: 'C' });
    await order(anOperation('1', { ref: 'C' }));
    expect(await other.cards()).toEqual([{ id, ref: 'C', name: null, balance: '0.0' }]);
    expect(await member.cards()).toMatchObject([{ ref: 'C', balance: '1.0' }]);
  });

  test('a customer with 100 cards gets no further one, and keeps those that it has', async () => {
    const refs = Array.from({ length: 100 }, (_, n) => `${n}`);
    await order(...refs.map((ref) => anOperation('1', { ref })), anOperation('1', { ref: 'more' }));
    expect((await member.cards()).map(({ ref }: { ref: string }) => ref)).toEqual(refs);
    await order(anOperation('1', { ref: 'more' }), anOperation('4', { ref: '99' }));
    expect(await member.cards()).toHaveLength(100);
    expect((await member.cards()).at(-1)).toMatchObject({ ref: '99', balance: '5.0' });
  });

  test('the operations of a card are newest first, with their order, its location and exact balances', async () => {
    const { id } = await member.card();
    const { order_id, location_id: order_location_id } = await order(
      anOperation('0.1', { reason: 'An order' }),
      anOperation('0.20'),
    );
    const { body } = await member.call(`GET /loyalty_cards/${id}/operations`);
    const of = { order_id, order_location_id, customer_id: member.customer_id };
    expect(body).toMatchObject([
      { ...of, delta: '0.20', new_balance: '0.3', reason: null },
      { ...of, delta: '0.1', new_balance: '0.1', reason: 'An order' },
    ]);
    expect(body[0].created_at).toBe(formatTime(timeOfId(body[0].id), 'Europe/Paris'));
  });
});
