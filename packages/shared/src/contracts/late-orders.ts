/** When an order is late: one definition for order boards and for the figures of a day (docs/api/back-office.md#late-orders). */

/** An order with one of these statuses is not ready yet. */
export const unreadyStatuses = ['new', 'received', 'accepted', 'in_preparation'] as const;

/** An order that was due longer ago is forgotten, not late. */
export const lateForMs = 24 * 3_600_000;

type WishedTimes = { expected_time_pickup: string | null; expected_time: string | null };
type DueTimes = WishedTimes & { confirmed_time: string | null };
type DueOrder = DueTimes & { status: string };

/** When the order is wanted: a driver comes for it before the customer gets it. */
export const wishedTime = ({ expected_time_pickup, expected_time }: WishedTimes): string | null =>
  expected_time_pickup ?? expected_time;

/** When the order must be ready: as confirmed, else as wished; null without a time. */
export const dueTime = (order: DueTimes): string | null => order.confirmed_time ?? wishedTime(order);

const isUnready = ({ status }: DueOrder) => unreadyStatuses.some((unready) => unready === status);

/** From when on the order is late, unless it is ready before; null if it is ready, has no time, or is forgotten. */
export function lateFrom(order: DueOrder, now: Date): string | null {
  const due = dueTime(order);
  if (due === null || !isUnready(order)) return null;
  return now.getTime() - Date.parse(due) > lateForMs ? null : due;
}

/** Whether the order is not ready though its time has passed. */
export function isLate(order: DueOrder, now: Date): boolean {
  const from = lateFrom(order, now);
  return from !== null && Date.parse(from) <= now.getTime();
}
