import { consumer } from '@order-hub/shared/consumer';
import type { Relay } from '@order-hub/shared/relay';
import { addOrders } from './add-customer-orders.ts';
import { isUncounted } from './customer-order.ts';
import { findCountedTotals } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/**
 * Adds the orders that the call of orders did not add, and follows new totals. Most messages repeat a call: these cost one
 * read, without a lock.
 */
export const addReceivedOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const orders = messages.map(({ body }) => body);
  const totals = await findCountedTotals(trx, orders);
  const uncounted = orders.filter((order) => isUncounted(order, totals));
  await addOrders(trx, uncounted, now());
  return relay.wake;
});
