import { consumer } from '@order-hub/shared/consumer';
import type { Relay } from '@order-hub/shared/relay';
import { addOrders } from './add-customer-orders.ts';
import { findUncounted } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/**
 * Adds orders that the call from orders did not add, and updates totals. Most messages repeat a call: then one read
 * without a lock returns no row.
 */
export const addReceivedOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const orders = messages.map(({ body }) => body);
  await addOrders(trx, await findUncounted(trx, orders), now());
  return relay.wake;
});
