import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import type { OrderCause } from '../customers/customer-order.ts';
import { assertOrderSize } from '../elements/order-size.ts';
import { keyOf, type OrderPath, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderUpdated, type OrderChange } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { lockOrder, rowOf, storedOrder, updateOrderRow, type OrderRow } from './order.store.ts';

/** What an update made of an order's row. */
export type RowUpdate = { change: OrderChange; order: Order; before: OrderRow; after: OrderRow };

/** An update of a locked order. Both functions are pure. */
type LockedUpdate<Updated> = {
  /** The order after the update. Throws what refuses it. */
  update(stored: StoredOrder): Updated;
  /** Messages that go before the order's own. */
  announce?(update: RowUpdate): OutgoingMessage[];
};

const sameRefs = (one: PrivateRefs | null, other: PrivateRefs | null) => JSON.stringify(one) === JSON.stringify(other);

const isSameRow = (before: OrderRow, after: OrderRow) =>
  after.document === before.document &&
  after.delivery === before.delivery &&
  sameRefs(after.private_refs, before.private_refs);

/** Private refs and a driver's position are stored without an `order.update`: other clients see the same order as before. */
const orderMessages = ({ change, before, after }: RowUpdate): OutgoingMessage[] =>
  after.document === before.document ? [] : [orderUpdated(change, before, after)];

/** Announces a new total to customers. */
const totalMessages = (before: Order, after: Order, cause: OrderCause): OutgoingMessage[] =>
  after.total === before.total ? [] : customerOrdered(after, cause);

/**
 * Updates an order with its delivery, which is a column of its row: stores and announces both together, or does neither.
 * Locks the order first, so that concurrent updates lose nothing. Throws 404 when there is no such order.
 */
export function updateLockedOrder<Updated extends StoredOrder>(
  db: Database,
  { caller, now }: Context,
  path: OrderPath,
  { update, announce = () => [] }: LockedUpdate<Updated>,
): Promise<Updated & { document: string }> {
  const key = keyOf(caller, path);
  const { account_id } = key;
  const { client_id } = caller;
  return transaction(db, async (trx) => {
    const before = await lockOrder(trx, key);
    if (!before) throw notFound('Order');
    const stored = storedOrder(before);
    const updated = update(stored);
    const { order, timezone } = updated;
    const after = rowOf(updated);
    assertOrderSize(after, before);
    if (!isSameRow(before, after)) await updateOrderRow(trx, key, order.status, after);
    const change = { ...key, timezone, cause: { client_id, now }, customer_id: customerOf(order) };
    const rowUpdate = { change, order, before, after };
    const totals = totalMessages(stored.order, order, { account_id, client_id });
    await record(trx, ...announce(rowUpdate), ...orderMessages(rowUpdate), ...totals);
    return { ...updated, document: after.document };
  });
}
