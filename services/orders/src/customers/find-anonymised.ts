import { lockCustomersShared } from '@order-hub/shared/anonymising';
import type { Queryable } from '@order-hub/shared/database';
import { listMarked } from './anonymised-customer.store.ts';
import type { CustomerKey } from './order-customer.ts';

const keyText = ({ account_id, customer_id }: CustomerKey) => `${account_id} ${customer_id}`;

/** Resolves to whether each of the customers is anonymised, which stays true until the transaction ends. */
export async function findAnonymised(trx: Queryable, customers: readonly CustomerKey[]) {
  await lockCustomersShared(
    trx,
    customers.map(({ customer_id }) => customer_id),
  );
  const marked = new Set((await listMarked(trx, customers)).map(keyText));
  return (customer: CustomerKey): boolean => marked.has(keyText(customer));
}
