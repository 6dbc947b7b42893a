/** What orders tells customers, for tests to change. */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { newId } from '@order-hub/shared/ids';
import type { TestCaller } from '@order-hub/testing/call';
import type { TestCustomers } from './service.ts';

type Whose = { as: TestCaller; customer_list_id: string; customer_id: string };

/** An order of a customer, of 10.00 EUR and without loyalty operations. */
export const anOrderOf = (
  { as, customer_list_id, customer_id }: Whose,
  overrides: Partial<CustomerOrder> = {},
): CustomerOrder => ({
  account_id: as.account?.id ?? '',
  customer_list_id,
  customer_id,
  order_id: newId(),
  location_id: as.location_id ?? '',
  client_id: as.client_id,
  created_at: '2026-03-01T12:00:00+01:00',
  total: '10.00 EUR',
  total_version: 1,
  loyalty_operations: [],
  ...overrides,
});

export const anOperation = (delta: string, overrides: object = {}) => ({
  ref: null,
  name: null,
  reason: null,
  delta,
  ...overrides,
});

/** A customer in a new list of the caller's location, and how to read it. */
export async function aCustomerOf(customers: TestCustomers, as: TestCaller, body: object = {}) {
  const lists = `/locations/${as.location_id ?? ''}/customer_lists`;
  const list = await customers.call(`POST ${lists}`, { as, body: { name: newId() } });
  const customer_list_id = list.body.id as string;
  return anotherCustomerOf(customers, { as, customer_list_id }, body);
}

/** A further customer of a list. */
export async function anotherCustomerOf(
  customers: TestCustomers,
  { as, customer_list_id }: Omit<Whose, 'customer_id'>,
  body: object = {},
) {
  const path = `/customer_lists/${customer_list_id}/customers`;
  const created = await customers.call(`POST ${path}`, { as, body });
  const customer_id = created.body.id as string;
  return {
    as,
    customer_list_id,
    customer_id,
    path: `${path}/${customer_id}`,
    read: async () => (await customers.call(`GET ${path}/${customer_id}`, { as })).body,
  };
}

export type TestCustomer = Awaited<ReturnType<typeof aCustomerOf>>;
