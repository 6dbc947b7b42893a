import { listOf } from '@order-hub/shared/lists';
import { textUpTo } from '@order-hub/shared/texts';
import { timezoneSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { nameSchema, optionalName } from '@order-hub/shared/names';
import { timezoneView } from '../timezone.view.ts';

const passwordCharsMin = 8;
/** More is only work for the hash. */
const passwordCharsMax = 1_024;
const emailCharsMax = 254;
const localeCharsMax = 64;
const localesMax = 20;

/** Whether this machine knows the language tag well enough to spell it canonically. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const localeSchema = textUpTo(localeCharsMax)
  .refine(isLocale, 'must be a language tag, such as fr-FR')
  .meta({ examples: ['fr-FR'] });

const localesSchema = listOf(localeSchema, localesMax);

const passwordSchema = z
  .string('must be a password')
  .min(passwordCharsMin, `must have at least ${passwordCharsMin} characters`)
  .max(passwordCharsMax, `must have at most ${passwordCharsMax} characters`);

export const userCreate = z.object({
  email: z.email('must be an email address').max(emailCharsMax, `must have at most ${emailCharsMax} characters`),
  password: passwordSchema,
  first_name: nameSchema.nullish().default(null),
  last_name: nameSchema.nullish().default(null),
  timezone: timezoneSchema.default('UTC'),
  locales: localesSchema.default([]),
});

/** What users say of themselves, in a form. Language tags are separated by commas or blanks. */
export const profileForm = z.object({
  first_name: optionalName,
  last_name: optionalName,
  timezone: timezoneSchema,
  locales: textUpTo(localesMax * (localeCharsMax + 2))
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (tags) => localesSchema.safeParse(tags).success,
      `must be up to ${localesMax} language tags, such as fr-FR, en`,
    ),
});

export const newPasswordForm = z.object({ new_password: passwordSchema });
export const changedPasswordForm = newPasswordForm.extend({ password: textUpTo(passwordCharsMax) });

/** What an operator may ask: who has this email address, in whatever case. */
export const userFilters = { email: textUpTo(emailCharsMax) };

export const passwordLinkView = z.object({ url: z.string(), expires_at: z.string() });

/** `email` only with profile_with_email (docs/api/locations.md#users). */
export const userView = z
  .object({
    id: z.string().describe('The id of the user.'),
    first_name: z.string().nullable().describe('The first name.'),
    last_name: z.string().nullable().describe('The last name.'),
    email: z.string().optional().describe('The email address; only with the permission `profile_with_email`.'),
    timezone: timezoneView.describe('The timezone of the user.'),
    locales: z.array(z.string()).describe('The languages of the user, as tags such as `fr-FR`.'),
  })
  .meta({ id: 'User', description: 'The user who authorised the connection.' });
