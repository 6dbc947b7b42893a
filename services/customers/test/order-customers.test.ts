/** The customer that an order names, for callers that may see it (docs/api/orders.md#customers). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCustomerOf, createAccountList, createCustomer, type TestCustomer } from './builders.ts';
import { anOperation, anOrderOf } from './order-builders.ts';
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
