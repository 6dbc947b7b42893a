/** The customer as orders and customers show it (docs/api/customers.md#customers). */
import { z } from 'zod';
import { customFieldsView } from '../values/custom-fields.ts';
import { coordinateSchema, coordinateText } from '../values/amounts/coordinate.ts';
import { computedDecimal } from '../values/amounts/decimal.ts';
import { computedMoney } from '../values/amounts/money.ts';
import { clearable, clearableDate } from '../values/optional.ts';
import { privateRefView } from '../values/texts/private-ref.ts';
import { nameText, notesText, searchedText } from '../values/texts/texts.ts';
import { dateSchema, timeSchema } from '../values/times/times.ts';

const text = z.string();
const nullableText = text.nullable();
const coordinate = coordinateText.nullable();
const time = timeSchema.nullable();

const loyaltyCard = z
  .object({
    id: text.describe('The id of the card.'),
    ref: nullableText.describe('Which card it is; null for the only one.'),
    name: nullableText.describe('The name of the card.'),
    balance: computedDecimal.describe('The points on the card.'),
  })
  .meta({ id: 'CustomerLoyaltyCard', description: 'A loyalty card of a customer.' });

/** The descriptions of the fields that a client may send. */
const texts = {
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

const countryCode = z
  .string('must be a text')
  .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code, such as FR')
  .meta({ maxLength: 2, examples: ['FR'] });

/**
 * What a client may send about a customer or a guest. Null clears a field; at creation it means the same as absent. An empty text
 * clears a text, and says nothing in any other field.
 */
export const customerFields = {
  email: searchedText.nullish().describe(texts.email),
  first_name: nameText.nullish().describe(texts.first_name),
  last_name: nameText.nullish().describe(texts.last_name),
  gender: clearable(z.enum(['male', 'female'])).describe(texts.gender),
  birth_date: clearableDate.describe(texts.birth_date),
  company_name: nameText.nullish().describe(texts.company_name),
  phone: searchedText.nullish().describe(texts.phone),
  phone_access_code: nameText.nullish().describe(texts.phone_access_code),
  address_1: nameText.nullish().describe(texts.address_1),
  address_2: nameText.nullish().describe(texts.address_2),
  postal_code: nameText.nullish().describe(texts.postal_code),
  city: nameText.nullish().describe(texts.city),
  state: nameText.nullish().describe(texts.state),
  country: clearable(countryCode).describe(texts.country),
  latitude: clearable(coordinateSchema).describe(texts.latitude),
  longitude: clearable(coordinateSchema).describe(texts.longitude),
  delivery_notes: notesText.nullish().describe(texts.delivery_notes),
  sms_marketing: clearable(z.boolean()).describe(texts.sms_marketing),
  email_marketing: clearable(z.boolean()).describe(texts.email_marketing),
};

/** What a client sends about a customer. An update leaves absent fields as they are. */
export type CustomerUpdate = z.output<z.ZodObject<typeof customerFields>>;

/** The fields of a customer before any client sent one. */
export const unsetFields: CustomerFields = {
  email: null,
  first_name: null,
  last_name: null,
  gender: null,
  birth_date: null,
  company_name: null,
  phone: null,
  phone_access_code: null,
  address_1: null,
  address_2: null,
  postal_code: null,
  city: null,
  state: null,
  country: null,
  latitude: null,
  longitude: null,
  delivery_notes: null,
  sms_marketing: false,
  email_marketing: false,
};

type NullableFields = Required<{ [Field in keyof CustomerUpdate]: NonNullable<CustomerUpdate[Field]> | null }>;

/** Everything clients have sent about a customer. */
export type CustomerFields = Omit<NullableFields, 'sms_marketing' | 'email_marketing'> & {
  sms_marketing: boolean;
  email_marketing: boolean;
};

const fieldNames = Object.keys(unsetFields) as (keyof CustomerFields)[];

/** The fields after a client sent some of them. */
export function withGivenFields<Fields extends CustomerFields>(before: Fields, given: CustomerUpdate): Fields {
  const after: Record<string, unknown> = { ...before };
  for (const name of fieldNames) {
    const value = given[name];
    if (value !== undefined) after[name] = value ?? unsetFields[name];
  }
  return after as Fields;
}

/** The customer of an order; `id` is null for a guest. */
export const customerView = z
  .object({
    id: nullableText.describe('The id of the customer; null for a guest.'),
    customer_list_id: nullableText.describe('The list that the customer is in; null for a guest.'),
    anonymised: z.boolean().describe('Whether the personal data was removed.'),
    private_ref: privateRefView.describe('Your own reference of the customer.'),
    email: nullableText.describe(texts.email),
    first_name: nullableText.describe(texts.first_name),
    last_name: nullableText.describe(texts.last_name),
    gender: nullableText.describe(texts.gender),
    birth_date: dateSchema.nullable().describe(texts.birth_date),
    company_name: nullableText.describe(texts.company_name),
    phone: nullableText.describe(texts.phone),
    phone_access_code: nullableText.describe(texts.phone_access_code),
    address_1: nullableText.describe(texts.address_1),
    address_2: nullableText.describe(texts.address_2),
    postal_code: nullableText.describe(texts.postal_code),
    city: nullableText.describe(texts.city),
    state: nullableText.describe(texts.state),
    country: nullableText.describe(texts.country),
    latitude: coordinate.describe(texts.latitude),
    longitude: coordinate.describe(texts.longitude),
    delivery_notes: nullableText.describe(texts.delivery_notes),
    sms_marketing: z.boolean().describe(texts.sms_marketing),
    email_marketing: z.boolean().describe(texts.email_marketing),
    custom_fields: customFieldsView.describe('The custom fields of the customer.'),
    created_at: time.describe('When the customer was created; null for a guest.'),
    nb_orders: z.int().nullable().describe('How many orders are attached to the customer; null for a guest.'),
    order_total: computedMoney.nullable().describe('The sum of the totals of these orders.'),
    first_order_date: time.describe('When the first of these orders was created.'),
    last_order_date: time.describe('When the last of these orders was created.'),
    loyalty_cards: z.array(loyaltyCard).describe('The loyalty cards of the customer.'),
  })
  .meta({ id: 'OrderCustomer', description: 'The customer of an order, as recorded when the order was created.' });

export type CustomerView = z.output<typeof customerView>;
