/** The wire shapes of orders (contract, "Order" and "Orders"). */
import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { pageQuery } from '@order-hub/shared/pagination';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { orderDeliveryView } from '../deliveries/delivery.schema.ts';
import { guestCreate, orderCustomerView } from './customer.schema.ts';
import { elementUpdates } from './element-update.schema.ts';
import {
  chargeCreate,
  chargeView,
  dealsCreate,
  discountCreate,
  discountView,
  itemCreate,
  itemView,
  loyaltyOperationCreate,
  paymentCreate,
  paymentView,
} from './order-parts.schema.ts';

const orderStatuses = [
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
] as const;

const status = z.enum(orderStatuses);
const text = z.string().nullish();
const time = timeSchema.nullish();

/** The contract's three ways to name a customer, of which an order takes at most one; undefined when they do not clash. */
function customerFault(
  order: Record<'customer_id' | 'customer_list_id' | 'customer_private_ref' | 'customer', unknown>,
) {
  const given = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null && value !== undefined));
  const { customer_id, customer_list_id, customer_private_ref, customer } = given;
  const isListed = customer_list_id !== undefined || customer_private_ref !== undefined;
  if (customer_id !== undefined && (isListed || customer !== undefined)) {
    return {
      field: 'customer_id',
      message: 'cannot be combined with customer_list_id, customer_private_ref or customer',
    };
  }
  if (isListed && customer !== undefined) {
    return { field: 'customer', message: 'cannot be combined with customer_list_id and customer_private_ref' };
  }
  if (isListed && customer_list_id === undefined) {
    return { field: 'customer_list_id', message: 'must be given together with customer_private_ref' };
  }
  if (isListed && customer_private_ref === undefined) {
    return { field: 'customer_private_ref', message: 'must be given together with customer_list_id' };
  }
  return undefined;
}

export const orderCreate = z
  .object({
    channel: text,
    ref: text,
    private_ref: privateRefSchema.nullish(),
    status,
    service_type: z.enum(['delivery', 'collection', 'eat_in']).nullish(),
    service_type_ref: text,
    expected_time: time,
    confirmed_time: time,
    customer_notes: text,
    seller_notes: text,
    collection_code: text,
    coupon_codes: z.array(z.string()).nullish(),
    items: z.array(itemCreate).nullish(),
    deals: dealsCreate.nullish(),
    discounts: z.array(discountCreate).nullish(),
    charges: z.array(chargeCreate).nullish(),
    payments: z.array(paymentCreate).nullish(),
    customer_id: text,
    customer_list_id: text,
    customer_private_ref: text,
    customer: guestCreate.nullish(),
    loyalty_operations: z.array(loyaltyOperationCreate).nullish(),
    custom_fields: customFieldsSchema.nullish(),
  })
  .superRefine(
    ({ customer_id, customer_list_id, customer_private_ref, customer, loyalty_operations }, { addIssue }) => {
      const fault = customerFault({ customer_id, customer_list_id, customer_private_ref, customer });
      if (fault) addIssue({ code: 'custom', path: [fault.field], message: fault.message });
      const isGuest = !customer_id && !customer_list_id;
      if (isGuest && loyalty_operations?.length) {
        addIssue({
          code: 'custom',
          path: ['loyalty_operations'],
          message: 'need an order that is linked to a customer',
        });
      }
    },
  )
  .meta({ id: 'OrderCreate' });

export type OrderCreate = z.output<typeof orderCreate>;

/** The six fields and four collections that an update may send; all else in the body is ignored. */
export const orderUpdate = z
  .object({
    status: status.optional(),
    confirmed_time: time,
    seller_notes: text,
    collection_code: text,
    private_ref: privateRefSchema.nullish(),
    custom_fields: customFieldsSchema.nullish(),
    items: elementUpdates(itemCreate),
    discounts: elementUpdates(discountCreate),
    charges: elementUpdates(chargeCreate),
    payments: elementUpdates(paymentCreate),
  })
  .meta({ id: 'OrderUpdate' });

export type OrderUpdate = z.output<typeof orderUpdate>;

/** A Time in a query: a `+` that was not percent-encoded arrives as a space and is taken for what it was. */
const timeFilter = z
  .string()
  .transform((time) => time.replace(' ', '+'))
  .pipe(timeSchema)
  .optional();

/** The query of both lists of orders. */
export const orderFilters = {
  private_ref: z.string().optional(),
  status: status.optional(),
  created_by: z.string().optional(),
  after: timeFilter.describe('Inclusive'),
  before: timeFilter.describe('Exclusive'),
  customer_id: z.string().optional(),
  ...pageQuery,
};

export type OrderFilters = z.output<z.ZodObject<typeof orderFilters>>;

const nullableText = z.string().nullable();

/** An order as the API shows it; also, with every `private_ref` null, what is stored of it. */
export const orderView = z
  .object({
    id: z.string(),
    location_id: z.string(),
    created_at: z.string(),
    created_by: z.string(),
    connection_name: nullableText,
    channel: z.string(),
    ref: nullableText,
    private_ref: nullableText,
    status,
    service_type: nullableText,
    service_type_ref: nullableText,
    expected_time: nullableText,
    confirmed_time: nullableText,
    customer_notes: nullableText,
    seller_notes: nullableText,
    collection_code: nullableText,
    coupon_codes: z.array(z.string()),
    items: z.array(itemView),
    deals: z.record(z.string(), z.object({ name: z.string(), ref: nullableText })),
    discounts: z.array(discountView),
    charges: z.array(chargeView),
    payments: z.array(paymentView),
    customer: orderCustomerView.nullable(),
    loyalty_operations: z.array(
      z.object({ ref: nullableText, name: nullableText, delta: z.string(), reason: nullableText }),
    ),
    custom_fields: z.record(z.string(), z.unknown()),
    total: z.string().describe('Money, computed'),
    total_discrepancy: z.null().meta({ deprecated: true }),
    payment_discrepancy: nullableText.meta({ deprecated: true }),
    delivery: orderDeliveryView.optional(),
  })
  .meta({ id: 'Order' });

export type Order = z.output<typeof orderView>;
