import { consumer } from '@order-hub/shared/consumer';
import type { Relay } from '@order-hub/shared/relay';
import { addOrders } from './add-customer-orders.ts';
import { findUncounted } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/**
 * Adds the orders that were not added at once, and follows the totals of all. Most messages tell what a call has told
 * already.
 */
export const addToldOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const uncounted = await findUncounted(
    trx,
    messages.map(({ body }) => body),
  );
  await addOrders(trx, uncounted, now());
  return relay.wake;
});
