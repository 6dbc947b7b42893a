/** The wire shapes of deliveries (docs/api/deliveries.md#delivery-fields). */
import { coordinateSchema, coordinateText } from '@order-hub/shared/coordinate';
import { clearable, clearableTime, unlessNothing } from '@order-hub/shared/optional';
import { rule } from '@order-hub/shared/rules';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { deliveryStatus, deliveryTexts, orderDeliveryFields } from '../orders/order-delivery.schema.ts';

const text = nameText.nullish();
const ref = clearable(nameText);

/** People follow it: no other scheme can run a script or open a program. */
const isWebUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const url = clearable(textUpTo(2_048).check(rule(isWebUrl, 'not_a_url', 'must be an http or https URL')));
const coordinate = clearable(coordinateSchema);

const updatable = {
  ref: ref.describe(deliveryTexts.ref),
  estimated_pickup_at: clearableTime.describe(deliveryTexts.estimated_pickup_at),
  estimated_dropoff_at: clearableTime.describe(deliveryTexts.estimated_dropoff_at),
  tracking_url: url.describe(deliveryTexts.tracking_url),
  driver_pickup_url: url.describe(deliveryTexts.driver_pickup_url),
  driver_name: text.describe(deliveryTexts.driver_name),
  driver_phone: text.describe(deliveryTexts.driver_phone),
  driver_phone_access_code: text.describe(deliveryTexts.driver_phone_access_code),
  driver_latitude: coordinate.describe(deliveryTexts.driver_latitude),
  driver_longitude: coordinate.describe(deliveryTexts.driver_longitude),
  assigned_at: clearableTime.describe(deliveryTexts.assigned_at),
  pickup_at: clearableTime.describe(deliveryTexts.pickup_at),
  delivered_at: clearableTime.describe(deliveryTexts.delivered_at),
  cancelled_at: clearableTime.describe(deliveryTexts.cancelled_at),
};

export const deliveryCreate = z
  .object({
    carrier: nameText.describe(deliveryTexts.carrier),
    carrier_ref: ref.describe(deliveryTexts.carrier_ref),
    status: deliveryStatus,
    fee: text.describe(deliveryTexts.fee),
    ...updatable,
  })
  .meta({ id: 'DeliveryCreate', description: 'A new delivery. Only `carrier` and `status` are required.' });

/** Every field but `carrier`, `carrier_ref` and `fee`, which are ignored in an update. */
export const deliveryUpdate = z
  .object({ status: unlessNothing(deliveryStatus), ...updatable })
  .meta({ id: 'DeliveryUpdate', description: 'The fields of a delivery to update. Null clears a field.' });

export type DeliveryCreate = z.output<typeof deliveryCreate>;
export type DeliveryUpdate = z.output<typeof deliveryUpdate>;

export const deliveryView = z
  .object({
    ...orderDeliveryFields,
    driver_latitude: coordinateText.nullable().describe(deliveryTexts.driver_latitude),
    driver_longitude: coordinateText.nullable().describe(deliveryTexts.driver_longitude),
  })
  .meta({ id: 'Delivery', description: 'The delivery of an order to its customer.' });

export type Delivery = z.output<typeof deliveryView>;
