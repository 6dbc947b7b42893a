import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { customerOf, orderUpdated, placeOf, type OrderKey } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { lockOrder, updateOrderRow, type LockedOrder } from './order.store.ts';

/** What becomes of a locked order; what is left out stays as it was. */
export type ChangedOrder = {
  order: Order;
  private_refs?: PrivateRefs | null;
  /** Its delivery, as JSON text. */
  delivery?: string;
  /** What is announced besides the change of the order itself. */
  messages?: OutgoingMessage[];
};

const sameRefs = (one: PrivateRefs | null, other: PrivateRefs | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes an order, and its delivery, which lives in its row: stored and announced together, or not at all. The order is
 * locked first, so two changes at once lose nothing; 404 when there is none. `change` says what becomes of it, or throws
 * what forbids it. An `order.update` is made when the document changed: private refs and a driver's position are stored
 * without one, for no client sees them in an order of another.
 */
export function changeOrder<Changed extends ChangedOrder>(
  db: Database,
  { caller, now }: Context,
  key: OrderKey,
  change: (order: Order, stored: LockedOrder) => Changed,
): Promise<LockedOrder & Changed> {
  return transaction(db, async (trx) => {
    const stored = await lockOrder(trx, key);
    if (!stored) throw notFound('Order');
    const changed = change(JSON.parse(stored.document) as Order, stored);
    const { order, messages = [] } = changed;
    const after = { ...stored, ...changed, document: JSON.stringify(order) };
    const isTold = after.document !== stored.document;
    if (isTold || after.delivery !== stored.delivery || !sameRefs(after.private_refs, stored.private_refs)) {
      const { document, delivery, private_refs } = after;
      await updateOrderRow(trx, key, { status: order.status, document, delivery, private_refs });
    }
    const cause = { client_id: caller.client_id, now };
    const updated = { ...key, place: placeOf(key, stored.timezone), cause, customer_id: customerOf(order) };
    await record(trx, ...messages, ...(isTold ? [orderUpdated(updated, stored, after)] : []));
    return after;
  });
}
