/** The customer as orders and customers show it (docs/api/customers.md#customers). */
import { z } from 'zod';
import { customFieldsView } from './custom-fields.ts';
import { decimalSchema } from './decimal.ts';
import { computedMoney } from './money.ts';
import { privateRefView } from './private-ref.ts';
import { dateSchema, timeSchema } from './times.ts';

const text = z.string();
const nullableText = text.nullable();
const decimal = decimalSchema.nullable();
const time = timeSchema.nullable();

const loyaltyCard = z
  .object({
    id: text.describe('The id of the card.'),
    ref: nullableText.describe('Which card it is; null for the only one.'),
    name: nullableText.describe('The name of the card.'),
    balance: decimalSchema.describe('The points on the card.'),
  })
  .meta({ id: 'CustomerLoyaltyCard', description: 'A loyalty card of a customer.' });

/** What a client may say of a customer, in words. */
export const customerTexts = {
  email: 'The email address.',
  first_name: 'The first name.',
  last_name: 'The last name.',
  gender: '`male` or `female`.',
  birth_date: 'The date of birth.',
  company_name: 'The name of the company.',
  phone: 'The phone number, preferably in the E.164 format.',
  phone_access_code: 'The code to dial after the phone number.',
  address_1: 'The first line of the address.',
  address_2: 'The second line of the address.',
  postal_code: 'The postal code.',
  city: 'The city.',
  state: 'The state or region.',
  country: 'The ISO 3166-1 alpha-2 code of the country.',
  latitude: 'The latitude of the address.',
  longitude: 'The longitude of the address.',
  delivery_notes: 'Instructions for whoever delivers.',
  sms_marketing: 'Whether the customer accepts advertisements by SMS.',
  email_marketing: 'Whether the customer accepts advertisements by email.',
} as const;

/** The customer of an order; `id` is null for a guest. */
export const customerView = z
  .object({
    id: nullableText.describe('The id of the customer; null for a guest.'),
    customer_list_id: nullableText.describe('The list that the customer is in; null for a guest.'),
    anonymised: z.boolean().describe('Whether the personal data was erased.'),
    private_ref: privateRefView.describe('Your own reference of the customer.'),
    email: nullableText.describe(customerTexts.email),
    first_name: nullableText.describe(customerTexts.first_name),
    last_name: nullableText.describe(customerTexts.last_name),
    gender: nullableText.describe(customerTexts.gender),
    birth_date: dateSchema.nullable().describe(customerTexts.birth_date),
    company_name: nullableText.describe(customerTexts.company_name),
    phone: nullableText.describe(customerTexts.phone),
    phone_access_code: nullableText.describe(customerTexts.phone_access_code),
    address_1: nullableText.describe(customerTexts.address_1),
    address_2: nullableText.describe(customerTexts.address_2),
    postal_code: nullableText.describe(customerTexts.postal_code),
    city: nullableText.describe(customerTexts.city),
    state: nullableText.describe(customerTexts.state),
    country: nullableText.describe(customerTexts.country),
    latitude: decimal.describe(customerTexts.latitude),
    longitude: decimal.describe(customerTexts.longitude),
    delivery_notes: nullableText.describe(customerTexts.delivery_notes),
    sms_marketing: z.boolean().describe(customerTexts.sms_marketing),
    email_marketing: z.boolean().describe(customerTexts.email_marketing),
    custom_fields: customFieldsView.describe('The custom fields of the customer.'),
    created_at: time.describe('When the customer was created; null for a guest.'),
    nb_orders: z.int().nullable().describe('How many orders are attached to the customer; null for a guest.'),
    order_total: computedMoney.nullable().describe('The sum of the totals of these orders.'),
    first_order_date: time.describe('When the first of these orders was created.'),
    last_order_date: time.describe('When the last of these orders was created.'),
    loyalty_cards: z.array(loyaltyCard).describe('The loyalty cards of the customer.'),
  })
  .meta({ id: 'Customer', description: 'A customer; in an order, as recorded when the order was created.' });

export type CustomerView = z.output<typeof customerView>;
