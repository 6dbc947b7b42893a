/** The management API for clients. */
import { z } from 'zod';
import { listOf } from '../../values/lists.ts';
import { nameSchema } from '../../values/texts/names.ts';
import { isRedirectUri, outOfBand, redirectUriCharsMax } from '../../values/texts/redirect-uri.ts';
import { rule } from '../../values/rules.ts';
import { nameText, textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { connectionStatuses } from './connections.ts';
import { pageInput } from './page.ts';

const text = z.string();

const redirectUrisMax = 20;

const redirectUriSchema = textUpTo(redirectUriCharsMax)
  .check(
    rule(
      isRedirectUri,
      'not_a_url',
      `must be an http(s) URL in ASCII without fragment and credentials, or ${outOfBand}`,
    ),
  )
  .meta({ examples: ['https://shop.example/back'] });

export const redirectUrisSchema = listOf(redirectUriSchema, redirectUrisMax);

const managedClient = z.object({
  id: text,
  user_id: text,
  name: text,
  redirect_uris: z.array(text),
  created_at: z.coerce.date(),
  /** When an operator verified the client. Auth of an older version does not tell. */
  verified_at: z.coerce.date().nullable().default(null),
  /** Strict handling of all its requests (docs/api/conventions.md#strict-handling). Auth of an older version does not tell. */
  is_strict: z.boolean().default(false),
  /** Each of its codes needs a proof (docs/api/authentication.md#proof-of-the-request). Auth of an older version does not tell. */
  needs_proof: z.boolean().default(false),
  /** Until when the secret before the last rotation is accepted too. Auth of an older version does not tell. */
  old_secret_until: z.coerce.date().nullable().default(null),
});

export type ManagedClient = z.output<typeof managedClient>;

const credentials = z.object({ client_id: text, client_secret: text });

/** A user registers a client of their own; an operator names its user. */
export const createClient = principalCall('POST /management/clients', {
  summary: 'Register a client',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({
    user_id: nameText.optional(),
    name: nameSchema,
    redirect_uris: redirectUrisSchema.default([]),
  }),
  reply: credentials,
});

/**
 * Of one user up to 1,000, as one page: a user lists their own, an operator those of `user_id`. Without it an operator lists
 * all, page by page. `max`: how many a user may register (docs/api/limits.md#quotas).
 */
export const listClients = principalCall('GET /management/clients', {
  summary: 'List clients, newest first',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({ ...pageInput, user_id: nameText.optional() }),
  /** Auth of an older version does not tell `max` and `next`. */
  reply: z.object({
    items: z.array(managedClient),
    max: z.int().default(100),
    next: text.nullable().default(null),
  }),
});

export const retrieveClient = principalCall('GET /management/clients/:client_id', {
  summary: 'Retrieve a client',
  to: 'auth',
  principals: ['user', 'operator'],
  reply: managedClient,
});

export const updateClient = principalCall('POST /management/clients/:client_id', {
  summary: 'Update the name and the redirect URIs of a client',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({ name: nameSchema, redirect_uris: redirectUrisSchema }),
  reply: z.object({}),
});

export const updateHandling = principalCall('POST /management/clients/:client_id/handling', {
  summary: 'Switch strict handling on or off for all requests of a client',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({ is_strict: z.boolean() }),
  reply: z.object({}),
});

/** A user must have just entered the password. */
export const updateProof = principalCall('POST /management/clients/:client_id/proof', {
  summary: 'Decide whether each code of a client needs a proof of its request',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({ needs_proof: z.boolean() }),
  reply: z.object({}),
});

/** Only for a user who has just entered the password. */
export const showClientSecret = principalCall('POST /management/clients/:client_id/secret', {
  summary: 'Show the secret of a client',
  to: 'auth',
  principals: ['user'],
  reply: z.object({ name: text, client_secret: text }),
});

/** At most 7 days. */
const keepOldSecondsMax = 7 * 86_400;

/**
 * A user must have just entered the password. `keep_old_seconds`: how long the old secret is accepted too; by default it ends at once
 * (docs/api/back-office.md#client-secrets).
 */
export const rotateClientSecret = principalCall('POST /management/clients/:client_id/rotate_secret', {
  summary: 'Give a client a new secret',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({
    keep_old_seconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must be 0 or more')
      .max(keepOldSecondsMax, `must be at most ${keepOldSecondsMax}, which are 7 days`)
      .default(0),
  }),
  /** Auth of an older version does not tell `old_secret_until`: it keeps no old secret. */
  reply: credentials.extend({ old_secret_until: z.coerce.date().nullable().default(null) }),
});

/** A user must have just entered the password. */
export const endOldSecret = principalCall('POST /management/clients/:client_id/end_old_secret', {
  summary: 'End the old secret that a client kept at its last rotation',
  to: 'auth',
  principals: ['user', 'operator'],
  reply: z.object({}),
});

/** `force`: disconnects the connections that it has. */
export const deleteClient = principalCall('POST /management/clients/:client_id/delete', {
  summary: 'Delete a client',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ force: z.boolean().default(false) }),
  reply: z.object({}),
});

export const verifyClient = principalCall('POST /management/clients/:client_id/verify', {
  summary: 'Mark a client as verified',
  to: 'auth',
  principals: ['operator'],
  reply: managedClient,
});

/** Another name or other redirect URIs from the owner of the client take the mark away too. */
export const unverifyClient = principalCall('POST /management/clients/:client_id/unverify', {
  summary: 'Take the mark of a verified client away',
  to: 'auth',
  principals: ['operator'],
  reply: managedClient,
});

/** What the client received with its token; nothing else of other users' locations and accounts. */
const clientConnection = z.object({
  id: text,
  name: text.nullable(),
  scope: text,
  status: z.enum(connectionStatuses),
  account_name: text.nullable(),
  location_name: text.nullable(),
  created_at: z.coerce.date(),
});

/** `total` counts those that are not disconnected, up to a maximum; `has_more`: there are more than that. */
export const listClientConnections = principalCall('GET /management/clients/:client_id/connections', {
  summary: 'List the connections of a client, newest first',
  to: 'auth',
  principals: ['user'],
  input: z.object(pageInput),
  reply: z.object({
    items: z.array(clientConnection),
    next: text.nullable(),
    total: z.int(),
    has_more: z.boolean(),
  }),
});

export type ClientConnections = z.output<typeof listClientConnections.reply>;
