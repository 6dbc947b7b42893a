/** Which orders are on the board of a location. Pure. */
import { idFloor } from '@order-hub/shared/ids';
import type { Order } from '../order.schema.ts';

type Status = Order['status'];

/** Someone has to do something about these. */
export const openStatuses = [
  'new',
  'received',
  'accepted',
  'in_preparation',
  'awaiting_shipment',
  'awaiting_collection',
  'in_delivery',
] as const satisfies readonly Status[];

/** Nothing follows after these. */
export const goneStatuses = [
  'completed',
  'rejected',
  'cancelled',
  'delivery_failed',
] as const satisfies readonly Status[];

export const ordersMax = 100;
export const goneMax = 20;

const hourMs = 3_600_000;
const openForMs = 31 * 24 * hourMs;
/** The evening before is still there in the morning. */
const goneForMs = 24 * hourMs;

/** Clocks differ. */
const aheadMs = hourMs;

/** The ids from which on open orders, and those that are gone, are on the board; and one beyond the newest order. */
export const boardFloors = (now: Date) => ({
  open: idFloor(new Date(now.getTime() - openForMs)),
  gone: idFloor(new Date(now.getTime() - goneForMs)),
  end: idFloor(new Date(now.getTime() + aheadMs)),
});

export type BoardFloors = ReturnType<typeof boardFloors>;
