/** The delivery of an order, as the order shows it (docs/api/deliveries.md#delivery-fields). */
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

export const deliveryStatus = z
  .enum(deliveryStatuses)
  .meta({ id: 'DeliveryStatus', description: 'How far the delivery is (docs/api/deliveries.md#delivery-statuses).' });
/** The meaning of fields, in requests and in replies. */
export const deliveryTexts = {
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

const nullableText = z.string().nullable();
const nullableTime = timeSchema.nullable();

/** Every field but the driver's position. */
export const orderDeliveryFields = {
  id: z.string().describe('The id of the delivery.'),
  order_id: z.string().describe('The order that is delivered.'),
  location_id: z.string().describe('The location of the order.'),
  carrier: z.string().describe(deliveryTexts.carrier),
  carrier_ref: nullableText.describe(deliveryTexts.carrier_ref),
  ref: nullableText.describe(deliveryTexts.ref),
  status: deliveryStatus,
  fee: nullableText.describe(deliveryTexts.fee),
  estimated_pickup_at: nullableTime.describe(deliveryTexts.estimated_pickup_at),
  estimated_dropoff_at: nullableTime.describe(deliveryTexts.estimated_dropoff_at),
  tracking_url: nullableText.describe(deliveryTexts.tracking_url),
  driver_pickup_url: nullableText.describe(deliveryTexts.driver_pickup_url),
  driver_name: nullableText.describe(deliveryTexts.driver_name),
  driver_phone: nullableText.describe(deliveryTexts.driver_phone),
  driver_phone_access_code: nullableText.describe(deliveryTexts.driver_phone_access_code),
  assigned_at: nullableTime.describe(deliveryTexts.assigned_at),
  pickup_at: nullableTime.describe(deliveryTexts.pickup_at),
  delivered_at: nullableTime.describe(deliveryTexts.delivered_at),
  cancelled_at: nullableTime.describe(deliveryTexts.cancelled_at),
};

export const orderDeliveryView = z
  .object(orderDeliveryFields)
  .meta({ id: 'OrderDelivery', description: "The delivery of an order, without the driver's position." });

export type OrderDelivery = z.output<typeof orderDeliveryView>;
