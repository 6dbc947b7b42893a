/** What customers receives from orders. */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { newId } from '@order-hub/shared/ids';
import type { TestCustomer } from './builders.ts';

/** An order of a customer, of 10.00 EUR and without loyalty operations. */
export const anOrderOf = (
  { as, customer_list_id, customer_id }: Pick<TestCustomer, 'as' | 'customer_list_id' | 'customer_id'>,
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
