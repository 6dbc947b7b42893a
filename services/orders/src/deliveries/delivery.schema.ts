/** The wire shapes of deliveries (docs/api/deliveries.md#delivery-fields). */
import { decimalSchema } from '@order-hub/shared/decimal';
import { nameText, textUpTo } from '@order-hub/shared/texts';
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

const status = z
  .enum(deliveryStatuses)
  .meta({ id: 'DeliveryStatus', description: 'How far the delivery is (docs/api/deliveries.md#delivery-statuses).' });
const text = nameText.nullish();
const url = textUpTo(2_048).nullish();
const time = timeSchema.nullish();
const decimal = decimalSchema.nullish();

/** What fields mean, both as they are sent and as they are shown. */
const texts = {
  carrier: 'Who carries the order. It cannot be changed.',
  carrier_ref: 'The ref of the carrier. It cannot be changed.',
  ref: "The carrier's identifier, such as the number of the service.",
  fee: 'What the carrier charges the business; a text of any form. It cannot be changed.',
  estimated_pickup_at: 'When the driver is expected to pick the order up.',
  estimated_dropoff_at: 'When the order is expected at its customer.',
  tracking_url: 'Where the customer can follow the delivery.',
  driver_pickup_url: 'The URL that the driver scans at pickup to confirm the handover.',
  driver_name: 'The name of the driver.',
  driver_phone: 'The phone number of the driver.',
  driver_phone_access_code: 'The code to dial after the phone number.',
  driver_latitude: 'The latitude of where the driver is. Not shown in the order.',
  driver_longitude: 'The longitude of where the driver is. Not shown in the order.',
  assigned_at: 'When the driver set out; set when the status becomes `pickup_enroute`.',
  pickup_at: 'When the driver picked the order up; set when the status becomes `dropoff_enroute`.',
  delivered_at: 'When the order was delivered; set when the status becomes `delivered`.',
  cancelled_at: 'When the delivery was cancelled; set when the status becomes `cancelled`.',
} as const;

const updatable = {
  ref: text.describe(texts.ref),
  estimated_pickup_at: time.describe(texts.estimated_pickup_at),
  estimated_dropoff_at: time.describe(texts.estimated_dropoff_at),
  tracking_url: url.describe(texts.tracking_url),
  driver_pickup_url: url.describe(texts.driver_pickup_url),
  driver_name: text.describe(texts.driver_name),
  driver_phone: text.describe(texts.driver_phone),
  driver_phone_access_code: text.describe(texts.driver_phone_access_code),
  driver_latitude: decimal.describe(texts.driver_latitude),
  driver_longitude: decimal.describe(texts.driver_longitude),
  assigned_at: time.describe(texts.assigned_at),
  pickup_at: time.describe(texts.pickup_at),
  delivered_at: time.describe(texts.delivered_at),
  cancelled_at: time.describe(texts.cancelled_at),
};

export const deliveryCreate = z
  .object({
    carrier: nameText.describe(texts.carrier),
    carrier_ref: text.describe(texts.carrier_ref),
    status,
    fee: text.describe(texts.fee),
    ...updatable,
  })
  .meta({ id: 'DeliveryCreate', description: 'A new delivery. Only `carrier` and `status` are required.' });

/** Every field but `carrier`, `carrier_ref` and `fee`, which are ignored in an update. */
export const deliveryUpdate = z
  .object({ status: status.optional(), ...updatable })
  .meta({ id: 'DeliveryUpdate', description: 'What changes of a delivery. Null clears a field.' });

export type DeliveryCreate = z.output<typeof deliveryCreate>;
export type DeliveryUpdate = z.output<typeof deliveryUpdate>;

const nullableText = z.string().nullable();
const nullableTime = timeSchema.nullable();

const view = {
  id: z.string().describe('The id of the delivery.'),
  order_id: z.string().describe('The order that is delivered.'),
  location_id: z.string().describe('The location of the order.'),
  carrier: z.string().describe(texts.carrier),
  carrier_ref: nullableText.describe(texts.carrier_ref),
  ref: nullableText.describe(texts.ref),
  status,
  fee: nullableText.describe(texts.fee),
  estimated_pickup_at: nullableTime.describe(texts.estimated_pickup_at),
  estimated_dropoff_at: nullableTime.describe(texts.estimated_dropoff_at),
  tracking_url: nullableText.describe(texts.tracking_url),
  driver_pickup_url: nullableText.describe(texts.driver_pickup_url),
  driver_name: nullableText.describe(texts.driver_name),
  driver_phone: nullableText.describe(texts.driver_phone),
  driver_phone_access_code: nullableText.describe(texts.driver_phone_access_code),
  assigned_at: nullableTime.describe(texts.assigned_at),
  pickup_at: nullableTime.describe(texts.pickup_at),
  delivered_at: nullableTime.describe(texts.delivered_at),
  cancelled_at: nullableTime.describe(texts.cancelled_at),
};

/** A delivery as an order shows it: without the driver's position. */
export const orderDeliveryView = z
  .object(view)
  .meta({ id: 'OrderDelivery', description: "The delivery of an order, without the driver's position." });

export const deliveryView = z
  .object({
    ...view,
    driver_latitude: decimalSchema.nullable().describe(texts.driver_latitude),
    driver_longitude: decimalSchema.nullable().describe(texts.driver_longitude),
  })
  .meta({ id: 'Delivery', description: 'The delivery of an order to its customer.' });

export type Delivery = z.output<typeof deliveryView>;
export type OrderDelivery = z.output<typeof orderDeliveryView>;
