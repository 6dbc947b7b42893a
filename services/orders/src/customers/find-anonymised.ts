import { lockMarksShared } from '@order-hub/shared/anonymising';
import type { Queryable } from '@order-hub/shared/database';
import { findMarks } from './anonymised-customer.store.ts';
import type { CustomerKey } from './order-customer.ts';

const keyText = ({ account_id, customer_id }: CustomerKey) => `${account_id} ${customer_id}`;

/** Tells which of the customers are anonymised. The answer holds until the transaction ends. */
export async function anonymisedAmong(trx: Queryable, customers: readonly CustomerKey[]) {
  await lockMarksShared(
    trx,
    customers.map(({ customer_id }) => customer_id),
  );
  const marked = new Set((await findMarks(trx, customers)).map(keyText));
  return (customer: CustomerKey): boolean => marked.has(keyText(customer));
}
