/**
 * An order as it is shown now, whenever it was stored: with its times in the timezone that its location has now
 * (docs/api/conventions.md#times), and with every field. Pure.
 */
import type { CustomerView } from '@order-hub/shared/customer';
import { timeIn } from '@order-hub/shared/times';
import { unknownGuest } from '../../customers/order-customer.ts';
import type { OrderDelivery } from '../order-delivery.schema.ts';
import type { Order } from '../order.schema.ts';

/** The timezone in which times were stored, and the one in which they are shown. */
export type Move = { from: string; to: string };

const orderTimes = ['created_at', 'expected_time', 'expected_time_pickup', 'confirmed_time'] as const;
const customerTimes = ['created_at', 'first_order_date', 'last_order_date'] as const;
export const deliveryTimes = [
  'estimated_pickup_at',
  'estimated_dropoff_at',
  'assigned_at',
  'pickup_at',
  'delivered_at',
  'cancelled_at',
] as const;

/** A client's Time as the location's clocks show it, in whole seconds; null stays null. */
export const localTime = (time: string | null, timezone: string): string | null =>
  time === null ? null : timeIn(time, timezone);

/** The part with these of its times in another timezone. */
const withTimesIn = <Name extends string, Part extends Record<Name, string | null>>(
  part: Part,
  names: readonly Name[],
  timezone: string,
): Part => ({ ...part, ...Object.fromEntries(names.map((name) => [name, localTime(part[name], timezone)])) });

/** The times of a customer of the account's own list are in UTC, and stay so. */
const movedCustomer = (customer: CustomerView, { from, to }: Move): CustomerView =>
  from !== 'UTC' && customer.created_at?.endsWith('Z') ? customer : withTimesIn(customer, customerTimes, to);

/** A delivery, as an order shows it or whole, in another timezone. */
export const movedDelivery = <Shown extends OrderDelivery>(delivery: Shown, { to }: Move): Shown =>
  withTimesIn(delivery, deliveryTimes, to);

const movedOrder = (order: Order, move: Move): Order => ({
  ...withTimesIn(order, orderTimes, move.to),
  customer: movedCustomer(order.customer, move),
  ...(order.delivery && { delivery: movedDelivery(order.delivery, move) }),
});

/** An order as the release before may have stored it. */
type EarlierOrder = Omit<Order, 'asap' | 'expected_time_pickup' | 'customer'> & {
  asap?: boolean | null;
  expected_time_pickup?: string | null;
  customer: CustomerView | null;
};

const withEveryField = (order: EarlierOrder): Order => ({
  ...order,
  asap: order.asap ?? null,
  expected_time_pickup: order.expected_time_pickup ?? null,
  customer: order.customer ?? unknownGuest,
});

/** A stored order as it is shown now. */
export function currentOrder(stored: EarlierOrder, move: Move): Order {
  const order = withEveryField(stored);
  return move.from === move.to ? order : movedOrder(order, move);
}
