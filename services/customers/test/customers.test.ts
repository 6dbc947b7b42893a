/** Customers of a list (docs/api/customers.md#customers). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let list: string;
const as = aCaller();
const call = (route: string, body?: object, caller = as) =>
  customers.call(route, { as: caller, ...(body && { body }) });

beforeAll(async () => {
  customers = await startTestCustomers();
  const { body } = await call(`POST /locations/${as.location_id}/customer_lists`, { name: 'Guests' });
  list = `/customer_lists/${body.id}`;
});
afterAll(() => customers.close());

test('a customer is created, retrieved and updated, each change with its event', async () => {
  const created = await call(`POST ${list}/customers`, {
    first_name: 'Ada',
    private_ref: 'A-1',
    custom_fields: { vip: true },
  });
  expect([created.status, created.body]).toMatchObject([
    200,
    { first_name: 'Ada', private_ref: 'A-1', nb_orders: 0, order_total: '0.00 EUR' },
  ]);
  const path = `${list}/customers/${created.body.id}`;
  expect((await call(`GET ${path}`)).body).toEqual(created.body);
  const updated = await call(`PATCH ${path}`, { first_name: null, city: 'Paris', custom_fields: { vip: null, n: 1 } });
  expect(updated.body).toEqual({ ...created.body, first_name: null, city: 'Paris', custom_fields: { n: 1 } });
  expect((await call(`PUT ${path}`, { city: 'Paris' })).body).toEqual(updated.body);
  const [first, second, ...more] = await eventually(() => customers.changes().length >= 2 && customers.changes());
  expect(more).toEqual([]);
  const forAllClients = (shown: object) => ({ ...shown, private_ref: null });
  expect([first?.event_type, JSON.parse(first?.new_state ?? '')]).toEqual(['create', forAllClients(created.body)]);
  expect(first).toMatchObject({ private_refs: { [as.client_id]: { self: 'A-1' } }, customer_id: created.body.id });
  expect(JSON.parse(second?.previous_state ?? '')).toEqual(forAllClients(created.body));
  expect(JSON.parse(second?.new_state ?? '')).toEqual(forAllClients(updated.body));
});
