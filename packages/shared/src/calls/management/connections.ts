/** The management API for connections. */
import { z } from 'zod';
import { everyRole } from '../../tokens/roles.ts';
import { parseScope, scopeCharsMax } from '../../tokens/scopes.ts';
import { isId } from '../../values/ids.ts';
import { isVisible, visibleMessage } from '../../values/texts/names.ts';
import { rule } from '../../values/rules.ts';
import { nameText } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from './page.ts';

const everyone = ['user', 'operator'] as const;
const text = z.string();
const nullableText = text.nullable();
const nullableDate = z.coerce.date().nullable();

export const connectionStatuses = ['active', 'blocked', 'disconnected', 'suspended'] as const;

/** A connection in a list. `used_at`: when it was last used, as far as that is known. */
const listedConnection = z.object({
  id: text,
  client_name: text,
  name: nullableText,
  scope: text,
  status: z.enum(connectionStatuses),
  account_name: nullableText,
  location_name: nullableText,
  created_at: z.coerce.date(),
  used_at: nullableDate,
});

export type ListedConnection = z.output<typeof listedConnection>;

/** A connection with the people it concerns. `client_owner`: who registered the client. `grantor`: who granted it. */
const managedConnection = listedConnection.extend({
  account_id: nullableText,
  location_id: nullableText,
  catalog_id: nullableText,
  customer_list_id: nullableText,
  blocked_at: nullableDate,
  disconnected_at: nullableDate,
  client_owner: text,
  grantor: text,
  grantor_id: text,
});

export type ManagedConnection = z.output<typeof managedConnection>;

/** The connection as operators see it on the command line. */
export const connectionView = z.object({
  id: text,
  status: z.enum(connectionStatuses),
  client_id: text,
  client_name: text,
  user_id: text,
  account_id: nullableText,
  location_id: nullableText,
  catalog_id: nullableText,
  customer_list_id: nullableText,
  name: nullableText,
  scope: text,
  created_at: text,
});

const idSchema = z
  .string('must be a text')
  .check(rule(isId, 'wrong_format', 'must be an id'))
  .meta({ maxLength: 64 });
const scopeSchema = z
  .string('must be a scope, such as location[orders.read]')
  .meta({ maxLength: scopeCharsMax, examples: ['location[orders.read]'] })
  .transform(parseScope);
const optionalId = idSchema.nullish().transform((id) => id ?? null);

/** The token response (docs/api/authentication.md#token-response) and the id of the connection. */
export const tokenView = z.object({
  id: text,
  access_token: text,
  token_type: z.literal('Bearer'),
  account_id: nullableText,
  location_id: nullableText,
  catalog_id: nullableText,
  customer_list_id: nullableText,
  account_name: nullableText,
  location_name: nullableText,
  catalog_name: nullableText,
  customer_list_name: nullableText,
});

export const createConnection = principalCall('POST /management/connections', {
  summary: 'Authorise a client for a location, an account or a user',
  to: 'auth',
  principals: ['operator'],
  input: z.object({
    client_id: nameText,
    scope: scopeSchema,
    location_id: optionalId,
    account_id: optionalId,
    catalog_id: optionalId,
    customer_list_id: optionalId,
    name: z
      .string()
      .trim()
      .max(255, 'must have at most 255 characters')
      .check(rule(isVisible, 'forbidden_characters', visibleMessage))
      .nullish()
      .transform((name) => name || null),
  }),
  reply: tokenView,
});

/**
 * A user's connections, newest first: of a location, of an account (those with no location), or with neither those that the
 * user granted for their profile alone.
 */
export const listUserConnections = principalCall('GET /management/user/connections', {
  summary: 'List the connections of a location, an account or the user, newest first',
  to: 'auth',
  principals: ['user'],
  input: z.object({ ...pageInput, location_id: nameText.optional(), account_id: nameText.optional() }),
  reply: pageOf(listedConnection),
});

/** A user's connections that are not disconnected, newest first, wherever they are. */
export const listLiveConnections = principalCall('GET /management/user/live_connections', {
  summary: 'List the connections of the user that are not disconnected, newest first',
  to: 'auth',
  principals: ['user'],
  input: z.object(pageInput),
  reply: pageOf(listedConnection),
});

export const retrieveConnection = principalCall('GET /management/connections/:connection_id', {
  summary: 'Retrieve a connection',
  to: 'auth',
  principals: everyone,
  reply: managedConnection,
});

/** Every connection, oldest first. */
export const listConnections = principalCall('GET /management/connections', {
  summary: 'List connections, of a client, a location or an account',
  to: 'auth',
  principals: ['operator'],
  input: z.object({
    ...pageInput,
    client: nameText.optional(),
    location: nameText.optional(),
    account: nameText.optional(),
  }),
  reply: pageOf(connectionView),
});

/** What is left out stays, and so does the token. A connection that is blocked stays blocked. */
export const updateConnection = principalCall('POST /management/connections/:connection_id', {
  summary: 'Change the scope, the catalog and the customer list of a connection',
  to: 'auth',
  principals: ['operator'],
  input: z.object({
    scope: scopeSchema.optional(),
    catalog_id: idSchema.nullable().optional(),
    customer_list_id: idSchema.nullable().optional(),
  }),
  reply: connectionView,
});

export type ConnectionUpdate = z.output<typeof updateConnection.input>;

export const blockConnection = principalCall('POST /management/connections/:connection_id/block', {
  summary: 'Block a connection for a while',
  to: 'auth',
  principals: everyone,
  reply: connectionView,
});

export const unblockConnection = principalCall('POST /management/connections/:connection_id/unblock', {
  summary: 'Unblock a connection',
  to: 'auth',
  principals: everyone,
  reply: connectionView,
});

export const disconnectConnection = principalCall('POST /management/connections/:connection_id/disconnect', {
  summary: 'End a connection for good',
  to: 'auth',
  principals: everyone,
  reply: connectionView,
});

/** At most this many are named: disconnected ones last, the newest first. */
export const connectionNamesMax = 1_000;

export const listConnectionNames = principalCall('GET /management/accounts/:account_id/connection_names', {
  summary: 'The clients of the connections of an account that are not disconnected',
  to: 'auth',
  principals: ['user'],
  reply: z.object({ items: z.array(z.object({ id: text, client_name: text })) }),
});

const refusingApp = z.object({
  connection_id: text,
  client_id: text,
  client_name: text,
  /** Events refused one after the other, and the status of the last answer. */
  count: z.int(),
  status: z.int(),
  /** Whether the connection is of an account of the user; else only its client is the user's. */
  is_own_account: z.boolean(),
});

export type RefusingApp = z.output<typeof refusingApp>;

/** The connections of the user's accounts and clients whose apps refused the last 20 events or more, at most 100. */
export const listRefusingApps = principalCall('GET /management/refusing_apps', {
  summary: 'The apps of the user that refuse their events',
  to: 'auth',
  principals: ['user'],
  reply: z.object({ apps: z.array(refusingApp) }),
});

/** At most this many of the location, and as many of its account, the newest first. */
export const appNamesMax = 500;

/** Whose events and changes concern the location of the page: the connections of it and of its account, disconnected ones too. */
export const listAppNames = principalCall('GET /management/app_names', {
  summary: 'The clients of the connections that concern a location',
  to: 'auth',
  principals: ['user'],
  roles: everyRole,
  reply: z.object({ apps: z.array(z.object({ connection_id: text, client_id: text, client_name: text })) }),
});

export type AppName = z.output<typeof listAppNames.reply>['apps'][number];
