import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { deliveryChanged } from '../deliveries/delivery.events.ts';
import { keyOf, type OrderPath, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderUpdated } from './order.events.ts';
import { assertOrderSize } from './order-size.ts';
import { lockOrder, rowOf, storedOrder, updateOrderRow } from './order.store.ts';

const sameRefs = (one: PrivateRefs | null, other: PrivateRefs | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes an order, and its delivery, which lives in its row: stored and announced together, or not at all. The order is
 * locked first, so two changes at once lose nothing. Throws 404 when there is none, and whatever `change` throws. Order
 * and delivery are each announced when their document changed: private refs and a driver's position are stored without
 * an `order.update`, because other clients see the same order as before.
 */
export function changeLockedOrder<Changed extends StoredOrder>(
  db: Database,
  { caller, now }: Context,
  path: OrderPath,
  change: (stored: StoredOrder) => Changed,
): Promise<Changed & { document: string }> {
  const key = keyOf(caller, path);
  return transaction(db, async (trx) => {
    const before = await lockOrder(trx, key);
    if (!before) throw notFound('Order');
    const stored = storedOrder(before);
    const changed = change(stored);
    const { order, delivery, timezone } = changed;
    const after = rowOf(changed);
    assertOrderSize(after, before);
    const cause = { client_id: caller.client_id, now };
    const messages: OutgoingMessage[] = [];
    if (delivery && after.delivery !== before.delivery) {
      const delivered = { ...key, delivery_id: delivery.id, timezone, cause };
      messages.push(deliveryChanged(delivered, before.delivery, after.delivery));
    }
    if (after.document !== before.document) {
      messages.push(orderUpdated({ ...key, timezone, cause, customer_id: customerOf(order) }, before, after));
    }
    if (order.total !== stored.order.total) {
      messages.push(...customerOrdered(order, { account_id: key.account_id, client_id: caller.client_id }));
    }
    if (messages.length > 0 || !sameRefs(after.private_refs, before.private_refs)) {
      await updateOrderRow(trx, key, order.status, after);
    }
    await record(trx, ...messages);
    return { ...changed, document: after.document };
  });
}
