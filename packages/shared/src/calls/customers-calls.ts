/** The calls that customers answers. */
import { z } from 'zod';
import { customerOrder } from '../contracts/customer-order.ts';
import { customerView } from '../contracts/customer.ts';
import { groupMax } from '../data/group-commit.ts';
import { scopeCharsMax } from '../tokens/scopes.ts';
import { listOf } from '../values/lists.ts';
import { nameText, textUpTo } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';
import {
  creationUnavailable,
  newSelectable,
  selectable,
  selectableItem,
  selectableItems,
  selectablesUnavailable,
  selectionPlace,
  whatIsSelected,
} from './selectables.ts';

const text = z.string();

/** The connection that creates an order, and what decides which customers it may see. */
const orderingCaller = z.object({
  account_id: nameText,
  client_id: nameText,
  /** What the connection is bound to. */
  location_id: nameText.nullable(),
  customer_list_id: nameText.nullable(),
  scope: textUpTo(scopeCharsMax),
});

/** The customer that an order names: by `customer_id`, or by `customer_list_id` and `private_ref`. */
const askedCustomer = z.object({
  caller: orderingCaller,
  /** The location of the order. The release before does not send it. */
  location_id: nameText.optional(),
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

/** The customers that concurrent orders name, in the order asked; null for each not found. */
export const lookUpCustomers = internalCall('POST /internal/order-customers', {
  summary: 'The customers that orders name',
  to: 'customers',
  from: ['orders'],
  body: z.object({ asked: listOf(askedCustomer, groupMax) }),
  reply: z.object({ found: z.array(foundCustomer.nullable()) }),
  unavailable: 'The customer cannot be looked up at the moment; repeat the request',
});

/** Adds new orders to the order statistics and loyalty cards of their customers: all of them, or none. */
export const addCustomerOrders = internalCall('POST /internal/customer-orders', {
  summary: 'Add orders to the statistics and loyalty cards of their customers',
  to: 'customers',
  from: ['orders'],
  body: z.object({ orders: listOf(customerOrder, groupMax) }),
  reply: z.object({}),
  unavailable: 'The order cannot be added to its customer at the moment',
});

/** The customer list that a user selected for a connection. */
export const lookUpCustomerList = internalCall('GET /internal/accounts/:account_id/customer_lists/:customer_list_id', {
  summary: 'The name and place of a customer list of an account',
  to: 'customers',
  from: ['auth', 'back-office'],
  body: z.undefined(),
  reply: selectable,
  unavailable: whatIsSelected,
});

/** The customer lists that a user can select. */
export const listSelectableCustomerLists = internalCall('POST /internal/selectable-customer-lists', {
  summary: 'The customer lists that can be selected for a connection',
  to: 'customers',
  from: ['auth'],
  body: selectionPlace,
  reply: selectableItems,
  unavailable: selectablesUnavailable,
});

/** A new, empty customer list. */
export const createSelectableCustomerList = internalCall('POST /internal/customer-lists', {
  summary: 'Create an empty customer list for a connection',
  to: 'customers',
  from: ['auth'],
  body: newSelectable,
  reply: selectableItem,
  unavailable: creationUnavailable,
  mayRefuse: true,
});
