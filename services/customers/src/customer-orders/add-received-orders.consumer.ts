import { consumer } from '@order-hub/shared/consumer';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { noRequest, type MessageCause } from '@order-hub/shared/message-cause';
import type { Relay } from '@order-hub/shared/relay';
import { addOrders } from './add-customer-orders.ts';
import { findUncounted } from './customer-order.store.ts';

type Deps = { relay: Pick<Relay, 'wake'>; now: () => Date };

/**
 * Adds orders that the call from orders did not add, and updates totals. Most messages repeat a call: then one read
 * without a lock returns no row.
 */
export const addReceivedOrders = consumer('customer.order', async (messages, { relay, now }: Deps, trx) => {
  const causes = new Map<CustomerOrder, MessageCause>(messages.map((message) => [message.body, message]));
  const causeOfOrder = (order: CustomerOrder) => {
    const { request_id, traceparent } = causes.get(order) ?? noRequest;
    return { request_id, traceparent };
  };
  await addOrders(trx, await findUncounted(trx, [...causes.keys()]), { now: now(), causeOfOrder });
  return relay.wake;
});
