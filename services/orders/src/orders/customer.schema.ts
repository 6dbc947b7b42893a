/** The customer of a guest order (docs/api/orders.md#customers). */
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
