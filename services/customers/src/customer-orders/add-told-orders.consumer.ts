import { consumer } from '@order-hub/shared/consumer';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Relay } from '@order-hub/shared/relay';
import { addToFigures } from './add-customer-order.ts';
import { findUncounted } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/** Customers are locked always in the same order, so that two transactions cannot deadlock. */
function byCustomer(one: CustomerOrder, other: CustomerOrder): number {
  if (one.customer_id === other.customer_id) return 0;
  return one.customer_id < other.customer_id ? -1 : 1;
}

/**
 * Adds the orders that were not added at once, and follows the totals of all. Most messages tell what a call has told
 * already.
 */
export const addToldOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const uncounted = await findUncounted(
    trx,
    messages.map(({ body }) => body),
  );
  for (const order of uncounted.sort(byCustomer)) await addToFigures(trx, order, now());
  return relay.wake;
});
