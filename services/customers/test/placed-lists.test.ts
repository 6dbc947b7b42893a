/** The rules that customer lists share with catalogs, and customer lists that users create in order to select them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { testNameLock } from '@order-hub/testing/placed-resources/name-lock';
import { testSelectables } from '@order-hub/testing/placed-resources/selectables';
import { aTenant, callsOf, type PlacedResourceTest } from '@order-hub/testing/placed-resources/subject';
import { customerListTable } from '../src/customer-lists/customer-list.store.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const subject: PlacedResourceTest = {
  service: () => customers,
  name: 'customers',
  table: customerListTable,
  routes: {
    list: 'POST /internal/selectable-customer-lists',
    create: 'POST /internal/customer-lists',
    lookUp: (account_id) => `/internal/accounts/${account_id}/customer_lists`,
    rename: (id) => `PATCH /customer_lists/${id}`,
  },
};
const { create } = callsOf(subject);

testSelectables(subject);
testNameLock(subject);

describe('a creation for a user', () => {
  test('makes an empty list, which its place sees', async () => {
    const { account_id, location_id, given } = aTenant();
    const { status, body } = await create(given);
    expect([status, body]).toEqual([200, { id: expect.any(String), name: 'Summer', location_id }]);
    const location = { id: location_id, timezone: 'Europe/Paris' };
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id, location });
    const [seen] = (await customers.call(`GET /locations/${location_id}/customer_lists`, { as })).body;
    expect(seen).toMatchObject({ id: body.id, name: 'Summer', created_at: expect.stringMatching(/\+0[12]:00$/) });
    expect((await customers.call(`GET /customer_lists/${body.id}/customers`, { as })).body).toEqual([]);
  });

  test('takes customers, whose orders are in the currency of the account', async () => {
    const { account_id, location_id, given } = aTenant();
    const { id } = (await create(given)).body;
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
    const body = { first_name: 'Ada' };
    const customer = await customers.call(`POST /customer_lists/${id}/customers`, { as, body });
    expect(customer.body).toMatchObject({ first_name: 'Ada', order_total: '0.00 USD' });
  });

  test('for the account is of no location', async () => {
    const { account_id, shared } = aTenant();
    const { body } = await create(shared);
    expect(body).toEqual({ id: expect.any(String), name: 'Everywhere', location_id: null });
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id: null });
    const [seen] = (await customers.call(`GET /accounts/${account_id}/customer_lists`, { as })).body;
    expect(seen).toMatchObject({ id: body.id, name: 'Everywhere' });
    expect((await customers.call(`GET /customer_lists/${body.id}`, { as: aCaller() })).status).toBe(404);
  });
});
