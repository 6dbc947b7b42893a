/** What the sign-up form asks for. */
import { countryCode, type CountryCode } from '@order-hub/shared/country';
import { userFields } from '@order-hub/shared/management/users';
import { optionalName } from '@order-hub/shared/names';
import { fieldsRule } from '@order-hub/shared/rules';
import { z } from 'zod';

/** What people sign up for: `development` needs no business. */
export const purposes = ['business', 'development'] as const;

/** An account, and its first location. */
export type Business = { account_name: string; location_name: string | null; country: CountryCode };

type BusinessFields = {
  purpose: (typeof purposes)[number];
  account_name: string | null;
  location_name: string | null;
  country: CountryCode | null;
};

/** The fields of the form. Those of a business are needed only by a business. */
export const signUpFields = z
  .object({
    purpose: z.enum(purposes, 'must be one of these').default('business'),
    first_name: optionalName,
    last_name: optionalName,
    email: userFields.shape.email,
    password: userFields.shape.password,
    account_name: optionalName,
    location_name: optionalName,
    country: z
      .string()
      .transform((code) => code || null)
      .pipe(countryCode.nullable()),
  })
  .check(
    fieldsRule<BusinessFields, 'purpose' | 'account_name'>(
      ['purpose', 'account_name'],
      ({ purpose, account_name }, fault) => {
        if (purpose === 'business' && account_name === null) fault('empty', 'must not be empty', 'account_name');
      },
    ),
    fieldsRule<BusinessFields, 'purpose' | 'country'>(['purpose', 'country'], ({ purpose, country }, fault) => {
      if (purpose === 'business' && country === null) fault('missing', 'must be chosen', 'country');
    }),
  );

/** The business in the form; null for those who develop applications, whatever the form says of one. */
export function businessOf({ purpose, account_name, location_name, country }: BusinessFields): Business | null {
  if (purpose !== 'business' || account_name === null || country === null) return null;
  return { account_name, location_name, country };
}
