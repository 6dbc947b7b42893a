/** What a delivery is, and how requests make and update one (docs/api/deliveries.md#delivery-statuses). Pure. */
import { newId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import { deliveryTimes, localTime } from '../orders/rows/current-order.ts';
import type { OrderDelivery } from '../orders/order-delivery.schema.ts';
import type { OrderPath, StoredOrder } from '../orders/order.ts';
import type { Delivery, DeliveryCreate, DeliveryUpdate } from './delivery.schema.ts';

/** When a delivery is created or updated, and the timezone in which it shows that. */
type DeliveryTiming = { timezone: string; now: Date };

/** The timestamp that each of these statuses sets when it is reached (docs/api/deliveries.md#timestamps). */
const timestampOf = {
  pickup_enroute: 'assigned_at',
  dropoff_enroute: 'pickup_at',
  delivered: 'delivered_at',
  cancelled: 'cancelled_at',
} as const;

const textFields = [
  'ref',
  'tracking_url',
  'driver_pickup_url',
  'driver_name',
  'driver_phone',
  'driver_phone_access_code',
  'driver_latitude',
  'driver_longitude',
] as const;

/** The fields that a request sets, times as the location's clocks show them. Null clears a field. */
function givenFields(given: DeliveryUpdate, timezone: string): Partial<Delivery> {
  const texts = textFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  const times = deliveryTimes.flatMap((name) => {
    const time = given[name];
    if (time === undefined) return [];
    return [[name, localTime(time, timezone)] as const];
  });
  return Object.fromEntries([...texts, ...times]);
}

/** The timestamp of a new status, unless the request sets it itself. */
function statusTimestamp(
  given: DeliveryUpdate,
  before: Delivery['status'] | null,
  { now, timezone }: DeliveryTiming,
): Partial<Delivery> {
  const { status } = given;
  if (!status || status === before || !(status in timestampOf)) return {};
  const field = timestampOf[status as keyof typeof timestampOf];
  return given[field] === undefined ? { [field]: formatTime(now, timezone) } : {};
}

/** A new delivery of an order. */
export function draftDelivery(given: DeliveryCreate, facts: OrderPath & DeliveryTiming): Delivery {
  const { order_id, location_id, timezone, now } = facts;
  return {
    id: newId(now),
    order_id,
    location_id,
    carrier: given.carrier,
    carrier_ref: given.carrier_ref ?? null,
    ref: null,
    status: given.status,
    fee: given.fee ?? null,
    estimated_pickup_at: null,
    estimated_dropoff_at: null,
    tracking_url: null,
    driver_pickup_url: null,
    driver_name: null,
    driver_phone: null,
    driver_phone_access_code: null,
    driver_latitude: null,
    driver_longitude: null,
    assigned_at: null,
    pickup_at: null,
    delivered_at: null,
    cancelled_at: null,
    ...givenFields(given, timezone),
    ...statusTimestamp(given, null, facts),
  };
}

/** The delivery after an update. */
export const updatedDelivery = (delivery: Delivery, update: DeliveryUpdate, timing: DeliveryTiming): Delivery => ({
  ...delivery,
  ...(update.status && { status: update.status }),
  ...givenFields(update, timing.timezone),
  ...statusTimestamp(update, delivery.status, timing),
});

/** An order that has a delivery. */
export type DeliveredOrder = StoredOrder & { delivery: string };

/** The delivery of an order; null when it has none. */
export const deliveryOf = ({ delivery }: StoredOrder): Delivery | null =>
  delivery === null ? null : (JSON.parse(delivery) as Delivery);

const withoutPosition = ({ driver_latitude: _, driver_longitude: __, ...shown }: Delivery): OrderDelivery => shown;

/** The order with this delivery, which it shows without the driver's position. */
export const withDelivery = (stored: StoredOrder, delivery: Delivery): DeliveredOrder => ({
  ...stored,
  delivery: JSON.stringify(delivery),
  order: { ...stored.order, delivery: withoutPosition(delivery) },
});
