/** The customer of an order: a guest's data, and the ways to name one (docs/api/orders.md#customers). */
import { customerTexts } from '@order-hub/shared/customer';
import { dateSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { optional, optionalDecimal, optionalNotes, optionalText } from './optional.schema.ts';

const countryCode = z
  .string('must be a text')
  .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code, such as FR')
  .meta({ maxLength: 2, examples: ['FR'] });

/** What a guest order may say of its customer. */
export const guestCreate = z
  .object({
    email: optionalText.describe(customerTexts.email),
    first_name: optionalText.describe(customerTexts.first_name),
    last_name: optionalText.describe(customerTexts.last_name),
    gender: optional(z.enum(['male', 'female']), null).describe(customerTexts.gender),
    birth_date: optional(dateSchema, null).describe(customerTexts.birth_date),
    company_name: optionalText.describe(customerTexts.company_name),
    phone: optionalText.describe(customerTexts.phone),
    phone_access_code: optionalText.describe(customerTexts.phone_access_code),
    address_1: optionalText.describe(customerTexts.address_1),
    address_2: optionalText.describe(customerTexts.address_2),
    postal_code: optionalText.describe(customerTexts.postal_code),
    city: optionalText.describe(customerTexts.city),
    state: optionalText.describe(customerTexts.state),
    country: optional(countryCode, null).describe(customerTexts.country),
    latitude: optionalDecimal.describe(customerTexts.latitude),
    longitude: optionalDecimal.describe(customerTexts.longitude),
    delivery_notes: optionalNotes.describe(customerTexts.delivery_notes),
    sms_marketing: optional(z.boolean(), false).describe(customerTexts.sms_marketing),
    email_marketing: optional(z.boolean(), false).describe(customerTexts.email_marketing),
  })
  .meta({ id: 'GuestCustomer', description: 'The customer of a guest order.' });

export type GuestCreate = z.output<typeof guestCreate>;

type CustomerNames = Record<'customer_id' | 'customer_list_id' | 'customer_private_ref' | 'customer', unknown>;

/** How an order may not name its customer: when, which field is to blame, and why (docs/api/orders.md#customers). */
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
export function brokenCustomerRule({ customer_id, customer_list_id, customer_private_ref, customer }: CustomerNames) {
  const given = {
    customer_id: customer_id !== null,
    customer_list_id: customer_list_id !== null,
    customer_private_ref: customer_private_ref !== null,
    customer: customer !== null,
  };
  return customerRules.find(([isBroken]) => isBroken(given));
}
