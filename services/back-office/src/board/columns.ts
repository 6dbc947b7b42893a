/** The columns of the board. Pure. */
import { dueTime } from '@order-hub/shared/late-orders';
import type { BoardOrder } from '@order-hub/shared/orders-calls';

export const columnNames = ['new', 'kitchen', 'ready', 'gone'] as const;

export type ColumnName = (typeof columnNames)[number];

const columnOfStatus: Readonly<Record<string, ColumnName>> = {
  new: 'new',
  received: 'new',
  accepted: 'kitchen',
  in_preparation: 'kitchen',
  awaiting_shipment: 'ready',
  awaiting_collection: 'ready',
  in_delivery: 'ready',
};

/** Where an order stands. */
export const columnOf = ({ status }: BoardOrder): ColumnName => columnOfStatus[status] ?? 'gone';

/** An order without a time is due as soon as it was placed. */
const dueAt = (order: BoardOrder) => Date.parse(dueTime(order) ?? order.created_at);

const byDueTime = (one: BoardOrder, other: BoardOrder) => dueAt(one) - dueAt(other);
const newestFirst = (one: BoardOrder, other: BoardOrder) => (one.id < other.id ? 1 : -1);

/** The orders of each column: those that are due first come first; of those that are gone, the newest. */
export function columnsOf(orders: readonly BoardOrder[]): Record<ColumnName, BoardOrder[]> {
  const columns: Record<ColumnName, BoardOrder[]> = { new: [], kitchen: [], ready: [], gone: [] };
  for (const order of orders) columns[columnOf(order)].push(order);
  for (const name of columnNames) columns[name].sort(name === 'gone' ? newestFirst : byDueTime);
  return columns;
}
