/** The management API for the directory of apps (docs/decisions/0087-a-directory-of-apps.md). */
import { z } from 'zod';
import { formatScope, parseScope, scopeCharsMax } from '../../tokens/scopes.ts';
import { ApiError, invalid, type FieldError } from '../../values/errors.ts';
import { isVisible, visibleMessage } from '../../values/texts/names.ts';
import { crossFieldRule, rule } from '../../values/rules.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from '../management/page.ts';

const text = z.string();

const descriptionCharsMax = 300;
const urlCharsMax = 500;

/** The bytes that a logo may have, and the characters of its base64 form. */
export const logoBytesMax = 49_152;
const logoCharsMax = Math.ceil(logoBytesMax / 3) * 4;

const isHttps = (url: string) => {
  if (!/^[\x21-\x7e]+$/.test(url) || !URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === 'https:' && username === '' && password === '';
};

const httpsUrl = textUpTo(urlCharsMax)
  .check(rule(isHttps, 'not_a_url', 'must be an https URL in ASCII without credentials'))
  .meta({ examples: ['https://shop.example/hub'] });

const description = textUpTo(descriptionCharsMax)
  .check(rule((given) => given.trim() !== '', 'empty', 'must not be empty'))
  .check(rule(isVisible, 'forbidden_characters', visibleMessage))
  .transform((given) => given.trim());

/** Why a text is not a scope for a place. */
function scopeFault(given: string): FieldError | undefined {
  try {
    if (parseScope(given).level !== null) return undefined;
    throw invalid('scope', 'wrong_format', 'must name permissions of a location or an account');
  } catch (error) {
    if (error instanceof ApiError) return error.errors?.[0];
    throw error;
  }
}

const scope = textUpTo(scopeCharsMax)
  .check(
    crossFieldRule((given, report) => {
      const fault = scopeFault(given);
      if (fault) report(fault.code, fault.message);
    }),
  )
  .meta({ examples: ['location[orders.read]'] })
  .transform((given) => formatScope(parseScope(given)));

/** What the owner of a client says about it. `start_url` is where a merchant begins to connect it. */
const listingFields = { description, scope, website: httpsUrl, start_url: httpsUrl };

export type ListingFields = z.output<z.ZodObject<typeof listingFields>>;

const listedApp = z.object({
  client_id: text,
  name: text,
  owner_name: text.nullable(),
  is_verified: z.boolean(),
  description: text,
  scope: text,
  website: text,
  start_url: text,
  /** In the address of the logo; null without one. */
  logo_digest: text.nullable(),
});

export type ListedApp = z.output<typeof listedApp>;

/** `requested_at`: when its owner asked to be listed; `listed_at`: since when it is in the directory. */
const listing = listedApp.extend({ requested_at: z.coerce.date().nullable(), listed_at: z.coerce.date().nullable() });

export type Listing = z.output<typeof listing>;

/** The address of a logo. Its bytes never change. */
export const logoPath = (digest: string) => `/back-office/assets/logos/${digest}`;

export const listApps = principalCall('GET /management/apps', {
  summary: 'The apps of the directory, by name',
  to: 'auth',
  principals: ['user'],
  input: z.object(pageInput),
  reply: pageOf(listedApp),
});

export const listListings = principalCall('GET /management/listings', {
  summary: 'All listings of the directory, or those that wait for an operator',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ ...pageInput, state: z.enum(['requested', 'listed', 'all']).default('all') }),
  reply: pageOf(listing),
});

/** Null for a client without a listing. */
export const retrieveListing = principalCall('GET /management/clients/:client_id/listing', {
  summary: 'The listing of a client in the directory',
  to: 'auth',
  principals: ['user', 'operator'],
  reply: z.object({ listing: listing.nullable() }),
});

/** What changes leaves the directory until an operator lists it again. */
export const saveListing = principalCall('POST /management/clients/:client_id/listing', {
  summary: 'Describe a client for the directory, and ask an operator to list it',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object(listingFields),
  reply: listing,
});

/** The logo is base64 of a PNG or JPEG; null removes it. */
export const saveLogo = principalCall('POST /management/clients/:client_id/logo', {
  summary: 'Set the logo of a client in the directory',
  to: 'auth',
  principals: ['user'],
  input: z.object({ logo: textUpTo(logoCharsMax).nullable() }),
  reply: listing,
});

const seenAt = textUpTo(40)
  .check(
    rule((time) => !Number.isNaN(Date.parse(time)), 'not_a_time', 'must be a time, such as 2026-07-01T18:30:00.000Z'),
  )
  .meta({ examples: ['2026-07-01T18:30:00.000Z'] })
  .transform((time) => new Date(time));

export const approveListing = principalCall('POST /management/clients/:client_id/listing/approve', {
  summary: 'Put a client into the directory',
  to: 'auth',
  principals: ['operator'],
  /** The `requested_at` of what the operator has seen: the owner may have changed it since. */
  input: z.object({ requested_at: seenAt }),
  reply: listing,
});

export const removeListing = principalCall('POST /management/clients/:client_id/listing/remove', {
  summary: 'Take a client out of the directory',
  to: 'auth',
  principals: ['user', 'operator'],
  reply: listing,
});
