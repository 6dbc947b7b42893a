/** The calls that auth answers. */
import { z } from 'zod';
import { roleNames } from '../tokens/roles.ts';
import { listOf } from '../values/lists.ts';
import { rule } from '../values/rules.ts';
import { languages } from '../values/texts/languages.ts';
import { nameText, textUpTo } from '../values/texts/texts.ts';
import { timeSchema } from '../values/times/times.ts';
import { internalCall } from './internal-call.ts';
import { testShopSettings } from './management/test-shops.ts';

const text = z.string();

const nullableText = text.nullable();

const whoCalls = 'Who is calling cannot be checked at the moment; repeat the request';

/** The caller that an access token stands for, and the status of its connection. */
export const lookUpConnection = internalCall('GET /internal/connections/:token_digest', {
  summary: 'Who calls with the access token of this SHA-256 digest',
  to: 'auth',
  from: ['gateway'],
  body: z.undefined(),
  reply: z.object({
    status: z.enum(['active', 'blocked', 'disconnected', 'suspended']),
    caller: z.object({
      connection_id: text,
      connection_name: nullableText,
      client_id: text,
      client_name: text,
      user_id: text,
      account: z.object({ id: text, currency: text }).nullable(),
      location_id: nullableText,
      catalog_id: nullableText,
      customer_list_id: nullableText,
      scope: text,
    }),
    /** The location that the connection is bound to, if any. */
    location: z.object({ id: text, timezone: text }).nullable(),
    /** Whether its client switched strict handling on. Auth of an older version does not tell. */
    is_strict: z.boolean().default(false),
  }),
  unavailable: whoCalls,
});

/** The location that a path names. `suspended`: the location or its account is suspended. */
export const lookUpLocation = internalCall('GET /internal/accounts/:account_id/locations/:location_id', {
  summary: 'What the gateway needs to know of a location of an account',
  to: 'auth',
  from: ['gateway'],
  body: z.undefined(),
  reply: z.object({ id: text, timezone: text, suspended: z.boolean() }),
  unavailable: whoCalls,
});

/** When connections were last used. */
export const recordConnectionUses = internalCall('POST /internal/connection-uses', {
  summary: 'When connections were last used',
  to: 'auth',
  from: ['gateway'],
  body: z.object({
    uses: listOf(z.object({ connection_id: nameText, used_at: timeSchema }), 1_000),
  }),
  reply: z.object({}),
  unavailable: 'The uses of connections cannot be recorded at the moment',
});

const optionalId = nameText.optional();

/** A browser's session, and the account, location or connection of a page. 404 when the session has ended. */
export const lookUpSession = internalCall('POST /internal/sessions', {
  summary: 'Whose the session with this digest is, and whether what the page names is theirs',
  to: 'auth',
  from: ['back-office'],
  body: z.object({
    /** SHA-256 of the secret in the cookie, in hexadecimal. */
    id_digest: nameText,
    /** Whether the user acts as owner or as operator. */
    kind: z.enum(['user', 'operator']),
    /** The ids in the page's path. */
    ids: z.object({ account_id: optionalId, location_id: optionalId, connection_id: optionalId }),
    /** Whether the user sends a form: it counts (docs/api/limits.md#pages). */
    sends_form: z.boolean().default(false),
  }),
  reply: z.object({
    user: z.object({
      id: text,
      email: text,
      first_name: nullableText,
      last_name: nullableText,
      timezone: text,
      language: z.enum(languages).nullable().default(null),
      is_operator: z.boolean(),
      has_second_factor: z.boolean(),
    }),
    is_confirmed: z.boolean(),
    form_wait_seconds: z.int().min(0).default(0),
    user_token: text,
    /** Null when the path names nothing that the user owns. */
    place: z
      .object({
        account_id: nullableText,
        account_name: nullableText,
        currency: nullableText,
        location_id: nullableText,
        location_name: nullableText,
        timezone: nullableText,
        catalog_id: nullableText,
        customer_list_id: nullableText,
        // The release before knew owners alone.
        role: z.enum(roleNames).default('owner'),
      })
      .nullable(),
    /** The place is the user's, but its account requires a second factor. Auth of an older version requires none. */
    needs_second_factor: z.boolean().default(false),
  }),
  unavailable: whoCalls,
});

export const sessionRolesMax = 1_000;

/** Whether those who look at live pages still may. */
export const listSessionRoles = internalCall('POST /internal/sessions/roles', {
  summary: 'What the users of sessions are at locations',
  to: 'auth',
  from: ['back-office'],
  body: z.object({ visits: listOf(z.object({ id_digest: nameText, location_id: nameText }), sessionRolesMax) }),
  /** In the order of the visits. Null when the session is over, or the user nobody at the location. */
  reply: z.object({ roles: z.array(z.enum(roleNames).nullable()) }),
  unavailable: whoCalls,
});

/** Longer than a visit may take. */
export const visitLeaseSeconds = 60;

/** A till works on 100 orders at most. */
const rememberedBytesMax = 65_536;

/** What simulators remember from one visit to the next: JSON that only they understand. */
const rememberedSchema = z
  .record(text, z.unknown())
  .check(
    rule(
      (remembered) => Buffer.byteLength(JSON.stringify(remembered)) <= rememberedBytesMax,
      'too_large',
      `must have at most ${rememberedBytesMax} bytes`,
    ),
  )
  .meta({ 'x-max-bytes': rememberedBytesMax });

/** Shops whose next visit is due, and that are awake. Nobody else gets them until they are kept, or the lease is over. */
export const claimTestShops = internalCall('POST /internal/test_shops/claim', {
  summary: 'Claim test shops whose visit is due',
  to: 'auth',
  from: ['back-office'],
  body: z.object({ count: z.int().min(1).max(20) }),
  reply: z.object({
    items: z.array(
      z.object({
        user_id: text,
        lease_id: text,
        till_token: text,
        website_token: text,
        settings: testShopSettings,
        remembered: rememberedSchema,
        is_filled: z.boolean(),
        /** The change of prices that the user asked for. */
        asked_percent: z.int().nullable(),
        /** When somebody last called, as far as that is known. */
        active_at: z.coerce.date(),
      }),
    ),
  }),
  unavailable: 'Test shops cannot be visited at the moment',
});

/** Does nothing once the lease is over. */
export const keepTestShop = internalCall('POST /internal/test_shops/keep', {
  summary: 'Keep what a visit of a test shop leaves',
  to: 'auth',
  from: ['back-office'],
  body: z.object({
    user_id: nameText,
    lease_id: nameText,
    remembered: rememberedSchema,
    is_filled: z.boolean(),
    /** The change of prices that is done. */
    done_percent: z.int().min(-100).max(1_000).nullable(),
    failure: textUpTo(200).nullable(),
    next_visit_at: timeSchema,
  }),
  reply: z.object({}),
  unavailable: 'Test shops cannot be kept at the moment',
});
