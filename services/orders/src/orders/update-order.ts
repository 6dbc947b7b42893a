import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { orderUpdated } from './order.events.ts';
import type { Order, OrderUpdate } from './order.schema.ts';
import { lockOrder, updateOrderRow, type OrderKey } from './order.store.ts';
import { applyUpdate } from './order-update.ts';
import { viewOrder } from './order.view.ts';

const sameRefs = (one: PrivateRefs | null, other: PrivateRefs | null) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Changes an order: stored and announced together, or not at all. The order is locked first, so two updates at once
 * lose nothing. Private refs alone change nothing that another client sees: they are stored and no event is made.
 */
export async function updateOrder({ db }: { db: Database }, ctx: Context, key: OrderKey, update: OrderUpdate) {
  const { caller, now } = ctx;
  const { client_id, account } = caller;
  return transaction(db, async (trx) => {
    const stored = await lockOrder(trx, key);
    if (!stored) throw notFound('Order');
    const { timezone, delivery } = stored;
    const before = { order: JSON.parse(stored.document) as Order, private_refs: stored.private_refs, timezone };
    const { order, private_refs } = applyUpdate(before, update, { client_id, currency: account.currency, now });
    const document = JSON.stringify(order);
    const isSame = document === stored.document;
    if (!isSame || !sameRefs(private_refs, stored.private_refs)) {
      await updateOrderRow(trx, key, { status: order.status, document, delivery, private_refs });
    }
    if (!isSame)
      await record(trx, orderUpdated({ ...key, timezone, client_id, now }, stored, { document, private_refs }));
    return viewOrder(document, private_refs?.[client_id]);
  });
}
