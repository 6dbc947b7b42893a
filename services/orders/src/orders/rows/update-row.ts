/** What an update makes of the row of an order, and the messages that announce it. Pure. */
import type { OutgoingMessage } from '@order-hub/shared/bus';
import { notFound } from '@order-hub/shared/errors';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import type { ChangeCause } from '@order-hub/shared/resource-changed';
import type { OrderKey, StoredOrder } from '../order.ts';
import { currentRow, rowOf, storedOrder, type OrderRow } from './order-row.ts';
import { assertOrderSize } from './order-size.ts';
import { customerOf, customerOrdered, orderUpdated, type OrderChange } from '../order.events.ts';
import type { Order } from '../order.schema.ts';

/** Which order is updated, by which client and request. `timezone`: that of its location now, if the path names the location. */
export type RowFacts = { key: OrderKey; cause: ChangeCause & { client_id: string }; timezone: string | null };

/** What an update made of an order's row. */
export type RowUpdate = { change: OrderChange; order: Order; before: OrderRow; after: OrderRow };

/** An update of a locked order. Both functions are pure. */
type LockedUpdate<Updated> = {
  /** The order after the update. Throws to refuse the update. */
  update(stored: StoredOrder): Updated;
  /** Messages that go before the order's own. */
  announce?(update: RowUpdate): OutgoingMessage[];
};

/** A row to write, unless nothing changed, the messages that go with it, and whose order it is. */
export type UpdatedRow = {
  status: Order['status'];
  row: OrderRow;
  isChanged: boolean;
  messages: OutgoingMessage[];
  customer_id: string | null;
};

const sameRefs = (one: PrivateRefs | null, other: PrivateRefs | null) => JSON.stringify(one) === JSON.stringify(other);

const isSameRow = (before: OrderRow, after: OrderRow) =>
  after.document === before.document &&
  after.delivery === before.delivery &&
  sameRefs(after.private_refs, before.private_refs);

/** Private refs and a driver's position are stored without an `order.update`: other clients see the same order as before. */
const orderMessages = ({ change, before, after }: RowUpdate): OutgoingMessage[] =>
  after.document === before.document ? [] : [orderUpdated(change, before, after)];

type TotalFacts = Pick<RowFacts, 'cause'> & { account_id: string };

/** Announces a new total to customers. */
const totalMessages = ({ total }: Order, after: Order, { account_id, cause }: TotalFacts): OutgoingMessage[] =>
  after.total === total ? [] : customerOrdered(after, { account_id, client_id: cause.client_id }, cause);

/** Applies an update to a locked row. Throws 404 without a row, and 422 for an order that becomes too large. */
export function updatedRow<Updated extends StoredOrder>(
  locked: OrderRow | undefined,
  { key, cause, timezone: shownIn }: RowFacts,
  { update, announce = () => [] }: LockedUpdate<Updated>,
): UpdatedRow & { updated: Updated } {
  if (!locked) throw notFound('Order');
  const before = currentRow(locked, shownIn ?? locked.timezone);
  const stored = storedOrder(before);
  const updated = update(stored);
  const { order, timezone } = updated;
  const row = rowOf(updated);
  assertOrderSize(row, before);
  const { account_id } = key;
  const customer_id = order.customer.id;
  const change = { ...key, timezone, cause, customer_id: customerOf(order) };
  const rowUpdate = { change, order, before, after: row };
  const totals = totalMessages(stored.order, order, { account_id, cause });
  const messages = [...announce(rowUpdate), ...orderMessages(rowUpdate), ...totals];
  return { status: order.status, row, isChanged: !isSameRow(before, row), messages, customer_id, updated };
}
