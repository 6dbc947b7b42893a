import { consumer } from '@order-hub/shared/consumer';
import type { Relay } from '@order-hub/shared/relay';
import { addOrders } from './add-customer-orders.ts';
import { isUncounted } from './customer-order.ts';
import { findCountedTotals } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/**
 * Adds orders that the call from orders did not add, and updates totals. Most messages repeat a call, and cost one read
 * without a lock.
 */
export const addReceivedOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const orders = messages.map(({ body }) => body);
  const totals = await findCountedTotals(trx, orders);
  const uncounted = orders.filter((order) => isUncounted(order, totals));
  await addOrders(trx, uncounted, now());
  return relay.wake;
});
