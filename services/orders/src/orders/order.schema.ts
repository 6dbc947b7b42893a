/** The wire shapes of orders (docs/api/orders.md#order-fields). */
import { customFieldsSchema, customFieldsView } from '@order-hub/shared/custom-fields';
import { customerView } from '@order-hub/shared/customer';
import { computedMoney } from '@order-hub/shared/money';
import {
  clearable,
  clearableTime,
  hubField,
  optional,
  optionalList,
  optionalNotes,
  optionalPrivateRef,
  optionalRef,
  optionalText,
  optionalTime,
  unlessNothing,
} from '@order-hub/shared/optional';
import { pageQuery } from '@order-hub/shared/pagination';
import { privateRefSchema, privateRefView } from '@order-hub/shared/private-ref';
import { crossFieldRule } from '@order-hub/shared/rules';
import { nameText, notesText } from '@order-hub/shared/texts';
import { timeFilter, timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { customerFaults, loyaltyOperationsView, orderCustomerCreate } from '../customers/customer.schema.ts';
import { chargeCreate, dealsCreate, discountCreate, itemCreate, paymentCreate } from '../elements/element.schema.ts';
import { elementsMax } from '../elements/element-limits.ts';
import { elementsUpdate } from '../elements/element-update.schema.ts';
import { chargeView, dealsView, discountView, itemView, paymentView } from '../elements/element-view.schema.ts';
import { orderDeliveryView } from './order-delivery.schema.ts';

const text = z.string();
const nullableText = text.nullable();

const status = z
  .enum([
    'new',
    'received',
    'accepted',
    'in_preparation',
    'awaiting_shipment',
    'awaiting_collection',
    'in_delivery',
    'completed',
    'rejected',
    'cancelled',
    'delivery_failed',
  ])
  .meta({ id: 'OrderStatus', description: 'How far the order is (docs/api/orders.md#order-statuses).' });

/** The meaning of fields, in requests and in replies. */
const texts = {
  channel: 'Where the order comes from, for dashboards; by default the name of the client.',
  ref: 'The reference in the application that creates the order.',
  private_ref: 'Your own reference of the order, by which you find it again.',
  service_type: 'How the customer gets the order: `delivery`, `collection` or `eat_in`.',
  service_type_ref: 'Which type of order it is more exactly: its channel, brand or delivery method.',
  expected_time: 'When the customer expects the order.',
  asap: 'Whether the customer wants the order as soon as possible.',
  expected_time_pickup: 'When the order is expected to be picked up.',
  confirmed_time: 'When the order is confirmed to be ready.',
  customer_notes: 'Instructions of the customer.',
  seller_notes: 'Information of the merchant.',
  collection_code: 'A short code that the customer knows too; not necessarily unique.',
  coupon_codes: 'The coupon codes that were applied.',
  items: 'What was ordered.',
  deals: 'The deals that items belong to, by deal key.',
  discounts: 'Discounts on the order as a whole.',
  charges: 'What is added to the price.',
  payments: 'What was paid. An order without payments is unpaid.',
  custom_fields: 'The custom fields of the order.',
} as const;

export const orderCreate = z
  .object({
    channel: optionalText.describe(texts.channel),
    ref: optionalRef.describe(texts.ref),
    private_ref: optionalPrivateRef.describe(texts.private_ref),
    status,
    service_type: optional(z.enum(['delivery', 'collection', 'eat_in']), null).describe(texts.service_type),
    service_type_ref: optionalRef.describe(texts.service_type_ref),
    expected_time: optionalTime.describe(texts.expected_time),
    asap: hubField(optional(z.boolean(), null)).describe(texts.asap),
    expected_time_pickup: hubField(optionalTime).describe(texts.expected_time_pickup),
    confirmed_time: optionalTime.describe(texts.confirmed_time),
    customer_notes: optionalNotes.describe(texts.customer_notes),
    seller_notes: optionalNotes.describe(texts.seller_notes),
    collection_code: optionalText.describe(texts.collection_code),
    coupon_codes: optionalList(nameText, elementsMax).describe(texts.coupon_codes),
    items: optionalList(itemCreate, elementsMax).describe(texts.items),
    deals: optional(dealsCreate, {}).describe(texts.deals),
    discounts: optionalList(discountCreate, elementsMax).describe(texts.discounts),
    charges: optionalList(chargeCreate, elementsMax).describe(texts.charges),
    payments: optionalList(paymentCreate, elementsMax).describe(texts.payments),
    ...orderCustomerCreate,
    custom_fields: optional(customFieldsSchema, {}).describe(texts.custom_fields),
  })
  .check(
    crossFieldRule((order, fault) => {
      for (const { field, message, code } of customerFaults(order)) fault(code, message, field);
    }),
  )
  .meta({ id: 'OrderCreate', description: 'A new order. Only `status` is required.' });

export type OrderCreate = z.output<typeof orderCreate>;

/** The six fields and four collections that an update may change. Ignores every other field; null clears a field. */
export const orderUpdate = z
  .object({
    status: unlessNothing(status),
    confirmed_time: clearableTime.describe(texts.confirmed_time),
    seller_notes: notesText.nullish().describe(texts.seller_notes),
    collection_code: nameText.nullish().describe(texts.collection_code),
    private_ref: clearable(privateRefSchema).describe(texts.private_ref),
    custom_fields: clearable(customFieldsSchema).describe('The custom fields to set or, with null, to remove.'),
    ...elementsUpdate,
  })
  .meta({
    id: 'OrderUpdate',
    description: 'The fields of an order to update. Null clears a field; other fields are ignored.',
  });

export type OrderUpdate = z.output<typeof orderUpdate>;

/** The statuses in a query parameter, separated by commas. */
const statuses = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(status));

/** The query of an update. */
export const updateConditions = {
  if_status: statuses
    .optional()
    .describe('Updates the order only if it has one of these statuses, separated by commas: `new,received`.'),
};

/** The query of both lists of orders. */
export const orderFilters = {
  private_ref: text.optional().describe('Only the orders with this private ref of yours.'),
  status: status.optional().describe('Only the orders with this status.'),
  created_by: text.optional().describe('Only the orders that the client of this name created.'),
  after: timeFilter.meta({ description: 'Only orders created at this time or later.', format: 'date-time' }),
  before: timeFilter.meta({ description: 'Only orders created earlier than this time.', format: 'date-time' }),
  customer_id: text.optional().describe('Only the orders that are attached to this customer.'),
  ...pageQuery,
};

export type OrderFilters = z.output<z.ZodObject<typeof orderFilters>>;

/** An order as the API shows it. It is stored in the same shape, every `private_ref` null. */
export const orderView = z
  .object({
    id: text.describe('The id of the order.'),
    location_id: text.describe('The location that the order is for.'),
    created_at: timeSchema.describe('When the order was created.'),
    created_by: text.describe('The name of the client that created the order.'),
    connection_name: nullableText.describe('Tells several connections of one client apart.'),
    channel: text.describe(texts.channel),
    ref: nullableText.describe(texts.ref),
    private_ref: privateRefView.describe(texts.private_ref),
    status,
    service_type: nullableText.describe(texts.service_type),
    service_type_ref: nullableText.describe(texts.service_type_ref),
    expected_time: timeSchema.nullable().describe(texts.expected_time),
    asap: z.boolean().nullable().describe(texts.asap),
    expected_time_pickup: timeSchema.nullable().describe(texts.expected_time_pickup),
    confirmed_time: timeSchema.nullable().describe(texts.confirmed_time),
    customer_notes: nullableText.describe(texts.customer_notes),
    seller_notes: nullableText.describe(texts.seller_notes),
    collection_code: nullableText.describe(texts.collection_code),
    coupon_codes: z.array(text).describe(texts.coupon_codes),
    items: z.array(itemView).describe(texts.items),
    deals: dealsView,
    discounts: z.array(discountView).describe(texts.discounts),
    charges: z.array(chargeView).describe(texts.charges),
    payments: z.array(paymentView).describe(texts.payments),
    customer: customerView.describe('The customer as recorded at creation; its `id` is null for a guest.'),
    loyalty_operations: loyaltyOperationsView,
    custom_fields: customFieldsView.describe(texts.custom_fields),
    total: computedMoney.describe('The subtotals and charges minus the discounts, without deleted elements.'),
    total_discrepancy: z.null().meta({
      description: 'Deprecated: always null.',
      deprecated: true,
      // Text too, so that the types generated from the API document keep the field.
      type: ['string', 'null'],
    }),
    payment_discrepancy: computedMoney
      .nullable()
      .meta({ description: 'Deprecated: the payments minus the total; null without payments.', deprecated: true }),
    delivery: orderDeliveryView.optional().describe('The delivery; only when the order has one.'),
  })
  .meta({ id: 'Order', description: 'An order, as the client that asks may see it.' });

export type Order = z.output<typeof orderView>;
