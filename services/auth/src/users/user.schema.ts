import { timezoneSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { nameSchema } from '../name.schema.ts';
import { timezoneView } from '../timezone.view.ts';

const PASSWORD_CHARS_MIN = 8;
/** More is only work for the hash. */
const PASSWORD_CHARS_MAX = 1_024;
const EMAIL_CHARS_MAX = 254;

/** Whether this machine knows the language tag well enough to spell it canonically. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const localeSchema = z.string().refine(isLocale, 'must be a language tag, such as fr-FR');

export const userCreate = z.object({
  email: z.email('must be an email address').max(EMAIL_CHARS_MAX, `must have at most ${EMAIL_CHARS_MAX} characters`),
  password: z
    .string('must be a password')
    .min(PASSWORD_CHARS_MIN, `must have at least ${PASSWORD_CHARS_MIN} characters`)
    .max(PASSWORD_CHARS_MAX, `must have at most ${PASSWORD_CHARS_MAX} characters`),
  first_name: nameSchema.nullish().default(null),
  last_name: nameSchema.nullish().default(null),
  timezone: timezoneSchema.default('UTC'),
  locales: z.array(localeSchema).max(20).default([]),
});

/** Contract, "User": `email` only with profile_with_email. */
export const userReply = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().optional(),
  timezone: timezoneView,
  locales: z.array(z.string()),
});
