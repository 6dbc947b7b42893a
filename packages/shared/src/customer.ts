/** The customer as orders and customers show it (docs/api/customers.md#customers). */
import { z } from 'zod';
import { decimalSchema } from './decimal.ts';

const nullableText = z.string().nullable();

/** The customer of an order; `id` is null for a guest. */
export const customerView = z
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

export type CustomerView = z.output<typeof customerView>;
