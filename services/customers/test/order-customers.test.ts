/** The customer that an order names, for whoever may see it (docs/api/orders.md#customers). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCustomerOf, anOperation, anOrderOf, type TestCustomer } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let customer: TestCustomer;
const as = aCaller();
beforeAll(async () => {
  customers = await startTestCustomers();
  customer = await aCustomerOf(customers, as, { first_name: 'Ada', private_ref: 'A-1', custom_fields: { vip: true } });
});
afterAll(() => customers.close());

const callerOf = ({ account, client_id, location_id, customer_list_id, scope }: TestCaller) => ({
  ...{ account_id: account?.id ?? '', client_id, location_id, customer_list_id, scope },
});
const lookUp = (caller: TestCaller, name: object, from = 'orders') => {
  const body = { caller: callerOf(caller), ...name };
  return customers.call('POST /internal/order-customers', { internal: 'customers', from, body });
};
const byId = () => ({ customer_id: customer.customer_id });
const byRef = () => ({ customer_list_id: customer.customer_list_id, private_ref: 'A-1' });
const sibling = (overrides: Partial<TestCaller> = {}) => aCaller({ account: as.account, ...overrides });

describe('is found', () => {
  test.each([
    ['id', byId],
    ['list and private ref', byRef],
  ])('by %s: as it is now, its private refs beside it', async (_name, name) => {
    const { status, body } = await lookUp(as, name());
    expect(status).toBe(200);
    expect(body.customer).toEqual({ ...(await customer.read()), private_ref: null });
    expect(body.private_refs).toEqual({ [as.client_id]: 'A-1' });
  });

  test('with its figures and cards', async () => {
    const other = await aCustomerOf(customers, as);
    const order = anOrderOf(other, { loyalty_operations: [anOperation('2.5', { ref: 'A' })] });
    await customers.call('POST /internal/customer-orders', { internal: 'customers', from: 'orders', body: order });
    const { body } = await lookUp(as, { customer_id: other.customer_id });
    expect(body).toMatchObject({
      customer: { nb_orders: 1, order_total: '10.00 EUR', loyalty_cards: [{ ref: 'A', balance: '2.5' }] },
      private_refs: {},
    });
  });

  test('with the private refs of several clients, each found by its own', async () => {
    const other = sibling({ location_id: as.location_id, location: as.location });
    await customers.call(`PATCH ${customer.path}`, { as: other, body: { private_ref: 'B-2' } });
    const theirs = { customer_list_id: customer.customer_list_id, private_ref: 'B-2' };
    const refs = { [as.client_id]: 'A-1', [other.client_id]: 'B-2' };
    expect((await lookUp(other, theirs)).body.private_refs).toEqual(refs);
    expect((await lookUp(as, theirs)).status).toBe(404);
    expect((await lookUp(other, byRef())).status).toBe(404);
  });
});

describe('by who asks', () => {
  const here = () => ({ location_id: as.location_id, location: as.location });
  const bound = () => ({ customer_list_id: customer.customer_list_id });
  test.each<[string, () => Partial<TestCaller>, number]>([
    ['all lists, here', () => ({ ...here(), scope: 'location[orders.write,all_customer_lists.read]' }), 200],
    ['all lists, elsewhere', () => ({ scope: 'location[orders.write,all_customer_lists.read]' }), 404],
    ['all lists of the account', () => ({ location_id: null, scope: 'account[all_customer_lists.read]' }), 200],
    ['the list, here', () => ({ ...here(), ...bound(), scope: 'location[customer_list.read]' }), 200],
    ['the list, elsewhere', () => ({ ...bound(), scope: 'location[customer_list.read]' }), 404],
    ['the list, as the account', () => ({ location_id: null, ...bound(), scope: 'account[customer_list.write]' }), 200],
    ['another list', () => ({ ...here(), customer_list_id: 'other', scope: 'location[customer_list.read]' }), 404],
    ['no list', () => ({ ...here(), scope: 'location[customer_list.write]' }), 404],
    ['orders only', () => ({ ...here(), ...bound(), scope: 'location[orders.write]' }), 404],
  ])('%s', async (_who, overrides, expected) => {
    const caller = sibling({ client_id: as.client_id, ...overrides() });
    expect((await lookUp(caller, byId())).status).toBe(expected);
    expect((await lookUp(caller, byRef())).status).toBe(expected);
  });

  test('another account finds nothing, with the same ids and refs', async () => {
    const stranger = { ...as, account: { id: 'other', currency: 'EUR' } };
    expect((await lookUp(stranger, byId())).status).toBe(404);
    expect((await lookUp(stranger, byRef())).status).toBe(404);
  });

  test('another service may not ask: 401', async () => {
    expect((await lookUp(as, byId(), 'gateway')).status).toBe(401);
  });
});

describe('is not found', () => {
  test.each<[string, () => object]>([
    ['an unknown id', () => ({ customer_id: 'nobody' })],
    ['an empty id', () => ({ customer_id: '' })],
    ['an unknown ref', () => ({ ...byRef(), private_ref: 'A-2' })],
    ['a ref of another list', () => ({ ...byRef(), customer_list_id: 'other' })],
    ['a list without a ref', () => ({ customer_list_id: customer.customer_list_id })],
    ['a ref without a list', () => ({ private_ref: 'A-1' })],
    ['no name', () => ({})],
  ])('%s', async (_name, name) => {
    expect((await lookUp(as, name())).status).toBe(404);
  });

  test('a customer of a deleted list', async () => {
    const gone = await aCustomerOf(customers, as, { private_ref: 'G' });
    await customers.call(`DELETE /customer_lists/${gone.customer_list_id}`, { as });
    expect((await lookUp(as, { customer_id: gone.customer_id })).status).toBe(404);
    expect((await lookUp(as, { customer_list_id: gone.customer_list_id, private_ref: 'G' })).status).toBe(404);
  });
});
