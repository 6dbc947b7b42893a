/** The management API for users. */
import { z } from 'zod';
import { listOf } from '../../values/lists.ts';
import { languages } from '../../values/texts/languages.ts';
import { nameSchema } from '../../values/texts/names.ts';
import { rule } from '../../values/rules.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { timezoneSchema } from '../../values/times/times.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from './page.ts';

const text = z.string();
const nullableText = text.nullable();

const passwordCharsMin = 8;
/** More is only work for the hash. */
export const passwordCharsMax = 1_024;
export const emailCharsMax = 254;
export const localeCharsMax = 64;
export const localesMax = 20;

/** Whether this machine knows the language tag well enough to spell it canonically. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const localeSchema = textUpTo(localeCharsMax)
  .check(rule(isLocale, 'wrong_format', 'must be a language tag, such as fr-FR'))
  .meta({ examples: ['fr-FR'] });

export const localesSchema = listOf(localeSchema, localesMax);

export const passwordSchema = z
  .string('must be a password')
  .min(passwordCharsMin, `must have at least ${passwordCharsMin} characters`)
  .max(passwordCharsMax, `must have at most ${passwordCharsMax} characters`);

/** A new user. */
export const userFields = z.object({
  email: z.email('must be an email address').max(emailCharsMax, `must have at most ${emailCharsMax} characters`),
  password: passwordSchema,
  first_name: nameSchema.nullish().default(null),
  last_name: nameSchema.nullish().default(null),
  timezone: timezoneSchema.default('UTC'),
  locales: localesSchema.default([]),
});

/** A user, as operators see one. */
const userView = z.object({
  id: text,
  first_name: nullableText,
  last_name: nullableText,
  email: text.optional(),
  email_verified: z.boolean().optional(),
  timezone: z.object({ name: text, offset: z.int() }),
  locales: z.array(text),
});

export const createUser = principalCall('POST /management/users', {
  summary: 'Create a user',
  to: 'auth',
  principals: ['operator'],
  input: userFields,
  reply: userView,
});

/** `email`: only the user with this address, in whatever case. */
export const listUsers = principalCall('GET /management/users', {
  summary: 'List users, oldest first',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ ...pageInput, email: textUpTo(emailCharsMax).optional() }),
  reply: pageOf(userView),
});

export const retrieveManagedUser = principalCall('GET /management/users/:user_id', {
  summary: 'Retrieve a user',
  to: 'auth',
  principals: ['operator'],
  reply: userView,
});

/** What is left out stays. */
export const updateUser = principalCall('POST /management/users/:user_id', {
  summary: 'Update the name, timezone, locales and language of a user',
  to: 'auth',
  principals: ['operator'],
  input: z.object({
    first_name: nameSchema.nullable().optional(),
    last_name: nameSchema.nullable().optional(),
    timezone: timezoneSchema.optional(),
    locales: localesSchema.optional(),
    language: z.enum(languages).nullable().optional(),
  }),
  reply: userView,
});

export type UserUpdate = z.output<typeof updateUser.input>;

export const deleteUser = principalCall('POST /management/users/:user_id/delete', {
  summary: 'Delete a user who owns no accounts and clients',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({}),
});

export const createPasswordLink = principalCall('POST /management/users/:user_id/password_link', {
  summary: 'Create a link with which the user sets a new password',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({ url: text, expires_at: text }),
});

export const resetSecondFactors = principalCall('POST /management/users/:user_id/second_factors/reset', {
  summary: "Remove a user's second factors and recovery codes, and log the user out everywhere",
  to: 'auth',
  principals: ['operator'],
  reply: z.object({ removed: z.int() }),
});

const profile = {
  first_name: nullableText,
  last_name: nullableText,
  timezone: text,
  locales: z.array(text),
  language: z.enum(languages).nullable(),
  /** Auth of an older version does not tell. */
  trouble_mails: z.boolean().default(true),
};

export const retrieveProfile = principalCall('GET /management/user', {
  summary: "Retrieve the user's own profile",
  to: 'auth',
  principals: ['user'],
  reply: z.object({ id: text, email: text, email_verified: z.boolean(), ...profile }),
});

export const updateProfile = principalCall('POST /management/user', {
  summary: "Update the user's own profile",
  to: 'auth',
  principals: ['user'],
  input: z.object({
    first_name: nameSchema.nullable(),
    last_name: nameSchema.nullable(),
    timezone: timezoneSchema,
    locales: localesSchema,
    /** Of the pages; null for that of the browser. Without it, it stays. */
    language: z.enum(languages).nullable().optional(),
    /** Whether the user gets mails about apps with trouble. Without it, it stays. */
    trouble_mails: z.boolean().optional(),
  }),
  reply: z.object({}),
});

export const listOwnFactors = principalCall('GET /management/user/second_factors', {
  summary: "List the user's own second factors, oldest first",
  to: 'auth',
  principals: ['user'],
  reply: z.object({
    items: z.array(z.object({ id: text, kind: z.enum(['app', 'passkey']), name: text, created_at: z.coerce.date() })),
  }),
});
