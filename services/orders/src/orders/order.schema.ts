/** The wire shapes of orders (contract, "Order" and "Orders"). */
import { customerView } from '@order-hub/shared/customer';
import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { pageQuery } from '@order-hub/shared/pagination';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { orderDeliveryView } from '../deliveries/delivery.schema.ts';
import { guestCreate } from './customer.schema.ts';
import { elementUpdates } from './element-update.schema.ts';
import { optional, optionalList, optionalText, optionalTime } from './optional.schema.ts';
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
type CustomerNames = Record<'customer_id' | 'customer_list_id' | 'customer_private_ref' | 'customer', unknown>;

/** How an order may not name its customer: when, which field is to blame, and why (contract, "Order"). */
const customerRules: [
  isBroken: (given: Record<keyof CustomerNames, boolean>) => boolean,
  field: string,
  why: string,
][] = [
  [
    (given) => given.customer_id && (given.customer_list_id || given.customer_private_ref || given.customer),
    'customer_id',
    'cannot be combined with customer_list_id, customer_private_ref or customer',
  ],
  [
    (given) => given.customer && (given.customer_list_id || given.customer_private_ref),
    'customer',
    'cannot be combined with customer_list_id and customer_private_ref',
  ],
  [
    (given) => given.customer_private_ref && !given.customer_list_id,
    'customer_list_id',
    'must be given together with customer_private_ref',
  ],
  [
    (given) => given.customer_list_id && !given.customer_private_ref,
    'customer_private_ref',
    'must be given together with customer_list_id',
  ],
];

/** The first rule that an order breaks in naming its customer. */
function brokenCustomerRule({ customer_id, customer_list_id, customer_private_ref, customer }: CustomerNames) {
  const given = {
    customer_id: customer_id !== null,
    customer_list_id: customer_list_id !== null,
    customer_private_ref: customer_private_ref !== null,
    customer: customer !== null,
  };
  return customerRules.find(([isBroken]) => isBroken(given));
}

export const orderCreate = z
  .object({
    channel: optionalText,
    ref: optionalText,
    private_ref: optional(privateRefSchema, null),
    status,
    service_type: optional(z.enum(['delivery', 'collection', 'eat_in']), null),
    service_type_ref: optionalText,
    expected_time: optionalTime,
    confirmed_time: optionalTime,
    customer_notes: optionalText,
    seller_notes: optionalText,
    collection_code: optionalText,
    coupon_codes: optionalList(z.string()),
    items: optionalList(itemCreate),
    deals: optional(dealsCreate, {}),
    discounts: optionalList(discountCreate),
    charges: optionalList(chargeCreate),
    payments: optionalList(paymentCreate),
    customer_id: optionalText,
    customer_list_id: optionalText,
    customer_private_ref: optionalText,
    customer: optional(guestCreate, null),
    loyalty_operations: optionalList(loyaltyOperationCreate),
    custom_fields: optional(customFieldsSchema, {}),
  })
  .superRefine((order, { addIssue }) => {
    const [, field, message] = brokenCustomerRule(order) ?? [];
    if (field) addIssue({ code: 'custom', path: [field], message });
    const isGuest = order.customer_id === null && order.customer_list_id === null;
    if (isGuest && order.loyalty_operations.length > 0) {
      const why = 'need an order that is linked to a customer';
      addIssue({ code: 'custom', path: ['loyalty_operations'], message: why });
    }
  })
  .meta({ id: 'OrderCreate' });

export type OrderCreate = z.output<typeof orderCreate>;

/** The six fields and four collections that an update may send; all else in the body is ignored. Null clears a field. */
export const orderUpdate = z
  .object({
    status: status.optional(),
    confirmed_time: timeSchema.nullish(),
    seller_notes: z.string().nullish(),
    collection_code: z.string().nullish(),
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
    customer: customerView.nullable(),
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
