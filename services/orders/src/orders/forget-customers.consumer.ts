import { consumer } from '@order-hub/shared/consumer';
import type { Repeating } from '@order-hub/shared/repeating';
import { insertForgottenCustomer } from './forgotten-customer.store.ts';

type Deps = { anonymising: Pick<Repeating, 'wake'> };

/** Marks customers who were anonymised; their orders follow (anonymise-orders.ts). */
export const forgetCustomers = consumer('customer.anonymised', async (messages, { anonymising }: Deps, trx) => {
  // Always in the same order, so that two transactions cannot deadlock.
  const customers = messages.map(({ body }) => body).sort((a, b) => (a.customer_id < b.customer_id ? -1 : 1));
  for (const { account_id, customer_id } of customers) await insertForgottenCustomer(trx, { account_id, customer_id });
  return anonymising.wake;
});
