/** Every call that one service makes to another during a request. */
import { z } from 'zod';
import { connectionDeliveries, latestOrder, waitingEvent } from './back-office-views.ts';
import { customerView } from './customer.ts';
import { customerOrder } from './customer-order.ts';
import { groupMax } from './group-commit.ts';
import { internalCall } from './internal-call.ts';
import { listOf } from './lists.ts';
import { placedName } from './placed-resource.ts';
import { scopeCharsMax } from './scopes.ts';
import { nameText, textUpTo } from './texts.ts';
import { timeSchema, timezoneSchema } from './times.ts';

const text = z.string();
const nullableText = z.string().nullable();

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
    /** The location that the connection is bound to, if it is. */
    location: z.object({ id: text, timezone: text }).nullable(),
  }),
  away: whoCalls,
});

/** The location that a path names. `suspended`: the location or its account is suspended. */
export const lookUpLocation = internalCall('GET /internal/accounts/:account_id/locations/:location_id', {
  summary: 'What the gateway needs to know of a location of an account',
  to: 'auth',
  from: ['gateway'],
  body: z.undefined(),
  reply: z.object({ id: text, timezone: text, suspended: z.boolean() }),
  away: whoCalls,
});

/** The connection that creates an order, and what decides which customers it may see. */
const orderingCaller = z.object({
  account_id: nameText,
  client_id: nameText,
  /** What it is bound to. */
  location_id: nameText.nullable(),
  customer_list_id: nameText.nullable(),
  scope: textUpTo(scopeCharsMax),
});

/** The customer that an order names: by `customer_id`, or by `customer_list_id` and `private_ref`. */
const askedCustomer = z.object({
  caller: orderingCaller,
  customer_id: nameText.optional(),
  customer_list_id: nameText.optional(),
  private_ref: nameText.optional(),
});

export type AskedCustomer = z.output<typeof askedCustomer>;

const foundCustomer = z.object({
  /** The current customer, with `private_ref` null. */
  customer: customerView,
  /** The customer's private ref by client id. */
  private_refs: z.record(text, text).nullable(),
});

export type FoundCustomer = z.output<typeof foundCustomer>;

/** The customers that orders of the moment name, in their order; null for each that there is not. */
export const lookUpCustomers = internalCall('POST /internal/order-customers', {
  summary: 'The customers whom orders name',
  to: 'customers',
  from: ['orders'],
  body: z.object({ asked: listOf(askedCustomer, groupMax) }),
  reply: z.object({ found: z.array(foundCustomer.nullable()) }),
  away: 'The customer cannot be looked up at the moment; repeat the request',
});

/** New orders of customers, which change the customers' figures and loyalty cards: all of them, or none. */
export const addCustomerOrders = internalCall('POST /internal/customer-orders', {
  summary: 'Add orders to the figures and loyalty cards of their customers',
  to: 'customers',
  from: ['orders'],
  body: z.object({ orders: listOf(customerOrder, groupMax) }),
  reply: z.object({}),
  away: 'The order cannot be added to its customer at the moment',
});

/** The order that a loyalty operation names. */
export const lookUpOrder = internalCall('POST /internal/operation-orders', {
  summary: 'Where the order is that a loyalty operation names',
  to: 'orders',
  from: ['customers'],
  body: z.object({ account_id: nameText, order_id: nameText }),
  reply: z.object({ location_id: text }),
  away: 'The order cannot be looked up at the moment; repeat the request',
});

/** A catalog or customer list that a user selects for a connection. `location_id` null: it is the account's. */
const selectable = z.object({ name: text, location_id: nullableText });

const whatIsSelected = 'What was selected cannot be checked at the moment; repeat the request';

/** The catalog that a user selects. */
export const lookUpCatalog = internalCall('GET /internal/accounts/:account_id/catalogs/:catalog_id', {
  summary: 'The name and place of a catalog of an account',
  to: 'catalog',
  from: ['auth'],
  body: z.undefined(),
  reply: selectable,
  away: whatIsSelected,
});

/** The customer list that a user selects. */
export const lookUpCustomerList = internalCall('GET /internal/accounts/:account_id/customer_lists/:customer_list_id', {
  summary: 'The name and place of a customer list of an account',
  to: 'customers',
  from: ['auth'],
  body: z.undefined(),
  reply: selectable,
  away: whatIsSelected,
});

/** Where a user selects. `location_id` null: for a connection of the whole account. */
const selectionPlace = z.object({ account_id: nameText, location_id: nameText.nullable() });

export type SelectionPlace = z.output<typeof selectionPlace>;

const selectableItem = z.object({ id: text, name: text, location_id: nullableText });

/** At most this many are listed. */
export const selectableMax = 200;

/** Oldest first. `more`: there are others than these. */
const selectableItems = z.object({ items: z.array(selectableItem).max(selectableMax), more: z.boolean() });

/** What a user creates in order to select it. */
const newSelectable = z.object({
  ...selectionPlace.shape,
  /** That of the location; `UTC` for the account. */
  timezone: timezoneSchema,
  /** That of the account. */
  currency: nameText,
  name: placedName,
});

export type NewSelectable = z.output<typeof newSelectable>;

const selectablesAway = 'What can be selected cannot be shown at the moment; repeat the request';
const creationAway = 'It cannot be created at the moment; see whether it is there, and repeat the request if not';

/** The catalogs that a user can select: of a location those of its account too, of an account those of its locations too. */
export const listSelectableCatalogs = internalCall('POST /internal/selectable-catalogs', {
  summary: 'The catalogs that can be selected for a connection',
  to: 'catalog',
  from: ['auth'],
  body: selectionPlace,
  reply: selectableItems,
  away: selectablesAway,
});

/** A new catalog without content. */
export const createSelectableCatalog = internalCall('POST /internal/catalogs', {
  summary: 'Create an empty catalog for a connection',
  to: 'catalog',
  from: ['auth'],
  body: newSelectable,
  reply: selectableItem,
  away: creationAway,
  mayRefuse: true,
});

/** The customer lists that a user can select, as for catalogs. */
export const listSelectableCustomerLists = internalCall('POST /internal/selectable-customer-lists', {
  summary: 'The customer lists that can be selected for a connection',
  to: 'customers',
  from: ['auth'],
  body: selectionPlace,
  reply: selectableItems,
  away: selectablesAway,
});

/** A new, empty customer list. */
export const createSelectableCustomerList = internalCall('POST /internal/customer-lists', {
  summary: 'Create an empty customer list for a connection',
  to: 'customers',
  from: ['auth'],
  body: newSelectable,
  reply: selectableItem,
  away: creationAway,
  mayRefuse: true,
});

const notShown = 'This cannot be shown at the moment; try again';

/** The latest 50 orders of a location, newest first. */
export const listLatestOrders = internalCall('POST /internal/latest-orders', {
  summary: 'The latest orders of a location',
  to: 'orders',
  from: ['auth'],
  body: z.object({ account_id: nameText, location_id: nameText }),
  reply: z.object({ orders: z.array(latestOrder) }),
  away: notShown,
});

/** The callbacks of connections of an account, and what waits for them, in the order in which they are asked for. */
export const describeConnections = internalCall('POST /internal/connection-deliveries', {
  summary: 'What became of the callbacks of connections',
  to: 'events',
  from: ['auth'],
  body: z.object({ account_id: nameText, connection_ids: listOf(nameText, 100) }),
  reply: z.object({ connections: z.array(connectionDeliveries) }),
  away: notShown,
});

/** The latest 100 events about a location that wait or were given up, newest first; with `after`, those before that id. */
export const listWaitingEvents = internalCall('POST /internal/waiting-events', {
  summary: 'The events about a location that wait or were given up',
  to: 'events',
  from: ['auth'],
  body: z.object({ account_id: nameText, location_id: nameText, after: nameText.nullish() }),
  reply: z.object({ events: z.array(waitingEvent), more: z.boolean() }),
  away: notShown,
});

/** When connections were last used. */
export const noteConnectionUses = internalCall('POST /internal/connection-uses', {
  summary: 'When connections were last used',
  to: 'auth',
  from: ['gateway'],
  body: z.object({
    uses: listOf(z.object({ connection_id: nameText, used_at: timeSchema }), 1_000),
  }),
  reply: z.object({}),
  away: 'The uses of connections cannot be noted at the moment',
});
