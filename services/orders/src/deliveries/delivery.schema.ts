/** The wire shapes of deliveries (contract, "Delivery"). */
import { decimalSchema } from '@order-hub/shared/decimal';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const deliveryStatuses = [
  'pending',
  'pickup_enroute',
  'pickup_approaching',
  'pickup_waiting',
  'dropoff_enroute',
  'dropoff_approaching',
  'dropoff_waiting',
  'delivered',
  'cancelled',
] as const;

const status = z.enum(deliveryStatuses);
const text = z.string().nullish();
const time = timeSchema.nullish();
const decimal = decimalSchema.nullish();

const updatable = {
  ref: text,
  estimated_pickup_at: time,
  estimated_dropoff_at: time,
  tracking_url: text,
  driver_pickup_url: text,
  driver_name: text,
  driver_phone: text,
  driver_phone_access_code: text,
  driver_latitude: decimal,
  driver_longitude: decimal,
  assigned_at: time,
  pickup_at: time,
  delivered_at: time,
  cancelled_at: time,
};

export const deliveryCreate = z
  .object({ carrier: z.string(), carrier_ref: text, status, fee: text, ...updatable })
  .meta({ id: 'DeliveryCreate' });

/** Every field but `carrier`, `carrier_ref` and `fee`, which are ignored in an update. */
export const deliveryUpdate = z.object({ status: status.optional(), ...updatable }).meta({ id: 'DeliveryUpdate' });

export type DeliveryCreate = z.output<typeof deliveryCreate>;
export type DeliveryUpdate = z.output<typeof deliveryUpdate>;

const nullableText = z.string().nullable();

const view = {
  id: z.string(),
  order_id: z.string(),
  location_id: z.string(),
  carrier: z.string(),
  carrier_ref: nullableText,
  ref: nullableText,
  status,
  fee: nullableText,
  estimated_pickup_at: nullableText,
  estimated_dropoff_at: nullableText,
  tracking_url: nullableText,
  driver_pickup_url: nullableText,
  driver_name: nullableText,
  driver_phone: nullableText,
  driver_phone_access_code: nullableText,
  assigned_at: nullableText,
  pickup_at: nullableText,
  delivered_at: nullableText,
  cancelled_at: nullableText,
};

/** A delivery as an order shows it: without the driver's position. */
export const orderDeliveryView = z.object(view).meta({ id: 'OrderDelivery' });

export const deliveryView = z
  .object({ ...view, driver_latitude: nullableText, driver_longitude: nullableText })
  .meta({ id: 'Delivery' });

export type Delivery = z.output<typeof deliveryView>;
export type OrderDelivery = z.output<typeof orderDeliveryView>;
