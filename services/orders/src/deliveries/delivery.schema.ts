/** The wire shapes of deliveries (docs/api/deliveries.md#delivery-fields). */
import { decimalSchema, decimalText } from '@order-hub/shared/decimal';
import { rule } from '@order-hub/shared/rules';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { deliveryStatus, deliveryTexts, orderDeliveryFields } from '../orders/order-delivery.schema.ts';

const text = nameText.nullish();

/** People follow it: no other scheme can run a script or open a program. */
const isWebUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const url = textUpTo(2_048).check(rule(isWebUrl, 'must be an http or https URL')).nullish();
const time = timeSchema.nullish();
const decimal = decimalSchema.nullish();

const updatable = {
  ref: text.describe(deliveryTexts.ref),
  estimated_pickup_at: time.describe(deliveryTexts.estimated_pickup_at),
  estimated_dropoff_at: time.describe(deliveryTexts.estimated_dropoff_at),
  tracking_url: url.describe(deliveryTexts.tracking_url),
  driver_pickup_url: url.describe(deliveryTexts.driver_pickup_url),
  driver_name: text.describe(deliveryTexts.driver_name),
  driver_phone: text.describe(deliveryTexts.driver_phone),
  driver_phone_access_code: text.describe(deliveryTexts.driver_phone_access_code),
  driver_latitude: decimal.describe(deliveryTexts.driver_latitude),
  driver_longitude: decimal.describe(deliveryTexts.driver_longitude),
  assigned_at: time.describe(deliveryTexts.assigned_at),
  pickup_at: time.describe(deliveryTexts.pickup_at),
  delivered_at: time.describe(deliveryTexts.delivered_at),
  cancelled_at: time.describe(deliveryTexts.cancelled_at),
};

export const deliveryCreate = z
  .object({
    carrier: nameText.describe(deliveryTexts.carrier),
    carrier_ref: text.describe(deliveryTexts.carrier_ref),
    status: deliveryStatus,
    fee: text.describe(deliveryTexts.fee),
    ...updatable,
  })
  .meta({ id: 'DeliveryCreate', description: 'A new delivery. Only `carrier` and `status` are required.' });

/** Every field but `carrier`, `carrier_ref` and `fee`, which are ignored in an update. */
export const deliveryUpdate = z
  .object({ status: deliveryStatus.optional(), ...updatable })
  .meta({ id: 'DeliveryUpdate', description: 'The fields of a delivery to update. Null clears a field.' });

export type DeliveryCreate = z.output<typeof deliveryCreate>;
export type DeliveryUpdate = z.output<typeof deliveryUpdate>;

export const deliveryView = z
  .object({
    ...orderDeliveryFields,
    driver_latitude: decimalText.nullable().describe(deliveryTexts.driver_latitude),
    driver_longitude: decimalText.nullable().describe(deliveryTexts.driver_longitude),
  })
  .meta({ id: 'Delivery', description: 'The delivery of an order to its customer.' });

export type Delivery = z.output<typeof deliveryView>;
