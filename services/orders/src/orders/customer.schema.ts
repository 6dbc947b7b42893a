/** The customer of an order (contract, "Guest orders and attached customers" and "Customer"). */
import { decimalSchema } from '@order-hub/shared/decimal';
import { dateSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { optional, optionalDecimal, optionalText } from './optional.schema.ts';

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code, such as FR');

/** What a guest order may say of its customer. */
export const guestCreate = z
  .object({
    email: optionalText,
    first_name: optionalText,
    last_name: optionalText,
    gender: optional(z.enum(['male', 'female']), null),
    birth_date: optional(dateSchema, null),
    company_name: optionalText,
    phone: optionalText,
    phone_access_code: optionalText,
    address_1: optionalText,
    address_2: optionalText,
    postal_code: optionalText,
    city: optionalText,
    state: optionalText,
    country: optional(countryCode, null),
    latitude: optionalDecimal,
    longitude: optionalDecimal,
    delivery_notes: optionalText,
    sms_marketing: optional(z.boolean(), false),
    email_marketing: optional(z.boolean(), false),
  })
  .meta({ id: 'GuestCustomer' });

export type GuestCreate = z.output<typeof guestCreate>;

const nullableText = z.string().nullable();

/** The customer as an order shows it: `id` null for a guest. */
export const orderCustomerView = z
  .object({
    id: nullableText,
    customer_list_id: nullableText,
    anonymised: z.boolean(),
    private_ref: nullableText,
    email: nullableText,
    first_name: nullableText,
    last_name: nullableText,
    gender: nullableText,
    birth_date: nullableText,
    company_name: nullableText,
    phone: nullableText,
    phone_access_code: nullableText,
    address_1: nullableText,
    address_2: nullableText,
    postal_code: nullableText,
    city: nullableText,
    state: nullableText,
    country: nullableText,
    latitude: nullableText,
    longitude: nullableText,
    delivery_notes: nullableText,
    sms_marketing: z.boolean(),
    email_marketing: z.boolean(),
    custom_fields: z.record(z.string(), z.unknown()),
    created_at: nullableText,
    nb_orders: z.int().nullable(),
    order_total: nullableText,
    first_order_date: nullableText,
    last_order_date: nullableText,
    loyalty_cards: z.array(z.object({ id: z.string(), ref: nullableText, name: nullableText, balance: decimalSchema })),
  })
  .meta({ id: 'OrderCustomer' });

export type OrderCustomer = z.output<typeof orderCustomerView>;
